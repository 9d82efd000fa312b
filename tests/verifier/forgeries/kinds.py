"""The forgeries: each changes the events of a log that is rewritten (``rewriting.rewrite``) after it."""

from collections.abc import Callable
from datetime import timedelta

from games.log.tables import Event
from tests.verifier.forgeries.honest import ROUNDS, Honest
from tests.verifier.forgeries.rewriting import data_of, say

Forgery = Callable[[Honest, list[Event]], "list[Event] | None"]
WON = {"black": "white", "white": "black"}


def _results(log: list[Event], number: int) -> list[Event]:
    """Every word on results of the round, reports and the desk's, by position."""
    words = ("tournament.result-reported.v1", "tournament.result-recorded.v1")
    return [event for event in log if event.kind in words and data_of(event)["round"] == number]


def _of_game(log: list[Event], game_id: str) -> list[Event]:
    return [event for event in log if data_of(event).get("game_id") == game_id]


def _other_winner(log: list[Event], number: int) -> None:
    words = _results(log, number)
    _turned(words, data_of(words[-1])["game_id"])


def _turned(words: list[Event], game_id: str) -> None:
    """All words on the game name the other player."""
    for event in _of_game(words, game_id):
        result = data_of(event)["result"]
        say(event, result=result | {"winner": WON[result["winner"]]})


def nothing(honest: Honest, log: list[Event]) -> None:
    """The log is written again as it was."""


def altered_early(honest: Honest, log: list[Event]) -> None:
    _other_winner(log, 1)


def altered_late(honest: Honest, log: list[Event]) -> None:
    _other_winner(log, ROUNDS - 1)


def altered_last(honest: Honest, log: list[Event]) -> None:
    _other_winner(log, ROUNDS)


def two_swapped(honest: Honest, log: list[Event]) -> None:
    """Two results of the last round, one won by Black and one by White, change places."""
    words = _results(log, ROUNDS)
    won = {data_of(event)["result"]["winner"]: data_of(event)["game_id"] for event in words}
    for game_id in (won["black"], won["white"]):
        _turned(words, game_id)


def round_cut_off(honest: Honest, log: list[Event]) -> list[Event]:
    """Nothing of the last round has happened."""
    first = next(
        event
        for event in log
        if event.kind == "tournament.round-paired.v1" and data_of(event)["round"] == ROUNDS
    )
    return [event for event in log if event.position < first.position]


def record_changed(honest: Honest, log: list[Event]) -> None:
    """Another third move: the winner is the same."""
    [*_, third] = [event for event in _stones(honest, log) if data_of(event)["at"] == "D16"]
    say(third, at="C15")


def record_and_result_changed(honest: Honest, log: list[Event]) -> None:
    """Black gives up in place of White, and has lost by every word that was said."""
    for event in log:
        if event.stream == f"game-{honest.recorded}" and event.kind == "game.resigned.v1":
            say(event, color="b")
        if event.stream == f"game-{honest.recorded}" and event.kind == "game.ended.v1":
            event.data = event.data.replace("B+R", "W+R").replace('"winner":"b"', '"winner":"w"')
    for event in _of_game(_results(log, 2), honest.recorded):
        say(event, result=data_of(event)["result"] | {"winner": "white"})


def ruling_back_dated(honest: Honest, log: list[Event]) -> None:
    """Ten minutes earlier, in the claim and in the tournament."""
    ruled = next(event for event in log if event.kind == "claim.ruled.v1")
    for event in log:
        if event.command_id == ruled.command_id:
            event.recorded_at -= timedelta(minutes=10)


def rating_changed(honest: Honest, log: list[Event]) -> None:
    entered = [event for event in log if event.kind == "tournament.player-entered.v1"]
    say(entered[4], rating=data_of(entered[4])["rating"] + 1)


def names_swapped(honest: Honest, log: list[Event]) -> None:
    """The first and the last of the field are each other."""
    entered = [event for event in log if event.kind == "tournament.player-entered.v1"]
    first, last = data_of(entered[0])["player_id"], data_of(entered[-1])["player_id"]
    say(entered[0], player_id=last)
    say(entered[-1], player_id=first)


def hidden_from_one_reader(honest: Honest, log: list[Event]) -> list[Event]:
    """This reader is shown a log without what one player reported; everybody else sees the true one."""
    hidden = next(e for e in _results(log, ROUNDS) if e.kind == "tournament.result-reported.v1")
    return [event for event in log if event is not hidden]


def line_rewritten(honest: Honest, log: list[Event]) -> None:
    """Somebody else is said to have recorded the last result."""
    _results(log, ROUNDS)[-1].actor = "another desk"


def _stones(honest: Honest, log: list[Event]) -> list[Event]:
    stream = f"game-{honest.recorded}"
    return [event for event in log if event.stream == stream and event.kind == "game.stone-played.v1"]


FORGERIES: dict[str, Forgery] = {
    "result altered early": altered_early,
    "result altered late": altered_late,
    "result altered in the last round": altered_last,
    "two results swapped": two_swapped,
    "last round cut off": round_cut_off,
    "record changed": record_changed,
    "record and result changed": record_and_result_changed,
    "ruling back-dated": ruling_back_dated,
    "rating changed by 1": rating_changed,
    "names swapped": names_swapped,
    "event hidden from one reader": hidden_from_one_reader,
    "receipt of a rewritten line": line_rewritten,
}
