"""Groups that are paired one after the other: the desk waits for all of them."""

import pytest

from games.refusals import Refusal
from tests.builders import a_context, a_tournament
from tests.tournaments.web.disputed import visitors
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.presence import SetPresence
from tournaments.tables.rows import EntryRow, PairingRow

pytestmark = pytest.mark.django_db
DESK = "/tournaments/open/desk/"
NO_PAIRS = "Group B is not paired in round {} yet."


@pytest.fixture
def row():
    """Four players in group A, four in group B."""
    row = a_tournament(players=8)
    for place, entry in enumerate(EntryRow.objects.order_by("number")):
        carry_out(str(row.id), ChangeEntry(entry_id=entry.id, group="AB"[place // 4]), a_context())
    return row


@pytest.fixture
def director(row):
    return visitors("director")[0]


def paired():
    """(round, group) of every game."""
    groups = dict(EntryRow.objects.values_list("id", "group"))
    return sorted((game.round, groups[game.white_id]) for game in PairingRow.objects.all())


def test_the_desk_stays_at_the_round_until_every_group_is_paired(director):
    director.open(DESK)
    director.press("Pair A only")
    page = director.open(DESK)
    assert NO_PAIRS.format(1) in page.text
    assert "Pair A only" not in page.buttons
    director.press("Pair B only")
    assert paired() == [(1, "A"), (1, "A"), (1, "B"), (1, "B")]
    page = director.open(DESK)
    assert {"Pair round 2", "Pair A only", "Pair B only"} <= set(page.buttons)
    assert "not paired in round" not in page.text


def test_the_button_of_the_round_pairs_who_is_left(director):
    director.open(DESK)
    director.press("Pair A only")
    director.open(DESK)
    director.press("Pair round 1")
    assert paired() == [(1, "A"), (1, "A"), (1, "B"), (1, "B")]


def test_nobody_waits_for_a_group_that_is_not_there(row, director):
    for entry in EntryRow.objects.filter(group="B"):
        carry_out(str(row.id), SetPresence(entry_id=entry.id, round=1, present=False), a_context())
    director.open(DESK)
    director.press("Pair A only")
    assert "Pair round 2" in director.open(DESK).buttons


@pytest.mark.parametrize("group", ["B", None])
def test_a_group_is_not_paired_for_a_later_round_first(row, group):
    pair_round(str(row.id), PairRound(round=1, group="A"), a_context())
    with pytest.raises(Refusal) as no:
        pair_round(str(row.id), PairRound(round=2, group=group, reason="rain"), a_context())
    facts = {"round": 1, "group": "B", "fault": "Group B has no pairs in round 1."}
    assert (no.value.code, no.value.facts) == ("earlier_round_not_paired", facts)
    assert paired() == [(1, "A"), (1, "A")]
