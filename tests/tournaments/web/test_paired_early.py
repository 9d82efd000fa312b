"""Officers are told that a round was paired before a result was corrected; the public is not."""

import pytest
from django.test import Client

from tests.builders import a_context, a_tournament, finish, logged_in, pair
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.byes import TakeBackBye
from tournaments.domain.results import RecordResult
from tournaments.domain.round_stages import PublishRound
from tournaments.loading import load
from tournaments.tables.rows import PairingRow, RoundRow

pytestmark = pytest.mark.django_db
SAID = "paired before a result"
PAGES = ("/tournaments/open/rounds/2/", "/tournaments/open/?round=2")


def corrected(system):
    row = a_tournament(players=4, system=system, rounds=3)
    pair(row, 1)
    finish(row, 1)
    pair(row, 2)
    for number in (1, 2):
        carry_out(str(row.id), PublishRound(round=number), a_context())
    game = PairingRow.objects.get(tournament=row, round=1, table=1)
    other = Winner.BLACK if game.winner == Winner.WHITE else Winner.WHITE
    result = RecordResult(game_id=str(game.game_id), result=Result(winner=other), reason="misread")
    carry_out(str(row.id), result, a_context())
    assert RoundRow.objects.get(tournament=row, number=2).corrected


@pytest.mark.parametrize(("system", "told"), [("mcmahon", True), ("round_robin", False)])
def test_officers_are_told_where_pairings_depend_on_results(system, told):
    corrected(system)
    director = logged_in()
    pages = [director.get(page).content.decode() for page in PAGES]
    assert [SAID in page for page in pages] == [told, told]
    assert ["round 1, table 1" in page for page in pages] == [told, told]


def test_a_bye_that_was_taken_back_is_named_without_a_table():
    row = a_tournament(players=5, system="mcmahon", rounds=3)
    pair(row, 1)
    finish(row, 1)
    pair(row, 2)
    (bye,) = load(str(row.id))[0].round(1).byes
    carry_out(str(row.id), TakeBackBye(round=1, entry_id=bye, reason="never came"), a_context())
    page = logged_in().get(PAGES[0]).content.decode()
    assert "a game, bye or absence of round 1" in page


def test_officers_are_told_nothing_before_a_result_is_corrected():
    row = a_tournament(players=4, system="mcmahon", rounds=3)
    pair(row, 1)
    finish(row, 1)
    pair(row, 2)
    director = logged_in()
    assert not any(SAID in director.get(page).content.decode() for page in PAGES)


def test_the_public_is_not_told():
    corrected("mcmahon")
    assert not any(SAID in Client().get(page).content.decode() for page in PAGES)
