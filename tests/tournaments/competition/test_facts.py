"""Facts are declared once, inherited by each layer, and named by each interface."""

from dataclasses import replace

import pytest

from games.inputs import inputs_of
from games.log import wire
from tests.tournaments.build import entered, given, made
from tournaments.competition.facts import EntryFacts, PairFacts
from tournaments.domain.entries import ChangeEntry, EnterPlayer
from tournaments.domain.pairs import PairMadeByHand
from tournaments.domain.teams import ChangeTeam
from tournaments.formats.csv_players import COLUMNS
from tournaments.reading.entries import EntryBody
from tournaments.tables.rows import EntryRow

ENTERED = {
    "rank": 2,
    "rating": 2300,
    "country": "NL",
    "club": "Rive",
    "correction": 1,
    "final": False,
    "group": "B",
}
PAIRED = replace(made(1, "ab", 3), handicap=2, komi=0.5, components={"score": 4}, total=4, place="W2/1")


def test_facts_are_passed_from_command_to_history():
    state = given(*entered("a", **ENTERED))
    facts = EntryFacts.facts_of(state.entries["a"])
    assert facts.items() >= ENTERED.items()
    assert EntryFacts.facts_of(state.history().entrants["a"]) == facts


def test_log_has_facts_and_decisions_in_one_event():
    event = PairMadeByHand(round=1, pair=PAIRED)
    _, data = wire.encode(event)
    assert data["pair"] == {"game_id": "1ab"} | PairFacts.facts_of(PAIRED)
    assert wire.decode("tournament.pair-made-by-hand.v1", data) == event


@pytest.mark.parametrize(
    ("command", "kept"),
    [
        (ChangeEntry(entry_id="a", rank=3, club="", group=None), {"rank": 3, "club": ""}),
        (ChangeTeam(team_id="a", name="B"), {"name": "B"}),
    ],
)
def test_change_rejects_unknown_facts(command, kept):
    assert command.changes == kept
    with pytest.raises(TypeError, match="no player_id, table"):
        EntryFacts.changes({"table": 1, "player_id": "p", "rank": 1})


class TestEveryFactOfAnEntry:
    """The interfaces that have to name each fact: a new fact missing there would be lost silently."""

    def test_fact_has_a_column(self):
        columns = {field.name for field in EntryRow._meta.concrete_fields}
        assert columns.issuperset(EntryFacts.fact_names())

    def test_fact_is_in_rest_responses(self):
        assert set(EntryBody.__annotations__).issuperset(EntryFacts.fact_names())

    def test_fact_can_be_changed(self):
        assert {one.member for one in inputs_of(ChangeEntry)}.issuperset(EntryFacts.fact_names())

    def test_fact_can_be_given_on_entering_unless_the_player_has_it(self):
        own = {"country", "club"}
        assert {one.member for one in inputs_of(EnterPlayer)}.issuperset(set(EntryFacts.fact_names()) - own)

    def test_fact_is_a_column_of_player_tables(self):
        assert set(COLUMNS) | {"final"} > set(EntryFacts.fact_names())
        assert "registration" in COLUMNS  # is what tables call ``final``
