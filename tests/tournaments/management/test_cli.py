"""The commands that other programs rely on: their JSON, their exit statuses, what they store and what not."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.log import store
from tests.builders import a_context, a_tournament, an_organisation, finish, pair
from tests.tournaments.competition.pairing.builders import PLAYED, paired_by_351, swiss_32x7
from tests.tournaments.competition.standings.builders import WALLISTS, wallist
from tests.tournaments.formats.gotha_file import GothaFile, written
from tournaments.commands import carry_out
from tournaments.competition.pairing import CRITERIA, cost_of
from tournaments.domain.entries import ChangeEntry
from tournaments.formats import Details, Imported, Overtime, Person, TimeSystem
from tournaments.interchange.importing import import_tournament
from tournaments.management.commands.pair import Command as Pair
from tournaments.reading.past_states import POSITION_FAULT
from tournaments.reading.queries import entry_names
from tournaments.tables.people import Organisation
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = pytest.mark.django_db


def ran(*words):
    """What the command answers with --json."""
    output = StringIO()
    call_command(*words, "--json", stdout=output, stderr=StringIO())
    return json.loads(output.getvalue())


def text(*words):
    output = StringIO()
    call_command(*words, stdout=output, stderr=StringIO())
    return output.getvalue()


def status(*words):
    """Exit status and message of a command that fails."""
    with pytest.raises(CommandError) as failed:
        call_command(*words, stdout=StringIO(), stderr=StringIO())
    return failed.value.returncode, str(failed.value)


def black_of(row):
    """The name of Black, who wins, in the only game of round 1."""
    return str(entry_names(row)[str(PairingRow.objects.get(tournament=row, round=1).black_id)])


def as_imported(history):
    """A played tournament as a reader of files returns it, with every setting."""
    details = Details(
        name="Played",
        short_name="played",
        location="",
        director="",
        begins=None,
        ends=None,
        time=TimeSystem(basic=60, overtime=Overtime.NONE),
        persons={id_: Person(name=id_, first_name="") for id_ in history.entrants},
    )
    import_tournament(Imported(history=history, details=details), an_organisation(), "played", a_context())


class TestStandings:
    @pytest.mark.parametrize("name", WALLISTS)
    def test_every_score_after_every_round_of_a_played_tournament(self, name):
        """OpenGotha lists provisional entries too."""
        history, tables = wallist(name)
        as_imported(history)
        for number, expected in enumerate(tables, start=1):
            said = ran("standings", "played", "--round", str(number))
            assert said["round"] == number
            assert said["criteria"] == list(history.settings.criteria)
            final = [row for row in expected if history.entrants[row[0]].final]
            assert [[row["key"], *row["scores"].values()] for row in said["results"]] == final

    def test_the_shape_of_a_row(self):
        winner = black_of(a_tournament(players=2, finished=1))
        assert ran("standings", "open")["results"][0] == {
            "place": 1,
            "name": winner,
            "key": winner.upper(),
            "scores": {"MMS": 34.0, "SOSM": 33.0, "SOSOSM": 34.0},
        }

    def test_without_a_round_the_last_with_results_counts(self):
        row = a_tournament(players=4, finished=1)
        pair(row, 2)
        assert ran("standings", "open")["round"] == 1

    def test_a_past_position_of_the_log_tells_what_was_known_then(self):
        row = a_tournament(players=4, finished=1)
        before = store.head()
        then = ran("standings", "open")
        pair(row, 2)
        finish(row, 2)
        assert ran("standings", "open") != then
        assert ran("standings", "open", "--at", str(before)) == then

    def test_a_time_is_as_good_as_a_position(self):
        a_tournament(players=4, finished=1)
        then = ran("standings", "open")
        assert ran("standings", "open", "--at", "2999-01-01T00:00:00Z") == then
        assert status("standings", "open", "--at", "2001-01-01")[0] == 1
        code, message = status("standings", "open", "--at", "yesterday")
        assert (code, message) == (2, POSITION_FAULT)

    def test_people_get_a_table(self):
        winner = black_of(a_tournament(players=2, finished=1))
        lines = text("standings", "open").splitlines()
        assert lines[0] == "After round 1"
        assert lines[1].split() == ["name", "MMS", "SOSM", "SOSOSM"]
        assert lines[2].split() == ["1", winner, "34.0", "33.0", "34.0"]

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("nowhere",), "Not found. (tournament: nowhere)"),
            (("open", "--round", "6"), "round: 6, rounds: 5"),
            (("open", "--round", "-1"), "round: -1, rounds: 5"),
            (("open", "--at", "0"), "position: 0"),
        ],
    )
    def test_what_is_not_there_is_refused(self, words, said):
        a_tournament(players=4)
        code, message = status("standings", *words)
        assert (code, said in message) == (1, True)


class TestPair:
    @pytest.mark.parametrize("name", PLAYED)
    def test_a_dry_run_is_worth_at_least_what_was_played(self, name):
        history = paired_by_351(name)
        as_imported(history)
        for number in range(1, history.settings.rounds + 1):
            said = ran("pair", "played", "--round", str(number), "--rules", "opengotha-3.51", "--dry-run")
            games = [(game.white, game.black) for game in history.games_of(number)]
            played = cost_of(history.up_to(number - 1), number, games, "opengotha-3.51")
            assert said["total"] >= played.total
            assert said["total"] == sum(pair["total"] for pair in said["pairs"])
            assert (said["round"], said["rules"], said["bye"]) == (number, "opengotha-3.51", None)

    def test_the_ten_costs_of_every_pair(self):
        history, rounds = swiss_32x7()
        as_imported(history)
        for number, costs in rounds.items():
            said = ran("pair", "played", "--round", str(number), "--rules", "opengotha-3.52", "--weights")
            told = {frozenset(pair["players"]): pair for pair in said["pairs"]}
            assert len(said["pairs"]) == len(told) == 496
            for players, expected in costs.items():
                assert told[frozenset(players)]["components"] == expected
                assert told[frozenset(players)]["total"] == sum(expected.values())

    def test_a_dry_run_stores_nothing_and_looks_past_a_pairing_that_is_there(self):
        row = a_tournament(players=7, finished=2)
        head = store.head()
        tried = ran("pair", "open", "--round", "2", "--dry-run")
        assert store.head() == head
        made = PairingRow.objects.filter(tournament=row, round=2)
        assert tried["total"] == sum(int(pairing.total) for pairing in made)

    @pytest.mark.parametrize(("rules", "without"), [("house", 0), ("house-2", 0), ("opengotha-3.52-2", 2)])
    def test_a_dry_run_counts_those_of_whom_no_country_is_known(self, rules, without):
        row = a_tournament(players=6)
        for entry in EntryRow.objects.filter(tournament=row)[:2]:
            carry_out(str(row.id), ChangeEntry(entry_id=str(entry.id), country=""), a_context())
        asked = ("pair", "open", "--round", "1", "--rules", rules, "--dry-run")
        assert ran(*asked)["taken_for_one"] == {"no_country": without, "no_club": 0}
        assert ("2 players have no country" in text(*asked)) is bool(without)

    def test_a_round_is_paired_and_told_as_it_is_stored(self):
        row = a_tournament(players=7)
        said = ran("pair", "open", "--round", "1", "--seed", "5")
        assert said["bye"] == "PLAYER0006"
        stored = PairingRow.objects.filter(tournament=row, round=1).order_by("table")
        assert [
            (pair["table"], pair["handicap"], pair["komi"], pair["components"]) for pair in said["pairs"]
        ] == [(pairing.table, pairing.handicap, pairing.komi, pairing.components) for pairing in stored]
        assert all(pair["components"].keys() == CRITERIA.keys() for pair in said["pairs"])
        assert sorted(key for pair in said["pairs"] for key in (pair["white"], pair["black"])) == [
            f"PLAYER000{place}" for place in range(6)
        ]

    def test_the_same_seed_tries_the_same(self):
        a_tournament(players=8)
        trials = [ran("pair", "open", "--round", "1", "--seed", "9", "--dry-run") for _ in range(2)]
        assert trials[0] == trials[1]

    def test_people_get_a_table(self):
        a_tournament(players=3)
        lines = text("pair", "open", "--round", "1").splitlines()
        assert lines[0].split() == ["table", "white", "black", "handicap", "komi"]
        assert lines[1].split()[0] == "1"
        assert lines[2] == "bye: Player0002"

    def test_a_round_that_is_paired_is_refused(self):
        a_tournament(players=4, finished=1)
        code, message = status("pair", "open", "--round", "1")
        assert (code, "round: 1" in message) == (1, True)

    @pytest.mark.parametrize("mode", [(), ("--dry-run",), ("--weights",)])
    def test_a_round_that_the_tournament_does_not_have_is_refused(self, mode):
        a_tournament(players=4)
        code, message = status("pair", "open", "--round", "6", *mode)
        assert (code, "round: 6" in message) == (1, True)

    def test_nobody_to_pair_is_refused(self):
        a_tournament(players=1)
        assert status("pair", "open", "--round", "1", "--dry-run")[0] == 1

    def test_rules_that_are_none_are_a_fault_of_the_call(self):
        with pytest.raises(SystemExit) as ended:
            Pair().run_from_argv(["manage.py", "pair", "open", "--round", "1", "--rules", "chess"])
        assert ended.value.code == 2


class TestImport:
    def test_the_summary(self, tmp_path):
        file = tmp_path / "cup.xml"
        file.write_bytes(bytes(GothaFile()))
        said = ran("import_tournament", str(file))
        assert (said["slug"], said["players"], said["rounds"]) == ("tulip", 3, 3)
        assert "The director's name is not kept: give the office to an account." in said["warnings"]
        assert said.keys() == {"slug", "players", "rounds", "warnings"}
        assert TournamentRow.objects.get(slug="tulip").name == "Tulip Cup"
        assert Organisation.objects.get().slug == "home"

    def test_slug_and_organisation_may_be_named(self, tmp_path):
        history, _ = wallist("mcmahon_21x3")
        file = tmp_path / "played.xml"
        file.write_bytes(bytes(written(history)))
        said = text("import_tournament", str(file), "--slug", "spring", "--organisation", "club")
        assert said.splitlines()[0] == "spring: 21 players, 3 rounds."
        assert TournamentRow.objects.get().organisation_id == Organisation.objects.get(slug="club").id

    def test_a_taken_slug_is_refused(self, tmp_path):
        a_tournament(slug="tulip")
        file = tmp_path / "cup.xml"
        file.write_bytes(bytes(GothaFile()))
        code, message = status("import_tournament", str(file))
        assert (code, "slug: tulip" in message) == (1, True)

    def test_a_file_that_cannot_be_read_is_refused_and_leaves_nothing(self, tmp_path):
        file = tmp_path / "broken.xml"
        file.write_bytes(b"<Tournament dataVersion='201'><Players>")
        assert status("import_tournament", str(file))[0] == 1
        assert store.head() == 0
        assert not Organisation.objects.exists()

    def test_a_file_that_is_not_there_could_not_be_done(self, tmp_path):
        assert status("import_tournament", str(tmp_path / "none.xml"))[0] == 2
