"""Errors planted in a log, digests and all made to follow: the verifier names each."""

import json

import pytest

from tests.builders import a_tournament
from tests.verifier.bad import canonical, changed
from tests.verifier.checking import bundle_of, verified
from tests.verifier.forgeries.honest import honest_tournament
from tests.verifier.forgeries.readers import undone
from tests.verifier.forgeries.rewriting import data_of, rewrite, say
from tournaments.competition.history import PairingSettings


@pytest.fixture(scope="module")
def slugs(lasting_db):
    """Of ten players, and of seven, one of whom has a bye in each round; last ties are broken by number."""
    odd = a_tournament(7, slug="odd", rounds=3, finished=2, pairing=PairingSettings(rules="house-2"))
    return honest_tournament().row.slug, odd.slug


def paired(log, slug_of, number):
    """The event that paired a round of the tournament."""
    return next(
        event
        for event in log
        if event.kind == "tournament.round-paired.v1"
        and data_of(event)["round"] == number
        and event.stream == slug_of
    )


def games_follow(log, event):
    """Their own streams say who plays whom as the pairing does."""
    pairs = {f"game-{pair['game_id']}": pair for pair in data_of(event)["pairs"]}
    for one in log:
        if one.kind == "game.opened.v1" and one.stream in pairs:
            pair = pairs[one.stream]
            say(one, black=pair["black"], white=pair["white"], handicap=pair["handicap"])


def another_matching(pairs):
    """Two games in which the Blacks have changed places: no pairing is better than the best."""
    pairs[0]["black"], pairs[1]["black"] = pairs[1]["black"], pairs[0]["black"]


def other_colours(pairs):
    pairs[0]["black"], pairs[0]["white"] = pairs[0]["white"], pairs[0]["black"]


def another_handicap(pairs):
    pairs[0]["handicap"] += 1


def another_table(pairs):
    pairs[0]["table"], pairs[1]["table"] = pairs[1]["table"], pairs[0]["table"]


def a_cost_more(pairs):
    pairs[0]["components"]["seeding"] += 1
    pairs[0]["total"] += 1


PLANTED = {
    "a worse pairing": (another_matching, "cost of the pair"),
    "colours": (other_colours, "white of table"),
    "a stone": (another_handicap, "handicap of table"),
    "a table": (another_table, "table of"),
    "a cost": (a_cost_more, "cost of the pair"),
}


def faults(slug, change, tmp_path):
    """What the verifier finds after ``change`` of the log, which is undone."""
    with undone():
        rewrite(change)
        return verified(bundle_of(slug, tmp_path)).faults


def stream_of(slug):
    from tournaments.tables.rows import TournamentRow

    return f"tournament-{TournamentRow.objects.get(slug=slug).pk}"


@pytest.mark.parametrize("name", PLANTED)
def test_an_error_in_a_pairing_is_named(name, db, slugs, tmp_path):
    plant, words = PLANTED[name]

    def change(log):
        event = paired(log, stream_of(slugs[0]), 2)
        pairs = data_of(event)["pairs"]
        plant(pairs)
        say(event, pairs=pairs)
        games_follow(log, event)

    found = faults(slugs[0], change, tmp_path)
    assert any(words in fault and "version" in fault for fault in found), found


def test_a_bye_of_somebody_else_is_named(db, slugs, tmp_path):
    def change(log):
        event = paired(log, stream_of(slugs[1]), 2)
        pairs, [free] = data_of(event)["pairs"], data_of(event)["byes"]
        free, pairs[-1]["black"] = pairs[-1]["black"], free
        say(event, pairs=pairs, byes=[free])
        games_follow(log, event)

    found = faults(slugs[1], change, tmp_path)
    assert any("bye of round 2" in fault for fault in found), found


def test_an_order_that_does_not_follow_is_named(db, slugs, tmp_path):
    def change(log):
        event = paired(log, stream_of(slugs[0]), 3)
        first, *others = data_of(event)["order"]
        say(event, order=[*others, first])

    found = faults(slugs[0], change, tmp_path)
    assert any("order of round 3" in fault for fault in found), found


def test_another_digest_of_the_inputs_is_named(db, slugs, tmp_path):
    def change(log):
        say(paired(log, stream_of(slugs[1]), 2), inputs_digest="0" * 64)

    assert verified(bundle_of(slugs[1], tmp_path)).checked["inputs digest"] == 2
    found = faults(slugs[1], change, tmp_path)
    assert any("inputs digest of round 2" in fault for fault in found), found


def one_more(told):
    """A tie-break of one player after the last round is one more."""
    values = next(iter(told["rounds"][-1]["values"].values()))
    values[told["rounds"][-1]["criteria"][1]] += 1


def two_places_swapped(told):
    places = told["rounds"][-1]["places"]
    first, last = min(places, key=places.get), max(places, key=places.get)
    places[first], places[last] = places[last], places[first]


def other_winner_shown(told):
    result = told["rounds"][-1]["pairs"][0]["result"]
    result["winner"] = {"black": "white", "white": "black"}[result["winner"]]


def a_pair_left_out(told):
    told["rounds"][0]["pairs"].pop()


def finding_inverted(told):
    [finding] = told["findings"]
    finding.update(verdict="refuted", missing=[])


SHOWN = {
    "a tie-break off by one": ("standings", one_more, "score"),
    "two places swapped": ("standings", two_places_swapped, "places"),
    "another winner": ("rounds", other_winner_shown, "game of a round"),
    "a game that is not shown": ("rounds", a_pair_left_out, "games of a round"),
    "a finding inverted": ("findings", finding_inverted, "finding"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_what_was_published_and_does_not_follow_is_named(name, db, slugs, tmp_path):
    part, plant, words = SHOWN[name]
    path = f"published/{part}.json"

    def change(files):
        told = json.loads(files[path])
        plant(told)
        files[path] = canonical(told)

    found = verified(changed(bundle_of(slugs[0], tmp_path), change)).faults
    assert any(fault.startswith(path) and words in fault for fault in found), found
