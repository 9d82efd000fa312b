"""Games of a player who leaves a round robin early may be excluded from the standings."""

import pytest

from games.refusals import Refusal
from tests.builders import an_account, differing_rows, logged_in
from tests.tournaments.competition.schedules.hall import an_event, do, entry, fresh, pair, pairs, play, state
from tests.tournaments.web.visitor import Visitor
from tournaments.competition.standings import standings
from tournaments.domain.presence import ReinstateEntry, WithdrawEntry
from tournaments.reading.queries import history_of
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments/open/"
SEND = {"content_type": "application/json", "headers": {"If-Match": "*"}}


def wins(row, number=3):
    """Entry number -> wins."""
    entries = state(row).entries
    table = standings(history_of(fresh(row)), number)
    return {entries[line.entrant_id].number: line.plain()["NBW"] for line in table.rows}


def left(row):
    """The strongest leaves after round 1."""
    play(row, 1)
    do(row, WithdrawEntry(entry_id=entry(row, 0), reason="ill", void=True))


def test_games_of_voided_player_count_for_nobody():
    row = an_event("round_robin", 4)
    left(row)
    play(row, 2, 3)
    assert wins(row) == {1: 0, 2: 2, 3: 1, 4: 0}
    assert [len(pairs(row, number)) for number in (1, 2, 3)] == [2, 1, 1]
    assert not any(state(row).round(number).byes for number in (2, 3))
    assert history_of(fresh(row)).games == state(row).history().games
    assert differing_rows() == []


def test_cross_table_marks_voided_games(client):
    row = an_event("round_robin", 4)
    left(row)
    standings = client.get(f"{API}standings/?round=1").json()["results"]
    cells = {line["entry"]: line["games"] for line in standings}
    assert cells[entry(row, 0)][0].startswith("(")
    assert cells[entry(row, 0)][0].endswith(")")


def test_returning_player_has_games_counted_again():
    row = an_event("round_robin", 4)
    left(row)
    assert wins(row, 1)[1] == 0
    do(row, ReinstateEntry(entry_id=entry(row, 0)))
    assert wins(row, 1)[1] == 1


def test_games_are_voided_by_form_and_over_rest():
    row = an_event("round_robin", 4)
    play(row, 1)
    visitor = Visitor(an_account("dora", "director"))
    visitor.open(f"/tournaments/open/players/{entry(row, 0)}/edit/")
    visitor.press("Withdraw from all remaining rounds", void="yes")
    assert "reason" in visitor.page.text
    assert not EntryRow.objects.get(pk=entry(row, 0)).withdrawn
    visitor.open(f"/tournaments/open/players/{entry(row, 0)}/edit/")
    visitor.press("Withdraw from all remaining rounds", void="yes", reason="ill")
    assert "games do not count" in visitor.page.text
    client = logged_in("dirk", "director")
    address = f"{API}entries/{entry(row, 1)}/presence/"
    assert client.patch(address, {"state": "void"}, **SEND).json()["code"] == "reason_required"
    assert client.patch(address, {"state": "void", "reason": "ill"}, **SEND).json()["voided"] is True


@pytest.mark.parametrize("system", ["swiss", "knock_out"])
def test_rejects_voiding_results_that_others_were_paired_on(system):
    row = an_event(system, 4, rounds=3)
    pair(row, 1)
    with pytest.raises(Refusal) as no:
        do(row, WithdrawEntry(entry_id=entry(row, 0), reason="ill", void=True))
    assert no.value.code == "only_in_a_round_robin"
