"""A form that is refused shows what was typed: pairing constraints, terms of a game, tie-breaks."""

import pytest

from tests.builders import a_tournament, an_account, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    row = a_tournament(4, rounds=3)
    pair(row, 1)
    return row


@pytest.fixture
def visitor():
    return Visitor(an_account("dora", "director"))


def filled(visitor, field):
    """The fields of the form that has this one, as the page shows them."""
    return next(form.fields for form in visitor.page.forms if field in form.fields)


def test_a_table_that_nobody_can_be_pinned_to(row, visitor):
    visitor.open("/tournaments/open/wishes/")
    third = str(EntryRow.objects.filter(tournament=row)[2].id)
    visitor.press("Pin the player", entry=third, table="99999", reason="a wheelchair")
    fields = filled(visitor, "table")
    assert (fields["entry"], fields["table"], fields["reason"]) == (third, "99999", "a wheelchair")
    assert visitor.page.status == 422


def test_a_group_without_a_reason(row, visitor):
    visitor.open("/tournaments/open/wishes/")
    two = [str(one.id) for one in EntryRow.objects.filter(tournament=row)[:2]]
    visitor.press("Add the group", members=two, rule="must_meet", of="guests", rounds="2")
    html = visitor.page.html
    assert "reason" in visitor.page.text
    assert all(f'value="{one}" selected' in html for one in two)
    fields = filled(visitor, "rule")
    assert (fields["rule"], fields["of"]) == ("must_meet", "guests")
    assert '<option value="2" selected>2</option>' in html


def test_terms_that_no_game_has(row, visitor):
    game = PairingRow.objects.filter(tournament=row)[0]
    visitor.open(f"/tournaments/open/games/{game.game_id}/edit/")
    visitor.press("Set them", handicap="3", komi="6.3", reason="as agreed")
    fields = filled(visitor, "komi")
    assert (fields["handicap"], fields["komi"], fields["reason"]) == ("3", "6.3", "as agreed")
    visitor.press("Set them", handicap="3", komi="0.5")
    game.refresh_from_db()
    assert (game.handicap, game.komi) == (3, 0.5)


def test_criteria_that_there_are_not(row, visitor):
    visitor.open("/tournaments/open/tiebreaks/")
    visitor.press("See who would move", criteria="MMS, SOSX")
    assert filled(visitor, "criteria")["criteria"] == "MMS, SOSX"
    visitor.press("See who would move", criteria="NBW", draw_seed="7")
    visitor.press("Decide places by this list", reason="")
    assert "reason" in visitor.page.text
    fields = next(form.fields for form in visitor.page.forms if "seen" in form.fields)
    assert (fields["criteria"], fields["draw_seed"]) == ("NBW", "7")
