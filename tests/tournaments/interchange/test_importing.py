"""Importing files as events: created data, warnings, refusals and repetition."""

import json
import re
from dataclasses import replace
from uuid import uuid4

import pytest

from games.game.rows import GameRow
from games.log import store
from games.log.redaction import without_secrets
from games.log.tables import Event
from games.refusals import Refusal
from tests.builders import a_context, an_entrant, an_organisation, imported
from tests.tournaments.competition.pairing.builders import swiss_32x7
from tests.tournaments.competition.standings.builders import WALLISTS, wallist
from tests.tournaments.formats.gotha_file import GothaFile, written
from tournaments.competition.history import ClubGroup, Game, Result, Winner
from tournaments.competition.standings import standings
from tournaments.formats import Overtime, Person, TimeSystem
from tournaments.formats.opengotha_out import write_opengotha
from tournaments.interchange.exporting import outgoing
from tournaments.interchange.importing import import_file, import_tournament
from tournaments.loading import load, stream_of
from tournaments.reading.queries import entry_names, history_of
from tournaments.tables.people import Club, Player
from tournaments.tables.rows import PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
UUID_TEXT = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ENTRANTS = [an_entrant(place) for place in range(4)]
A, B, C, D = (entrant.id for entrant in ENTRANTS)
GAMES = [
    Game(round=1, table=1, white=A, black=B, result=Result(winner=Winner.WHITE)),
    Game(round=1, table=2, white=C, black=D, handicap=2, result=Result(winner=Winner.JIGO)),
    Game(round=2, table=1, white=B, black=C),
]


def stored(file, *, slug=None, context=None, organisation=None):
    return import_tournament(file, organisation or an_organisation(), slug, context or a_context())


def kinds(summary):
    return [recorded.kind for recorded in store.read(stream_of(summary.tournament_id))]


@pytest.mark.parametrize("name", WALLISTS)
def test_imported_tournament_keeps_its_standings(name):
    history, tables = wallist(name)
    summary = import_file(bytes(written(history)), an_organisation(), "played", a_context())
    row = TournamentRow.objects.get(slug="played")
    names = {entry: name.key for entry, name in entry_names(row).items()}
    state, _ = load(summary.tournament_id)
    for told in (history_of(row), state.history()):
        # What a file in our tests' own hand leaves out (system, byes' points) is taken from the original.
        last = standings(replace(told, settings=history.settings), len(tables))
        rows = {names[row.entrant_id]: [*row.plain().values()] for row in last.rows}
        assert rows == {key: scores for key, *scores in tables[-1]}


@pytest.mark.parametrize("name", [*WALLISTS, "swiss_32x7"])
def test_export_for_opengotha_gives_the_same_log_again(name):
    history = swiss_32x7()[0] if name == "swiss_32x7" else wallist(name)[0]
    first = import_file(bytes(written(history)), an_organisation(), "played-once", a_context())
    data = write_opengotha(outgoing(TournamentRow.objects.get(slug="played-once"))).data
    second = import_file(data, an_organisation(), "played-twice", a_context())
    slugs = ("played-once", "played-twice")
    once, twice = (history_of(TournamentRow.objects.get(slug=slug)) for slug in slugs)
    assert told_by(first) == told_by(second)
    assert scores(once) == scores(twice)


CLUBS = (
    '<ClubsGroups><ClubsGroup name="West &amp; South"><Club name="Lei"/><Club name="Haa"/></ClubsGroup>'
    '<ClubsGroup name="East"><Club name="Gro"/><Club name="Lei"/></ClubsGroup></ClubsGroups>'
)


def test_club_groups_give_the_same_log_again():
    first = import_file(bytes(GothaFile(more=CLUBS)), an_organisation(), "played-once", a_context())
    data = write_opengotha(outgoing(TournamentRow.objects.get(slug="played-once"))).data
    second = import_file(data, an_organisation(), "played-twice", a_context())
    assert told_by(first) == told_by(second)
    assert kinds(first)[:1] == ["tournament.created.v2"]
    assert kinds(first)[2:4] == [*["tournament.club-group-set.v1"] * 2]
    for summary in (first, second):
        groups = load(summary.tournament_id)[0].club_groups.values()
        assert [(group.name, group.clubs) for group in groups] == [
            ("West & South", ("Haa", "Lei")),
            ("East", ("Gro", "Lei")),
        ]


def test_cuts_or_drops_invalid_club_groups_with_a_warning():
    groups = {
        "N" * 70: ("Riverside and Hill", "Haa"),
        "One": ("Haa", "HAA"),
        "east": ("Gro", "", "Lei"),
        "East": ("Gro", "Haa"),
        "\u200f": ("Gro", "Haa"),
    }
    made = [ClubGroup(id=name, name=name, clubs=clubs) for name, clubs in groups.items()]
    file = imported([an_entrant(0, club="Riverside and Hill")])
    summary = stored(replace(file, history=replace(file.history, club_groups=tuple(made))))
    state, _ = load(summary.tournament_id)
    kept = [(group.name, group.clubs) for group in state.club_groups.values()]
    assert kept == [
        ("N" * 60, ("Haa", "Riverside an")),
        ("east", ("Gro", "Lei")),
        ("Unnamed clubs", ("Gro", "Haa")),
    ]
    assert [entry.club for entry in state.entries.values()] == ["Riverside an"]
    assert {
        "The name of a group of clubs is cut to 60 characters.",
        f"The club 'Riverside and Hill' of {'N' * 60} is cut to 12 characters.",
        "The group of clubs One has fewer than two clubs: it is dropped.",
        "Another group of clubs is called East here: the second is dropped.",
    } <= set(summary.warnings)


def told_by(summary):
    """The log with places of first appearance for ids."""
    log = [
        [each.kind, without_secrets(each.data)[0]] for each in store.read(stream_of(summary.tournament_id))
    ]
    text = json.dumps(log).replace(summary.slug, "slug")
    ids = {id_: f"id-{place}" for place, id_ in enumerate(dict.fromkeys(UUID_TEXT.findall(text)))}
    return UUID_TEXT.sub(lambda found: ids[found[0]], text)


def scores(history):
    """Places and scores of every row of the table."""
    return [(row.place, row.scores) for row in standings(history, history.settings.rounds).rows]


def test_rounds_are_recorded_in_order():
    summary = stored(imported(ENTRANTS, GAMES, {2: frozenset({A})}))
    assert kinds(summary) == [
        "tournament.created.v2",
        "tournament.seed-committed.v1",
        *["tournament.player-entered.v1"] * 4,
        "tournament.round-paired.v1",
        *["tournament.result-recorded.v1"] * 2,
        "tournament.round-published.v1",
        "tournament.round-paired.v1",
    ]
    assert (summary.slug, summary.players, summary.rounds) == ("open", 4, 5)


def test_imported_tournament_is_invisible_until_published():
    stored(imported(ENTRANTS, GAMES))
    assert not TournamentRow.objects.get(slug="open").published


def test_opens_a_game_for_each_pair_with_komi_of_its_handicap():
    summary = stored(imported(ENTRANTS, GAMES))
    pairings = PairingRow.objects.filter(tournament_id=summary.tournament_id)
    assert [(row.round, row.table, row.handicap, row.komi) for row in pairings] == [
        (1, 1, 0, 6.5),
        (1, 2, 2, 0.5),
        (2, 1, 0, 6.5),
    ]
    opened = {str(game.game_id): game for game in GameRow.objects.all()}
    assert opened.keys() == {str(row.game_id) for row in pairings}
    assert all(f"komi={row.komi:g}" in opened[str(row.game_id)].ruleset for row in pairings)


def test_game_keeps_its_own_komi_through_files():
    file = replace(imported(ENTRANTS, GAMES), komi={(1, C): -9.5, (2, B): 0.0})
    stored(file, slug="first")
    data = write_opengotha(outgoing(TournamentRow.objects.get(slug="first"))).data
    summary = import_file(data, an_organisation(), "second", a_context())
    pairings = PairingRow.objects.filter(tournament_id=summary.tournament_id)
    assert [(row.round, row.handicap, row.komi) for row in pairings] == [
        (1, 0, 6.5),
        (1, 2, -9.5),
        (2, 0, 0.0),
    ]


def test_log_contains_no_name():
    file = imported(ENTRANTS, GAMES, persons={A: Person(name="Zwartkop", first_name="Lieselotte")})
    summary = stored(file)
    log = repr([event.data for event in Event.objects.all()])
    assert Player.objects.filter(family_name="Zwartkop").exists()
    assert summary.players == 4
    assert "Zwartkop" not in log
    assert "Lieselotte" not in log


def test_repeated_command_does_nothing_and_answers_the_same():
    context = a_context()
    first = stored(imported(ENTRANTS, GAMES), context=context)
    head, players = store.head(), Player.objects.count()
    assert stored(imported(ENTRANTS, GAMES), context=context) == first
    assert (store.head(), Player.objects.count()) == (head, players)


def test_rejects_taken_address_and_stores_nothing():
    stored(imported(ENTRANTS), slug="open")
    head, players = store.head(), Player.objects.count()
    with pytest.raises(Refusal) as refused:
        stored(imported([an_entrant(9)]), slug="open")
    assert refused.value.code == "slug_taken"
    assert (store.head(), Player.objects.count()) == (head, players)


@pytest.mark.parametrize("slug", ["", "Open", "a b", "a/b", "x" * 61])
def test_rejects_invalid_address(slug):
    with pytest.raises(Refusal) as refused:
        stored(imported(ENTRANTS), slug=slug)
    assert (refused.value.code, refused.value.facts["field"]) == ("invalid_settings", "slug")


def test_rejects_unreadable_file_with_its_place():
    with pytest.raises(Refusal) as refused:
        import_file(b"<Tournament", an_organisation(), None, a_context())
    assert refused.value.code == "exchange_fault"
    assert refused.value.facts["fault"]
    assert store.head() == 0


def test_refusal_names_the_player_who_cannot_enter():
    with pytest.raises(Refusal) as refused:
        stored(imported([*ENTRANTS, an_entrant(4, correction=51)]))
    assert (refused.value.code, refused.value.facts["about"]) == ("invalid_entry", "PLAYER0004")
    assert Player.objects.count() == 0


def test_absence_after_the_last_round_causes_no_warning():
    summary = stored(imported([an_entrant(0, absent=frozenset({2, 19})), an_entrant(1)], rounds=3))
    state, _ = load(summary.tournament_id)
    assert sorted(sorted(entry.absent) for entry in state.entries.values()) == [[], [2]]


def test_creates_a_row_for_each_club():
    stored(imported(ENTRANTS))
    assert {club.code for club in Club.objects.all()} == {"Rive", "Hill", "Lake", "Port"}


class TestWhoIsKnown:
    """The organisation's own list: a second tournament does not make second persons."""

    def players_of(self, summary):
        state, _ = load(summary.tournament_id)
        return {entry.player_id for entry in state.entries.values()}

    def test_name_and_country_identify_a_player(self):
        first, second = stored(imported(ENTRANTS), slug="one"), stored(imported(ENTRANTS), slug="two")
        assert self.players_of(first) == self.players_of(second)
        assert Player.objects.count() == 4
        names = ", ".join(entrant.id.title() for entrant in ENTRANTS)
        assert f"Matched with known players by name and country alone: {names}." in second.warnings

    def test_another_spelling_is_another_person_with_a_warning(self):
        house, id_ = an_organisation(), an_entrant(0).id
        Player.objects.create(organisation=house, family_name="Müller", country="NL", rank=0, rating=2100)
        summary = stored(imported([an_entrant(0)], persons={id_: Person(name="Mueller", first_name="")}))
        assert Player.objects.count() == 2
        told = "Mueller is entered as a new player; already known here: Müller."
        assert told in summary.warnings

    def test_another_country_is_another_person(self):
        stored(imported([an_entrant(0, country="NL")]), slug="one")
        stored(imported([an_entrant(0, country="FR")]), slug="two")
        assert Player.objects.count() == 2

    def test_organisations_have_separate_players(self):
        stored(imported([an_entrant(0)]), slug="one")
        stored(imported([an_entrant(0)]), slug="two", organisation=an_organisation("away"))
        assert Player.objects.count() == 2

    def test_pin_takes_precedence_over_name(self):
        for slug, name in (("one", "Maiden"), ("two", "Married")):
            person = Person(name=name, first_name="Ann", egf_pin="12345678")
            stored(imported([an_entrant(0)], persons={an_entrant(0).id: person}), slug=slug)
        assert [player.family_name for player in Player.objects.all()] == ["Maiden"]

    def test_different_pins_are_different_persons(self):
        for slug, pin in (("one", "11111111"), ("two", "22222222")):
            person = Person(name="Smith", first_name="Ann", egf_pin=pin)
            stored(imported([an_entrant(0)], persons={an_entrant(0).id: person}), slug=slug)
        assert Player.objects.count() == 2

    def test_ambiguous_person_is_entered_as_new_with_a_warning(self):
        house, id_ = an_organisation(), an_entrant(0).id
        for _ in range(2):
            Player.objects.create(
                id=uuid4(), organisation=house, family_name=id_.title(), country="NL", rank=0, rating=2100
            )
        context = a_context()
        summary = stored(imported([an_entrant(0)]), context=context)
        assert Player.objects.count() == 3
        warning = f"{id_.title()} may be one of several known players: entered as a new one."
        assert warning in summary.warnings
        assert stored(imported([an_entrant(0)]), context=context) == summary

    def test_erased_player_is_not_recognised(self):
        stored(imported([an_entrant(0)]), slug="one")
        Player.objects.get().erase()
        stored(imported([an_entrant(0)]), slug="two")
        assert Player.objects.filter(erased=False).count() == 1


def test_skipped_round_stays_empty():
    games = [replace(game, round=number) for number in (1, 2, 4, 5) for game in GAMES[:2]]
    summary = stored(imported(ENTRANTS, games, rounds=5), slug="gap")
    state, _ = load(summary.tournament_id)
    paired = {number: len(round_.pairs) for number, round_ in state.rounds.items() if round_.pairs}
    assert paired == {1: 2, 2: 2, 4: 2, 5: 2}
    assert len(history_of(TournamentRow.objects.get(slug="gap")).games) == 8


KEPT = {
    "grade": "9P",
    "ratingOrigin": "EGF : 1880",
    "ffgLicenceStatus": "L",
    "agaExpirationDate": "2027-01-31",
}


def test_keeps_the_newest_gradings_and_licences():
    file, house = GothaFile(), an_organisation()
    file.players[1] |= KEPT
    for slug, grade in (("first", "9P"), ("second", "1P")):
        file.players[1]["grade"] = grade
        import_file(bytes(file), house, slug, a_context())
        told = outgoing(TournamentRow.objects.get(slug=slug))
        person = next(person for person in told.persons.values() if person.name == "Berg")
        assert (person.grade, person.rating_origin) == (grade, "EGF : 1880")
        assert (person.ffg_licence_status, person.aga_expiration) == ("L", "2027-01-31")
        written_again = write_opengotha(told).data.decode()
        assert all(f'{name}="{text}"' in written_again for name, text in (KEPT | {"grade": grade}).items())


class TestWarnings:
    def test_warnings_of_the_reader_come_first(self):
        assert stored(imported(ENTRANTS, warnings=("read so",))).warnings[0] == "read so"

    def test_warns_of_data_that_cannot_be_stored(self):
        summary = import_file(bytes(GothaFile()), an_organisation(), None, a_context())
        assert {
            "The director's name is not kept: give the office to an account.",
            "The file does not name the rules of play: tromp-taylor-agreement is assumed.",
        } <= set(summary.warnings)

    def test_keeps_time_limits(self):
        summary = import_file(bytes(GothaFile()), an_organisation(), None, a_context())
        told = load(summary.tournament_id)[0].details
        assert told.time == TimeSystem(basic=45, overtime=Overtime.BYOYOMI, seconds=30)
        assert (told.country, told.time_class, told.online) == ("", "", False)

    def test_cuts_long_texts_with_a_warning(self):
        entrant = an_entrant(0, country="Netherlands", club="Riverside and Hill")
        person = Person(name="N" * 70, first_name="")
        summary = stored(imported([entrant], persons={entrant.id: person}))
        player = Player.objects.get()
        assert (player.country, player.club, player.family_name) == ("", "Riverside an", "N" * 60)
        assert [warning for warning in summary.warnings if "cut" in warning or "dropped" in warning] == [
            "The country 'Netherlands' of PLAYER0000 has no two-letter code: it is dropped.",
            "The club of PLAYER0000 is cut to 12 characters.",
            "The family name of PLAYER0000 is cut to 60 characters.",
        ]
