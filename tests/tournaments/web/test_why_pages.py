"""Reasons and proof in plain words, edits with their cost, and what is asked of pairings, on pages."""

import pytest

from tests.builders import a_context, a_tournament, an_account, pair
from tests.tournaments.web.disputed import visitors
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.domain.pairs import SwapColours, UnmakePair
from tournaments.loading import load
from tournaments.reading.queries import entry_names
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow

pytestmark = pytest.mark.django_db
EVENT = "/tournaments/open/"


@pytest.fixture
def row():
    row = a_tournament(players=7, finished=1)
    pair(row, 2)
    return row


@pytest.fixture
def director():
    return visitors("director")[0]


@pytest.fixture
def public():
    return visitors("public")[0]


def games(number=2):
    return list(PairingRow.objects.filter(round=number).order_by("table"))


def test_everybody_reads_why_two_meet(row, public):
    game = games()[0]
    page = public.open(f"{EVENT}rounds/2/why/{game.game_id}/")
    names = entry_names(row)
    assert page.status == 200
    assert f"Why {names[game.white_id]} and {names[game.black_id]}?" in page.text
    assert "no repeated opponents" in page.text
    assert f"The next best opponent of {names[game.white_id]} was" in page.text
    assert f"Other opponents of {names[game.black_id]}" in page.text
    assert "\N{MINUS SIGN} the pairing rules would be met less well, + better." in page.text
    assert "How much less" not in page.text
    words, numbers = page.text.split("The same in numbers", 1)
    assert "Worse: scores would be further apart" in words
    assert str(game.total) in numbers
    assert str(game.total) not in words


def test_the_proof_is_published_with_the_round_and_keeps_reasons_to_officers(row, public, director):
    carry_out(str(row.id), SwapColours(game_id=str(games()[0].game_id), reason="bad back"), a_context())
    page = public.open(f"{EVENT}rounds/2/proof/")
    assert "No other pairing of these players fits the pairing rules better." in page.text
    assert "The colours were swapped" in page.text
    assert "bad back" not in page.text
    assert "bad back" in director.open(f"{EVENT}rounds/2/proof/").text


def test_each_edit_of_a_game_shows_its_cost(row, director):
    game = games()[0]
    page = director.open(f"{EVENT}games/{game.game_id}/edit/")
    assert "One game fewer: its two players would wait." in page.text
    assert f"The weight of the pairing changes by -{game.total}" in page.text
    assert "The pairing becomes neither better nor worse." in page.text
    page = director.press("Set handicap and komi", handicap="3", komi="0.5", reason="a guest")
    game.refresh_from_db()
    assert (game.handicap, game.komi) == (3, 0.5)
    assert "The settings give 0 stones, not 3." in page.text
    director.press("Move the game", table="9", reason="by the window")
    assert PairingRow.objects.get(pk=game.pk).table == 9
    page = director.press("Pin it to this table")
    assert "pinned to its table" in page.text


def test_a_pair_is_weighed_before_it_is_made(row, director):
    for game in games()[:2]:
        carry_out(str(row.id), UnmakePair(game_id=str(game.game_id), reason="try"), a_context())
    state, _ = load(str(row.id))
    one, other = [e.id for e in EntryRow.objects.all() if e.id not in state.round(2).busy][:2]
    director.open(f"{EVENT}rounds/2/")
    page = director.press("Show the effect", white=one, black=other, reason="on trial")
    assert "The weight of the pairing changes by" in page.text
    assert PairingRow.objects.filter(round=2).count() == 1
    director.press("Pair these two")
    assert PairingRow.objects.filter(round=2, by_hand=True, white=one, black=other).exists()


def test_what_is_asked_of_pairings_is_asked_on_a_page(director):
    row = a_tournament(players=5)
    entries = list(EntryRow.objects.order_by("number"))
    page = director.open(f"{EVENT}wishes/")
    assert "There are no constraints." in page.text
    director.press("Add the group", members=[entries[0].id, entries[1].id], rounds=[])
    director.press("Ask for the bye", entry=entries[2].id, round="1")
    page = director.press("Pin the player", entry=entries[3].id, table="7")
    for said in ("must not meet (family).", f"{entry_names(row)[entries[2].id]}, round 1", "at table 7."):
        assert said in page.text
    pair_round(str(row.id), PairRound(round=1), a_context())
    assert RoundRow.objects.get().byes == [entries[2].id]
    director.open(f"{EVENT}wishes/")
    assert "Round: a number." in director.press("Ask for the bye", round="x").text


def test_a_player_asks_for_a_bye_himself(public):
    row = a_tournament(players=5)
    entry = EntryRow.objects.order_by("number").first()
    ada = an_account("ada")
    Player.objects.filter(pk=entry.player_id).update(user=ada)
    visitor = Visitor(ada)
    visitor.open(f"{EVENT}players/")
    visitor.follow("ask for a bye")
    visitor.press("ask for the bye of round 2")
    assert load(str(row.id))[0].entries[entry.id].byes_asked == {2}
    visitor.press("take back of round 2")
    assert load(str(row.id))[0].entries[entry.id].byes_asked == set()
    assert "ask for a bye" not in public.open(f"{EVENT}players/").text
