"""The forgeries: each changes the events of a log that is rewritten (``rewriting.rewrite``) after it."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
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
        if event.stream == f"game-{honest.recorded[0]}" and event.kind == "game.resigned.v1":
            say(event, color="b")
        if event.stream == f"game-{honest.recorded[0]}" and event.kind == "game.ended.v1":
            event.data = event.data.replace("B+R", "W+R").replace('"winner":"b"', '"winner":"w"')
    _turned(_results(log, 2), honest.recorded[0])


def result_against_its_record(honest: Honest, log: list[Event]) -> None:
    """All words on a game of the last round name the other player; its record stays."""
    _turned(_results(log, ROUNDS), honest.recorded[1])


def outcome_of_a_record(honest: Honest, log: list[Event]) -> None:
    """The record says that White won, though White gave up."""
    for event in log:
        if event.stream == f"game-{honest.recorded[1]}" and event.kind == "game.ended.v1":
            event.data = event.data.replace("B+R", "W+R").replace('"winner":"b"', '"winner":"w"')


def result_against_its_ruling(honest: Honest, log: list[Event]) -> None:
    [ruled] = [event for event in log if event.kind == "tournament.result-ruled.v1"]
    say(ruled, result=data_of(ruled)["result"] | {"winner": "black"})


def komi_of_a_game(honest: Honest, log: list[Event]) -> None:
    """In the game's own stream alone."""
    [opened] = [
        event
        for event in log
        if event.stream == f"game-{honest.recorded[1]}" and event.kind == "game.opened.v1"
    ]
    opened.data = opened.data.replace("komi=6.5", "komi=0.5")


def _pairing(log: list[Event], number: int) -> Event:
    return next(
        event
        for event in log
        if event.kind == "tournament.round-paired.v1" and data_of(event)["round"] == number
    )


def _repaired(plant: Callable[[list[dict]], None]) -> Forgery:
    """A forgery of the pairs of round 2, with which the games' own streams agree."""

    def forge(honest: Honest, log: list[Event]) -> None:
        event = _pairing(log, 2)
        pairs = data_of(event)["pairs"]
        plant(pairs)
        say(event, pairs=pairs)
        games = {f"game-{pair['game_id']}": pair for pair in pairs}
        for one in log:
            if one.kind == "game.opened.v1" and one.stream in games:
                pair = games[one.stream]
                say(one, black=pair["black"], white=pair["white"], handicap=pair["handicap"])

    return forge


def _other_matching(pairs: list[dict]) -> None:
    """No pairing is better than the best."""
    pairs[0]["black"], pairs[1]["black"] = pairs[1]["black"], pairs[0]["black"]


def _other_colours(pairs: list[dict]) -> None:
    pairs[1]["black"], pairs[1]["white"] = pairs[1]["white"], pairs[1]["black"]


def _other_handicap(pairs: list[dict]) -> None:
    pairs[1]["handicap"] += 1


def _other_tables(pairs: list[dict]) -> None:
    pairs[0]["table"], pairs[1]["table"] = pairs[1]["table"], pairs[0]["table"]


def _other_costs(pairs: list[dict]) -> None:
    pairs[0]["components"]["seeding"] += 1
    pairs[0]["total"] += 1


def order_changed(honest: Honest, log: list[Event]) -> None:
    event = _pairing(log, 3)
    first, *others = data_of(event)["order"]
    say(event, order=[*others, first])


def seed_chosen(honest: Honest, log: list[Event]) -> None:
    """Another seed than the one that was drawn."""
    event = _pairing(log, 4)
    say(event, seed=data_of(event)["seed"] + 1)


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
    stream = f"game-{honest.recorded[0]}"
    return [event for event in log if event.stream == stream and event.kind == "game.stone-played.v1"]


@dataclass(frozen=True, slots=True)
class Kind:
    forge: Forgery
    contradicts: bool


FORGERIES = {
    "result altered early": Kind(altered_early, contradicts=True),
    "result altered late": Kind(altered_late, contradicts=True),
    "result altered in the last round": Kind(altered_last, contradicts=False),
    "two results swapped": Kind(two_swapped, contradicts=False),
    "result against its record": Kind(result_against_its_record, contradicts=True),
    "result against its ruling": Kind(result_against_its_ruling, contradicts=True),
    "last round cut off": Kind(round_cut_off, contradicts=False),
    "record changed": Kind(record_changed, contradicts=False),
    "record and result changed": Kind(record_and_result_changed, contradicts=True),
    "outcome of a record changed": Kind(outcome_of_a_record, contradicts=True),
    "komi of a game changed": Kind(komi_of_a_game, contradicts=True),
    "pairing other than the best": Kind(_repaired(_other_matching), contradicts=True),
    "colours changed": Kind(_repaired(_other_colours), contradicts=True),
    "handicap changed": Kind(_repaired(_other_handicap), contradicts=True),
    "tables changed": Kind(_repaired(_other_tables), contradicts=True),
    "costs of a pair changed": Kind(_repaired(_other_costs), contradicts=True),
    "order of players changed": Kind(order_changed, contradicts=True),
    "seed chosen": Kind(seed_chosen, contradicts=True),
    "ruling back-dated": Kind(ruling_back_dated, contradicts=False),
    "rating changed by 1": Kind(rating_changed, contradicts=False),
    "names swapped": Kind(names_swapped, contradicts=False),
    "event hidden from one reader": Kind(hidden_from_one_reader, contradicts=False),
    "line rewritten": Kind(line_rewritten, contradicts=False),
}
"""``contradicts``: what else the log says shows it, to whoever computes it again."""


def one_more(told: dict) -> None:
    """A tie-break of one player after the last round is one more."""
    values = next(iter(told["rounds"][-1]["values"].values()))
    values[told["rounds"][-1]["criteria"][1]] += 1


def two_places_swapped(told: dict) -> None:
    places = told["rounds"][-1]["places"]
    first, last = min(places, key=places.get), max(places, key=places.get)
    places[first], places[last] = places[last], places[first]


def other_winner_shown(told: dict) -> None:
    result = told["rounds"][-1]["pairs"][0]["result"]
    result["winner"] = WON[result["winner"]]


def a_pair_left_out(told: dict) -> None:
    told["rounds"][0]["pairs"].pop()


def a_round_shown_twice(told: dict) -> None:
    """A reader that takes the first of two tables reads the forged one."""
    forged = deepcopy(told["rounds"][-1])
    two_places_swapped({"rounds": [forged]})
    told["rounds"].insert(0, forged)


def a_pair_shown_twice(told: dict) -> None:
    forged = deepcopy(told["rounds"][-1]["pairs"][0])
    forged["result"]["winner"] = WON[forged["result"]["winner"]]
    told["rounds"][-1]["pairs"].insert(0, forged)


def more_shown(told: dict) -> None:
    told["rounds"][-1]["champion"] = "nobody"


def finding_inverted(told: dict) -> None:
    [finding] = told["findings"]
    finding.update(verdict="refuted", missing=[])


def a_finding_shown_twice(told: dict) -> None:
    forged = deepcopy(told)
    finding_inverted(forged)
    told["findings"] = [*forged["findings"], *told["findings"]]


PUBLISHED: dict[str, tuple[str, Callable[[dict], None]]] = {
    "published tie-break off by one": ("standings", one_more),
    "published places swapped": ("standings", two_places_swapped),
    "published result changed": ("rounds", other_winner_shown),
    "published game left out": ("rounds", a_pair_left_out),
    "published places shown twice": ("standings", a_round_shown_twice),
    "published game shown twice": ("rounds", a_pair_shown_twice),
    "more published than follows": ("standings", more_shown),
    "published finding inverted": ("findings", finding_inverted),
    "published finding shown twice": ("findings", a_finding_shown_twice),
}
"""Forged in the bundle alone, by whoever passes it on: no signature covers these members."""
