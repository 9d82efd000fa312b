"""Compare the published rounds and standings with those that follow from the events."""

from dataclasses import replace
from typing import Any

from tournaments.checking.reading import Bundle
from tournaments.checking.report import Place, Report, Words, round_title
from tournaments.competition.history import Result, Winner
from tournaments.interchange.bundle.published import rounds_body, standings_body
from tournaments.state.tournament import Tournament


def check_publications(bundle: Bundle, state: Tournament, words: Words, report: Report) -> None:
    """Compare the published rounds and standings that the bundle has."""
    if (published := bundle.published.get("rounds")) is not None:
        expected, faults = rounds_body(state), len(report.faults)
        _check_rounds(published["rounds"], expected["rounds"], state, words, report)
        _check_other_differences(Place(title="The published rounds"), published, expected, faults, report)
    if (published := bundle.published.get("standings")) is not None:
        with report.reading(Place(title="The standings")):
            expected, faults = standings_body(state), len(report.faults)
            for kind in ("rounds", "teams"):
                _check_tables(published.get(kind), expected.get(kind), state, words, report)
            _check_other_differences(Place(title="The standings"), published, expected, faults, report)


def _check_other_differences(
    place: Place, published: Any, expected: Any, faults: int, report: Report
) -> None:
    """Add a fault for any other difference, such as a table that occurs twice."""
    if published != expected and len(report.faults) == faults:
        report.fault(place, "They have more than follows, or another order.")


def _check_rounds(
    published: list[dict[str, Any]],
    follows: list[dict[str, Any]],
    state: Tournament,
    words: Words,
    report: Report,
) -> None:
    expected = {one["round"]: one for one in follows}
    place = Place(title="The published rounds")
    report.compare(place, "Rounds shown", [one["round"] for one in published], list(expected))
    for one in (one for one in published if one["round"] in expected):
        number, other = one["round"], expected[one["round"]]
        byes = [[words.player(state, id_) for id_ in body["byes"]] for body in (one, other)]
        report.compare(round_title(number), "Byes shown", *map(sorted, byes))
        pairs = [{pair["game_id"]: pair for pair in body["pairs"]} for body in (one, other)]
        for game_id in dict.fromkeys([*pairs[0], *pairs[1]]):
            stated, game = (_describe_game(body.get(game_id), state, words) for body in pairs)
            report.compare(words.game(state, game_id), "Game shown", stated, game)


def _describe_game(pair: dict[str, Any] | None, state: Tournament, words: Words) -> dict[str, Any] | str:
    if pair is None:
        return "no such game"
    result = pair["result"] or {"winner": Winner.NOBODY_YET, "by_default": False}
    outcome = Result(winner=Winner(result["winner"]), by_default=result["by_default"])
    players = {colour: words.player(state, pair[colour]) for colour in ("black", "white")}
    return {**pair, **players, "result": words.result(outcome)}


def _check_tables(
    published: list[dict[str, Any]] | None,
    expected: list[dict[str, Any]] | None,
    state: Tournament,
    words: Words,
    report: Report,
) -> None:
    """Compare the standings of players, or of teams, after each round and of each group."""
    stated, follows = (
        {(one["round"], one.get("group", "")): one for one in tables or ()}
        for tables in (published, expected)
    )
    report.compare(Place(title="The standings"), "Standings shown", sorted(stated), sorted(follows))
    for number, group in stated.keys() & follows.keys():
        place = round_title(number, group=group)
        one, other = stated[number, group], follows[number, group]
        report.compare(place, "Criteria of the standings", one["criteria"], other["criteria"])
        for id_ in dict.fromkeys([*one["places"], *other["places"]]):
            line = replace(place, title=f"{place.title}, standings, {words.player(state, id_)}")
            report.compare(line, "Place", one["places"].get(id_), other["places"].get(id_))
            report.compare(line, "Scores", one["values"].get(id_), other["values"].get(id_))
