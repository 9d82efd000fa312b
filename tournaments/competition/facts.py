"""Facts of players, entries, games, matchings and teams, each declared only here.

Commands, events, the state and the history inherit these fields, and ``facts_of`` hands them from one to the
next. A fact that is added later needs a default: logs that were written before do not have it.
"""

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field
from typing import Annotated, Any, ClassVar, Self, TypeVar

from games.inputs import Id, Input, Written
from games.marking import marked
from tournaments.competition.ranks import format_rank, parse_rank

M = TypeVar("M")
LONGEST_CLUB = 12
LONGEST_GROUP = 20
LONGEST_TEAM = 60
MOST_MEMBERS = 30
MOST_STONES = 9
RANK = Written(
    label=marked("rank"),
    longest=12,
    optional=True,
    parse=lambda text: parse_rank(str(text)),
    code="bad_rank",
    fault=marked("a rank from 30k to 9d; a professional's grade is entered for the player, not here"),
    show=format_rank,
    schema={"type": "string", "pattern": r"^([1-9]|[12][0-9]|30)[kd]$", "example": "3d"},
)
RATING = Input(
    label=marked("rating"), optional=True, help="EGF rating (GoR): 2100 is 1 dan, 100 points a rank."
)
COUNTRY = Input(
    label=marked("country"),
    longest=2,
    optional=True,
    pattern=r"^[A-Z]{2}\Z",
    empty=True,
    fault="two letters, such as NL",
)
CLUB = Input(label=marked("club"), optional=True, longest=LONGEST_CLUB, one_line=True, empty=True)
GROUP = Input(label=marked("group"), longest=LONGEST_GROUP, one_line=True, empty=True)
CORRECTION = Input(label=marked("correction"), help="Added to the McMahon score.")
FINAL = Input(
    label=marked("registration"),
    help="A provisional entry is not paired.",
    show=lambda final: marked("final") if final else marked("provisional"),
)
MEMBERS = Input(
    needed=True,
    high=MOST_MEMBERS,
    help="Entries: those of the boards from board 1 down, then the substitutes.",
)
STONES = Input(
    low=0, high=MOST_STONES, fault=f"0 to {MOST_STONES} stones", help="Stones; 1 is only a smaller komi."
)


class Facts:
    """A base that declares fields and stores none, so that one class may have those of several bases."""

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
    def changes(cls, values: Mapping[str, object]) -> dict[str, Any]:
        """Return the given facts; None leaves a fact unchanged. Raises TypeError for unknown names."""
        if unknown := values.keys() - cls.__dataclass_fields__.keys():
            raise TypeError(f"{cls.__qualname__} has no {', '.join(sorted(unknown))}")
        return {name: value for name, value in values.items() if value is not None}


def copier(kind: type[Facts], factory: Callable[..., M], *others: str) -> Callable[..., M]:
    """Return a compiled function that copies the facts of a value and adds ``others``.

    It is used for thousands of values: ``facts_of`` would make a fold and a table of standings a tenth
    slower.
    """
    fields = [f"{name}=value.{name}" for name in kind.fact_names()] + [f"{name}={name}" for name in others]
    text = f"lambda {', '.join(('value', *others))}: made({', '.join(fields)})"
    compiled: Callable[..., M] = eval(text, {"made": factory})  # noqa: S307 - the names of fields
    return compiled


def maker(kind: type[Facts], factory: Callable[..., M], *others: str) -> Callable[..., M]:
    """Return a compiled function that makes values from ``others`` and the facts, such as columns."""
    names = [*others, *kind.fact_names()]
    text = f"lambda {', '.join(names)}: made({', '.join(f'{name}={name}' for name in names)})"
    compiled: Callable[..., M] = eval(text, {"made": factory})  # noqa: S307 - the names of fields
    return compiled


@dataclass(frozen=True, kw_only=True)
class PlayerFacts(Facts):
    """The strength and the origin of a player. ``rank``: 1 dan = 0, 1 kyu = -1.

    ``country`` has two letters or is empty; ``club`` has at most 12 characters.
    """

    __slots__ = ()
    rank: Annotated[int, RANK]
    rating: Annotated[int, RATING]
    country: Annotated[str, COUNTRY] = ""
    club: Annotated[str, CLUB] = ""


@dataclass(frozen=True, kw_only=True)
class Registration(Facts):
    """Facts of an entry that count in one tournament only.

    ``correction`` is added to the McMahon score. An entry that is not ``final`` is provisional and not
    paired. ``group``: the entrant's class, if an event has several.
    """

    __slots__ = ()
    correction: Annotated[int, CORRECTION] = 0
    final: Annotated[bool, FINAL] = True
    group: Annotated[str, GROUP] = ""


@dataclass(frozen=True, kw_only=True)
class EntryFacts(Registration, PlayerFacts):
    """The facts of an entry."""

    __slots__ = ()


@dataclass(frozen=True, kw_only=True)
class Seating(Facts):
    """The players, or teams, of a game by id, and their table.

    Without ``colours_known``, as in results from a file without colours, ``white`` is only the side named
    first: the game is ignored in everything that depends on colours.
    """

    __slots__ = ()
    table: int
    white: Annotated[str, Input(is_id=True, help="The entry, or team, with White.")]
    black: Annotated[str, Input(is_id=True, help="The entry, or team, with Black.")]
    colours_known: bool = True


@dataclass(frozen=True, kw_only=True)
class GameFacts(Seating):
    """The handicap of a game in stones; 1 means a game without komi."""

    __slots__ = ()
    handicap: Annotated[int, STONES] = 0


@dataclass(frozen=True, kw_only=True)
class PairFacts(GameFacts):
    """A game of a round as it was paired.

    ``components``: the values of the pairing criteria, ``total`` their sum; empty and 0 if not weighed.
    ``place`` names the game's match of a bracket, "W2/1".
    """

    __slots__ = ()
    komi: int | float
    components: Mapping[str, int] = field(default_factory=dict)
    total: int = 0
    place: str = ""


@dataclass(frozen=True, kw_only=True)
class SeedFacts(Facts):
    """The seed from which the draws of a round follow.

    ``seed_of``: the round whose secret the seed was drawn from, else 0 (``drawn_seed``); ``seed_given``: the
    director chose it. Neither: it was drawn when the round was paired.
    """

    __slots__ = ()
    seed: int = 0
    seed_of: int = 0
    seed_given: bool = False


@dataclass(frozen=True, kw_only=True)
class MatchingFacts(SeedFacts):
    """The inputs and the optimum of a pairing.

    ``method`` is "matching", the system of a schedule, "import" for a round read from a file, or "hand" for
    pairs restored as no single matching made them. ``order`` is the order of the entries that broke the last
    ties, or the seeds of all rounds of a schedule; ``inputs_digest`` is the digest of the matching's inputs:
    with rules and seed they let anyone compute the same pairing again. ``total``: the value of the pairs. No
    pairing of these players has a greater total than ``bound``; ``optimum`` is the greatest total of a
    pairing, 0 if that is not proved. ``candidates``: the number of pairs from which the matching was chosen,
    0 for all pairs.
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
    """The facts of a team.

    ``members``: entries, those of the boards from board 1 down, then the substitutes. ``group``: the team's
    class, if an event has several.
    """

    __slots__ = ()
    name: Annotated[str, Input(longest=LONGEST_TEAM, one_line=True)]
    members: Annotated[tuple[Id, ...], MEMBERS] = ()
    country: Annotated[str, COUNTRY] = ""
    club: Annotated[str, CLUB] = ""
    group: Annotated[str, GROUP] = ""


LineUp = tuple[str, ...]
"""The entries at the boards of one round, from board 1 down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Team(TeamFacts):
    """A team. ``number`` counts teams from 1 in the order in which they were formed."""

    id: str
    number: int
