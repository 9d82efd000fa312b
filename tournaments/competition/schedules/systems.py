"""The systems of this package in one table: their numbers of rounds, and the plan of a round."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments.competition.schedules import bracket, double_elimination, knock_out, round_robin
from tournaments.competition.schedules.bracket import FilledMatch
from tournaments.competition.schedules.plan import Plan, Planned, Played
from tournaments.competition.settings import ScheduleSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """A system of this package.

    ``rules`` is the name of the rules in a paired round; ``fill`` is None without a bracket. ``order``: ids
    from the first seed to the last; ``played``: the games so far.
    """

    rules: str
    fewest: int
    rounds_needed: Callable[[int, ScheduleSettings], int]
    plan: Callable[[Sequence[str], int, Iterable[Played], ScheduleSettings], Plan]
    fill: Callable[[Sequence[str], Iterable[Played], ScheduleSettings], list[FilledMatch]] | None = None


def _berger_plan(
    order: Sequence[str], round_: int, played: Iterable[Played], chosen: ScheduleSettings
) -> Plan:
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


def _single_elimination(
    order: Sequence[str], played: Iterable[Played], chosen: ScheduleSettings
) -> list[FilledMatch]:
    return bracket.fill_bracket(
        knock_out.matches(len(order), **_single_elimination_options(chosen)), order, played
    )


def _single_elimination_options(chosen: ScheduleSettings) -> dict[str, bool]:
    return {name: getattr(chosen, name) for name in ("third_place", "consolation", "first_match")}


def _double_elimination(
    order: Sequence[str], played: Iterable[Played], chosen: ScheduleSettings
) -> list[FilledMatch]:
    matches = double_elimination.matches(len(order), second_final=chosen.second_final)
    return bracket.fill_bracket(matches, order, played)


SCHEDULES: dict[str, Schedule] = {
    "round_robin": Schedule(
        rules="berger",
        fewest=round_robin.FEWEST,
        rounds_needed=lambda players, chosen: round_robin.round_count(players, twice=chosen.twice),
        plan=_berger_plan,
    ),
    "knock_out": Schedule(
        rules="bracket",
        fewest=2,
        rounds_needed=lambda players, chosen: knock_out.round_count(
            players, **_single_elimination_options(chosen)
        ),
        plan=lambda order, round_, played, chosen: bracket.plan(
            _single_elimination(order, played, chosen), round_
        ),
        fill=_single_elimination,
    ),
    "double_elimination": Schedule(
        rules="bracket",
        fewest=2,
        rounds_needed=lambda players, chosen: double_elimination.round_count(
            players, second_final=chosen.second_final
        ),
        plan=lambda order, round_, played, chosen: bracket.plan(
            _double_elimination(order, played, chosen), round_
        ),
        fill=_double_elimination,
    ),
}


def is_bracket(system: str) -> bool:
    return system in SCHEDULES and SCHEDULES[system].fill is not None


def depends_on_results(system: str) -> bool:
    """Return whether pairings depend on results; those of a round robin's tables never do."""
    return system not in SCHEDULES or is_bracket(system)
