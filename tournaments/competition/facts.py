"""Facts of players, entries, games, matchings and teams, each declared only here.

Commands, events, the state and the history inherit these fields, and ``facts_of`` hands them from one to the
next. A fact that is added later needs a default: logs that were written before do not have it.
"""

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field
from typing import Any, ClassVar, Self, TypeVar

M = TypeVar("M")


class Facts:
    """A base that declares fields and holds none, so that one class may have those of several."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @classmethod
    def fact_names(cls) -> tuple[str, ...]:
        return tuple(cls.__dataclass_fields__)

    @classmethod
    def facts_of(cls, value: Self) -> dict[str, Any]:
        """Return the facts of this class by name, as ``value`` has them."""
        return {name: getattr(value, name) for name in cls.__dataclass_fields__}

    @classmethod
    def changes(cls, given: Mapping[str, object]) -> dict[str, Any]:
        """The facts that are ``given``; None: left as it is. Raises TypeError for what is no fact."""
        if unknown := given.keys() - cls.__dataclass_fields__.keys():
            raise TypeError(f"{cls.__qualname__} has no {', '.join(sorted(unknown))}")
        return {name: value for name, value in given.items() if value is not None}


def copier(kind: type[Facts], made: Callable[..., M], *others: str) -> Callable[..., M]:
    """Makes values with the facts of another one and with ``others``: for what is made by thousands.

    Compiled, as dataclasses are: ``facts_of`` would make a fold and a table of standings a tenth slower.
    """
    fields = [f"{name}=value.{name}" for name in kind.fact_names()] + [f"{name}={name}" for name in others]
    text = f"lambda {', '.join(('value', *others))}: made({', '.join(fields)})"
    compiled: Callable[..., M] = eval(text, {"made": made})  # noqa: S307 - the names of fields
    return compiled


def maker(kind: type[Facts], made: Callable[..., M], *others: str) -> Callable[..., M]:
    """Makes values from ``others`` and the facts, one after the other: columns of a table's rows."""
    names = [*others, *kind.fact_names()]
    text = f"lambda {', '.join(names)}: made({', '.join(f'{name}={name}' for name in names)})"
    compiled: Callable[..., M] = eval(text, {"made": made})  # noqa: S307 - the names of fields
    return compiled


@dataclass(frozen=True, kw_only=True)
class PlayerFacts(Facts):
    """The strength and the origin of a player. ``rank``: 1 dan = 0, 1 kyu = -1.

    ``country`` has two letters or is empty; ``club`` has at most 12 characters.
    """

    __slots__ = ()
    rank: int
    rating: int
    country: str = ""
    club: str = ""


@dataclass(frozen=True, kw_only=True)
class Registration(Facts):
    """Facts of an entry that count in one tournament only. ``correction`` is added to the McMahon score.

    Who is not ``final``, registered provisionally, is not paired. ``group``: the class they play in, where an
    event has several.
    """

    __slots__ = ()
    correction: int = 0
    final: bool = True
    group: str = ""


@dataclass(frozen=True, kw_only=True)
class EntryFacts(Registration, PlayerFacts):
    """The facts of an entry."""

    __slots__ = ()


@dataclass(frozen=True, kw_only=True)
class Seating(Facts):
    """The players, or teams, of a game by id, and their table.

    Where not ``colours_known``, as in results that a file tells without them, ``white`` is only whom the file
    names first: nothing that depends on colours counts the game.
    """

    __slots__ = ()
    table: int
    white: str
    black: str
    colours_known: bool = True


@dataclass(frozen=True, kw_only=True)
class GameFacts(Seating):
    """``handicap`` in stones, 1 meaning no komi only."""

    __slots__ = ()
    handicap: int = 0


@dataclass(frozen=True, kw_only=True)
class PairFacts(GameFacts):
    """A game of a round as it was paired.

    ``components``: the values of the pairing criteria, ``total`` their sum; empty and 0 for what nobody
    weighed. ``place`` names the match of a bracket that it is, "W2/1".
    """

    __slots__ = ()
    komi: int | float
    components: Mapping[str, int] = field(default_factory=dict)
    total: int = 0
    place: str = ""


@dataclass(frozen=True, kw_only=True)
class SeedFacts(Facts):
    """The seed that the draws of a round follow from.

    ``seed_of``: the round whose secret the seed was drawn from, 0 where it was not (``drawn_seed``);
    ``seed_given``: the director chose it. Neither: it was drawn when the round was paired.
    """

    __slots__ = ()
    seed: int = 0
    seed_of: int = 0
    seed_given: bool = False


@dataclass(frozen=True, kw_only=True)
class MatchingFacts(SeedFacts):
    """The inputs and the optimum of a pairing.

    ``method`` is "matching", the system of a schedule, "import" for a round read from a file, or "hand" where
    pairs are made again that no one matching has made. ``order`` is the order of the entries that broke the
    last ties, or the seeds that all rounds of a schedule follow from; ``inputs_digest`` what the matching was
    given: with rules and seed they let anyone compute the same pairing again.

    ``total``: what the pairs are worth. No pairing of these players has a greater total than ``bound``;
    ``optimum`` is the greatest that one has, 0 where that is not proved. ``candidates``: from how many pairs
    the matching was chosen, 0 for all there are.
    """

    __slots__ = ()
    method: str = ""
    rules: str = ""
    order: tuple[str, ...] = ()
    inputs_digest: str = ""
    total: int = 0
    optimum: int = 0
    bound: int = 0
    candidates: int = 0


@dataclass(frozen=True, kw_only=True)
class TeamFacts(Facts):
    """``members``: entries, those of the boards from board 1 down, then the substitutes.

    ``group``: the class the team plays in, where an event has several.
    """

    __slots__ = ()
    name: str
    members: tuple[str, ...] = ()
    country: str = ""
    club: str = ""
    group: str = ""
