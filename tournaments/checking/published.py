"""Rounds and standings that were published, beside those that follow from the events."""

from dataclasses import replace
from typing import Any

from tournaments.checking.places import Words, of_round
from tournaments.checking.reading import Bundle
from tournaments.checking.report import Place, Report
from tournaments.competition.history import Result, Winner
from tournaments.interchange.bundle.published import rounds_shown, standings_shown
from tournaments.state.tournament import Tournament


def check_published(bundle: Bundle, state: Tournament, words: Words, report: Report) -> None:
    """Compare both, as far as the bundle has them."""
    if (shown := bundle.published.get("rounds")) is not None:
        due, faults = rounds_shown(state), len(report.faults)
        _check_rounds(shown["rounds"], due["rounds"], state, words, report)
        _check_whole(Place(title="The published rounds"), shown, due, faults, report)
    if (shown := bundle.published.get("standings")) is not None:
        with report.reading(Place(title="The standings")):
            due, faults = standings_shown(state), len(report.faults)
            for kind in ("rounds", "teams"):
                _check_tables(shown.get(kind), due.get(kind), state, words, report)
            _check_whole(Place(title="The standings"), shown, due, faults, report)


def _check_whole(place: Place, shown: Any, due: Any, faults: int, report: Report) -> None:
    """Add a fault for anything else that differs, such as a table that is there twice."""
    if shown != due and len(report.faults) == faults:
        report.fault(place, "They have more than follows, or another order.")


def _check_rounds(
    shown: list[dict[str, Any]],
    follows: list[dict[str, Any]],
    state: Tournament,
    words: Words,
    report: Report,
) -> None:
    due = {one["round"]: one for one in follows}
    place = Place(title="The published rounds")
    report.compare(place, "Rounds shown", [one["round"] for one in shown], list(due))
    for one in (one for one in shown if one["round"] in due):
        number, other = one["round"], due[one["round"]]
        byes = [[words.player(state, id_) for id_ in told["byes"]] for told in (one, other)]
        report.compare(of_round(number), "Byes shown", *map(sorted, byes))
        pairs = [{pair["game_id"]: pair for pair in told["pairs"]} for told in (one, other)]
        for game_id in dict.fromkeys([*pairs[0], *pairs[1]]):
            stated, game = (_told(told.get(game_id), state, words) for told in pairs)
            report.compare(words.game(state, game_id), "Game shown", stated, game)


def _told(pair: dict[str, Any] | None, state: Tournament, words: Words) -> dict[str, Any] | str:
    if pair is None:
        return "no such game"
    result = pair["result"] or {"winner": Winner.NOBODY_YET, "by_default": False}
    said = Result(winner=Winner(result["winner"]), by_default=result["by_default"])
    players = {colour: words.player(state, pair[colour]) for colour in ("black", "white")}
    return {**pair, **players, "result": words.result(said)}


def _check_tables(
    shown: list[dict[str, Any]] | None,
    due: list[dict[str, Any]] | None,
    state: Tournament,
    words: Words,
    report: Report,
) -> None:
    """Compare the standings of players, or of teams, after each round and of each group."""
    stated, follows = (
        {(one["round"], one.get("group", "")): one for one in tables or ()} for tables in (shown, due)
    )
    report.compare(Place(title="The standings"), "Standings shown", sorted(stated), sorted(follows))
    for number, group in stated.keys() & follows.keys():
        place = of_round(number, group=group)
        one, other = stated[number, group], follows[number, group]
        report.compare(place, "Criteria of the standings", one["criteria"], other["criteria"])
        for id_ in dict.fromkeys([*one["places"], *other["places"]]):
            line = replace(place, title=f"{place.title}, standings, {words.player(state, id_)}")
            report.compare(line, "Place", one["places"].get(id_), other["places"].get(id_))
            report.compare(line, "Scores", one["values"].get(id_), other["values"].get(id_))
