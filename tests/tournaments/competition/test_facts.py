"""Facts are declared once: what inherits them, what hands them on, and the doors that must name each."""

from dataclasses import dataclass, fields, replace

import pytest

from games.log import wire
from tests.tournaments.build import entered, given, made
from tournaments.competition.facts import EntryFacts, Facts, GameFacts, PairFacts, TeamFacts, copier
from tournaments.competition.history import Entrant, Game
from tournaments.competition.team import Team
from tournaments.deciding.entries import ChangeEntry, EnterPlayer
from tournaments.deciding.teams import ChangeTeam, FormTeam
from tournaments.events.entries import EntryChanged, PlayerEntered
from tournaments.events.pairs import PairMade, PairMadeByHand
from tournaments.events.teams import TeamChanged, TeamFormed
from tournaments.formats.csv_headings import COLUMNS
from tournaments.formats.imported import TeamTold
from tournaments.operations.entries import CHANGE_ENTRY, ENTER_PLAYER
from tournaments.reading.entries import EntryBody
from tournaments.state.tournament import Entry, Pair
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


@pytest.mark.parametrize(
    ("facts", "values"),
    [
        (EntryFacts, [EnterPlayer, PlayerEntered, EntryChanged, Entry, Entrant]),
        (PairFacts, [PairMade, Pair]),
        (GameFacts, [Game, PairMade, Pair]),
        (TeamFacts, [FormTeam, TeamFormed, TeamChanged, Team, TeamTold]),
    ],
)
def test_a_value_has_the_facts_that_it_inherits_and_no_dict(facts, values):
    for value in values:
        assert issubclass(value, facts)
        assert set(facts.fact_names()) <= {one.name for one in fields(value)}
        assert "__dict__" not in dir(value)


def test_facts_go_from_the_command_to_the_history():
    state = given(*entered("a", **ENTERED))
    facts = EntryFacts.facts_of(state.entries["a"])
    assert facts.items() >= ENTERED.items()
    assert EntryFacts.facts_of(state.history().entrants["a"]) == facts


def test_in_the_log_facts_lie_beside_what_was_decided():
    event = PairMadeByHand(round=1, pair=PAIRED)
    _, data = wire.encode(event)
    assert data["pair"] == {"game_id": "1ab"} | PairFacts.facts_of(PAIRED)
    assert wire.decode("tournament.pair-made-by-hand.v1", data) == event


def test_a_copier_makes_what_the_class_itself_makes():
    game = copier(GameFacts, Game, "round")(PAIRED, round=5)
    assert game == Game(round=5, table=3, black="a", white="b", handicap=2)


@pytest.mark.parametrize(
    ("command", "kept"),
    [
        (ChangeEntry(entry_id="a", rank=3, club="", group=None), {"rank": 3, "club": ""}),
        (ChangeTeam(team_id="a", name="B"), {"name": "B"}),
    ],
)
def test_a_change_names_facts(command, kept):
    assert command.changes == kept
    with pytest.raises(TypeError, match="no player_id, table"):
        EntryFacts.changes({"table": 1, "player_id": "p", "rank": 1})


def test_a_class_may_have_the_facts_of_several():
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Both(EntryFacts, GameFacts):
        id: str

    both = Both(id="x", rank=1, rating=2, table=3, white="w", black="b")
    assert (both.group, both.handicap, both.id) == ("", 0, "x")
    facts = {"table": 3, "white": "w", "black": "b", "colours_known": True, "handicap": 0}
    assert GameFacts.facts_of(both) == facts


def test_bases_hold_nothing():
    assert not any(base.__slots__ for base in Facts.__subclasses__())


class TestEveryFactOfAnEntry:
    """What has to name each fact for itself: forgotten there, a new one would be lost without a word."""

    def test_has_a_column(self):
        columns = {field.name for field in EntryRow._meta.concrete_fields}
        assert columns.issuperset(EntryFacts.fact_names())

    def test_is_answered_over_rest(self):
        assert set(EntryBody.__annotations__).issuperset(EntryFacts.fact_names())

    def test_can_be_changed(self):
        assert set(CHANGE_ENTRY.fields).issuperset(EntryFacts.fact_names())

    def test_can_be_given_on_entering_unless_it_is_the_players_own(self):
        own = {"country", "club"}
        assert set(ENTER_PLAYER.fields).issuperset(set(EntryFacts.fact_names()) - own)

    def test_is_a_column_of_tables_of_players(self):
        assert set(COLUMNS) | {"final"} > set(EntryFacts.fact_names())
        assert "registration" in COLUMNS  # is what tables call ``final``
