"""The systems of this package in one table: their numbers of rounds, and the plan of a round."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments.competition.schedules import bracket, double_elimination, knock_out, round_robin
from tournaments.competition.schedules.bracket import Filled
from tournaments.competition.schedules.plan import Plan, Planned, Played
from tournaments.competition.settings import ScheduleSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """One system.

    ``rules`` is the name of the rules in a paired round; ``filled`` is None without a bracket. ``order``: ids
    from the first seed to the last; ``played``: the games so far.
    """

    rules: str
    fewest: int
    rounds_needed: Callable[[int, ScheduleSettings], int]
    plan: Callable[[Sequence[str], int, Iterable[Played], ScheduleSettings], Plan]
    filled: Callable[[Sequence[str], Iterable[Played], ScheduleSettings], list[Filled]] | None = None


def _berger(order: Sequence[str], round_: int, played: Iterable[Played], chosen: ScheduleSettings) -> Plan:
    if round_ > round_robin.round_count(len(order), twice=chosen.twice):
        return Plan(games=())  # a smaller group has finished
    plan = round_robin.plan(order, round_)
    before = {
        game.players: game for game in sorted(played, key=lambda game: game.round) if game.round < round_
    }
    return replace(plan, games=tuple(_swap_colours(game, before.get(game.players)) for game in plan.games))


def _swap_colours(game: Planned, before: Played | None) -> Planned:
    """Return a rematch with colours swapped from the previous game; the desk may have swapped those too."""
    return replace(game, white=before.black, black=before.white) if before else game


def _single(order: Sequence[str], played: Iterable[Played], chosen: ScheduleSettings) -> list[Filled]:
    return bracket.fill_bracket(knock_out.matches(len(order), **_of_single(chosen)), order, played)


def _of_single(chosen: ScheduleSettings) -> dict[str, bool]:
    return {name: getattr(chosen, name) for name in ("third_place", "consolation", "first_match")}


def _double(order: Sequence[str], played: Iterable[Played], chosen: ScheduleSettings) -> list[Filled]:
    matches = double_elimination.matches(len(order), second_final=chosen.second_final)
    return bracket.fill_bracket(matches, order, played)


SCHEDULES: dict[str, Schedule] = {
    "round_robin": Schedule(
        rules="berger",
        fewest=round_robin.FEWEST,
        rounds_needed=lambda players, chosen: round_robin.round_count(players, twice=chosen.twice),
        plan=_berger,
    ),
    "knock_out": Schedule(
        rules="bracket",
        fewest=2,
        rounds_needed=lambda players, chosen: knock_out.round_count(players, **_of_single(chosen)),
        plan=lambda order, round_, played, chosen: bracket.plan(_single(order, played, chosen), round_),
        filled=_single,
    ),
    "double_elimination": Schedule(
        rules="bracket",
        fewest=2,
        rounds_needed=lambda players, chosen: double_elimination.round_count(
            players, second_final=chosen.second_final
        ),
        plan=lambda order, round_, played, chosen: bracket.plan(_double(order, played, chosen), round_),
        filled=_double,
    ),
}


def is_bracket(system: str) -> bool:
    return system in SCHEDULES and SCHEDULES[system].filled is not None


def depends_on_results(system: str) -> bool:
    """Return whether pairings depend on results; those of a round robin's tables never do."""
    return system not in SCHEDULES or is_bracket(system)
