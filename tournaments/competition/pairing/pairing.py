"""Pair a round: the bye, the matching of greatest weight, then handicap, colours and tables."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from tournaments.competition.facts import MatchingFacts, PairFacts
from tournaments.competition.history import History
from tournaments.competition.pairing import draw
from tournaments.competition.pairing.bye import bye_receiver
from tournaments.competition.pairing.digest import inputs_digest
from tournaments.competition.pairing.errors import CannotPair
from tournaments.competition.pairing.field import Field, field_of, layers_of, with_open_games_drawn
from tournaments.competition.pairing.handicap import terms_between, terms_of_pair
from tournaments.competition.pairing.matching import matching_of
from tournaments.competition.pairing.rulesets import find_rules
from tournaments.competition.pairing.standing import standings_before
from tournaments.competition.pairing.systems import system_of
from tournaments.competition.pairing.table import costs_at, total_weights
from tournaments.competition.pairing.tables import assign_tables, preferred_table, sort_by_table, taken_tables

Progress = Callable[[str, int, int], None]
STAGES = 3
MATCHING = "matching"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair(PairFacts):
    """A game to be played, with its reasons.

    ``repeat``: the two have met before, since every pairing of this round would have repeated some game.
    """

    repeat: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing(MatchingFacts):
    """A paired round."""

    round: int
    bye: str | None
    pairs: tuple[Pair, ...]

    @property
    def repeats(self) -> tuple[Pair, ...]:
        return tuple(pair for pair in self.pairs if pair.repeat)


def pair_players(
    history: History,
    round_: int,
    *,
    rules: str | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    apart: Collection[str] = (),
) -> Pairing:
    """Pair everyone present in ``round_`` (from 1) from the rounds before it.

    ``rules``: a rule set's name, by default the settings'. ``apart``: entrants who have their game or bye of
    this round already; they count in the groups but are not matched, and their tables remain taken.
    ``progress`` gets the stage (weights, matching, colours), the number of finished stages and the total.
    Raises ``CannotPair``: ``too_few_present``, ``round_out_of_range``, ``unknown_rules``, ``unknown_system``.
    """
    tell = progress or _ignore_progress
    named = find_rules(rules or history.settings.pairing.rules)
    tell("weights", 0, STAGES)
    field = field_of(history, round_, named, seed)
    nodes = [i for i, id_ in enumerate(field.ids) if id_ not in apart]
    if len(nodes) < 2:
        raise CannotPair("too_few_present", present=len(nodes))
    bye = bye_receiver(field, nodes) if len(nodes) % 2 else None
    among = [i for i in nodes if i != bye]
    weights = total_weights(field, among)
    tell("matching", 1, STAGES)
    matched = matching_of(weights, range(len(among)), [layer[among] for layer in layers_of(field)])
    tell("colours", 2, STAGES)
    taken = taken_tables(history, round_, apart)
    paired = [(among[i], among[j]) for i, j in matched.pairs]
    pairs = tuple(games_of_matching(field, sort_by_table(paired, field.overall), taken))
    tell("colours", STAGES, STAGES)
    return Pairing(
        round=round_,
        method=MATCHING,
        rules=named.name,
        seed=seed,
        order=field.order,
        inputs_digest=inputs_digest(history, round_, named.name, seed, apart, taken),
        total=matched.total,
        optimum=matched.total if matched.is_optimal else 0,
        bound=matched.bound,
        candidates=matched.candidates,
        bye=None if bye is None else field.ids[bye],
        pairs=pairs,
    )


def _ignore_progress(stage: str, done: int, of: int) -> None:
    """Ignore progress."""


def games_of_matching(
    field: Field, matched: list[tuple[int, int]], taken_tables: Collection[int]
) -> Iterator[Pair]:
    """Yield the games of a matching, in the order of tables: costs, colours, stones, komi and tables."""
    costs = costs_at(field, matched)
    numbers = assign_tables(
        [_pinned_table(field, *two) for two in matched], taken_tables, field.settings.pairing.tables_unused
    )
    for (i, j), number, components in zip(matched, numbers, costs, strict=True):
        given, komi = terms_between(int(field.strength[i]), int(field.strength[j]), field.settings)
        white, black = assign_colours(field, i, j, given)
        yield Pair(
            table=number,
            white=field.ids[white],
            black=field.ids[black],
            handicap=given,
            komi=komi,
            components=components,
            total=sum(components.values()),
            repeat=bool(field.met[i, j]),
        )


def terms_of_two(history: History, round_: int, white: str, black: str) -> tuple[int, float]:
    """Return stones and komi of two players of ``round_``; an even game if White is not the stronger.

    Raises ``CannotPair``: ``round_out_of_range``, ``unknown_rules``, ``unknown_system``.
    """
    strength, _ = _strength_and_balance(history, round_, white, black)
    return terms_of_pair(strength[white], strength[black], history.settings)


def seats_of_two(history: History, round_: int, one: str, other: str) -> tuple[str, str]:
    """Return two players of ``round_`` as (white, black).

    With stones the stronger is White; else the one who had White less often; else ``one``. Raises
    ``CannotPair`` like ``stones_of_two``.
    """
    strength, balance = _strength_and_balance(history, round_, one, other)
    if terms_of_pair(strength[one], strength[other], history.settings)[0]:
        return one, other
    if terms_of_pair(strength[other], strength[one], history.settings)[0]:
        return other, one
    return (one, other) if balance[one] <= balance[other] else (other, one)


def _strength_and_balance(history: History, round_: int, *ids: str) -> tuple[dict[str, int], dict[str, int]]:
    history, settings = with_open_games_drawn(history), history.settings
    system = system_of(settings, round_)
    standings = standings_before(history, round_, find_rules(settings.pairing.rules))
    strength = {id_: system.strength(history.entrants[id_], standings[id_], settings) for id_ in ids}
    return strength, {id_: standings[id_].balance for id_ in ids}


def _pinned_table(field: Field, i: int, j: int) -> int:
    stronger, weaker = sorted((i, j), key=lambda node: field.overall[node])
    return preferred_table(field.entrants[stronger], field.entrants[weaker])


def assign_colours(field: Field, i: int, j: int, handicap: int) -> tuple[int, int]:
    """Return the two as (white, black).

    With stones the stronger is White; else the one who had White less often; else the stored draw decides.
    """
    if handicap:
        return (i, j) if field.strength[i] > field.strength[j] else (j, i)
    if field.balance[i] != field.balance[j]:
        return (i, j) if field.balance[i] < field.balance[j] else (j, i)
    one, other = sorted((i, j), key=field.ids.__getitem__)
    drawn = draw.draw_keys(field.seed, field.round, "colours", (field.ids[one], field.ids[other]))
    return (one, other) if draw.draws_between(drawn[:1], drawn[1:], 1)[0] else (other, one)
