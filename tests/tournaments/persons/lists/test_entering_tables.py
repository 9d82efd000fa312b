"""Entry of all players of a table by one command: new, known and ambiguous players."""

import json
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from games.log import store
from games.refusals import Refusal
from tests.builders import a_context, a_listed_player, a_tournament, an_account, an_organisation
from tournaments.loading import load, stream_of
from tournaments.persons.lists.entering import enter_table, plan_table, table_of
from tournaments.persons.lists.planning import Outcome
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/tournaments/open/entries/import/"
TABLE = "family_name,given_name,rank,rating,country,club,egf_pin\nVos,Anna,3d,,NL,Leid,\nWit,Jan,,1650,,,\n"


@pytest.fixture
def row():
    return a_tournament(players=2)


@pytest.fixture
def director(row, api):
    api.force_authenticate(an_account("director", "director"))
    return api


def table(text):
    return table_of(text.encode())


def entered(row, text, decisions=None, **context):
    return enter_table(row, table(text), a_context(**context), decisions)


def known(name, **values):
    family, _, given = name.partition(" ")
    return Player.objects.create(
        organisation=an_organisation(), family_name=family, given_name=given, rank=0, rating=2100, **values
    )


def fates(row, text, decisions=None):
    return [line.outcome for line in plan_table(row, table(text), decisions).lines]


def test_one_command_enters_all_players(row):
    told = entered(row, TABLE)
    assert (told.entered, told.new_players, told.before) == (2, 2, 0)
    vos, wit = EntryRow.objects.order_by("number")[2:]
    assert (vos.rank, vos.rating, vos.country, vos.club) == (2, 2300, "NL", "Leid")
    assert (wit.rank, wit.rating) == (-4, 1650)
    last = store.read(stream_of(str(row.id)))[-2:]
    assert len({recorded.command_id for recorded in last}) == 1


def test_repeated_command_enters_nobody_twice(row):
    command = uuid4()
    first = entered(row, TABLE, command_id=command)
    assert entered(row, TABLE, command_id=command).entered == first.entered
    assert (EntryRow.objects.count(), Player.objects.count()) == (4, 4)


def test_same_table_again_enters_only_new_players(row):
    entered(row, "name,rank,egf_pin\nVos,3d,12345678\n")
    more = "name,rank,egf_pin\nVos,3d,12345678\nWit,2d,12345679\n"
    assert fates(row, more) == [Outcome.ENTERED, Outcome.NEW]
    assert (entered(row, more).entered, EntryRow.objects.count()) == (1, 4)
    before = store.head()
    assert entered(row, more).before == 2
    assert store.head() == before


def test_number_identifies_a_player(row):
    player = known("Vos Ana", egf_pin="12345678", club="Old")
    entered(row, "name,rank,egf_pin,aga_id\nVos Anna,3d,12345678,489\n")
    assert EntryRow.objects.get(player_id=player.id).rank == 2
    player.refresh_from_db()
    assert (player.name, player.rank, player.aga_id) == ("Vos Ana", 0, "489")


def test_name_alone_does_not_identify_a_player(row):
    player = known("Müller Jörg")
    text = "name,rank\nMueller Joerg,3d\n"
    (line,) = plan_table(row, table(text)).lines
    assert (line.outcome, line.candidates) == (Outcome.UNDECIDED, (player,))
    with pytest.raises(Refusal) as refused:
        entered(row, text)
    (told,) = refused.value.facts["lines"]
    assert (refused.value.code, told["line"], told["players"][0]["id"]) == (
        "alike_players",
        2,
        str(player.id),
    )
    assert EntryRow.objects.count() == 2


def test_director_decides_in_the_table_or_on_the_page(row):
    player = known("Müller Jörg")
    text = "name,rank,known player\nMueller Joerg,3d,\n"
    assert fates(row, text, {2: str(player.id)}) == [Outcome.KNOWN]
    assert fates(row, text, {2: "new"}) == [Outcome.NEW]
    assert fates(row, text.replace("3d,", "3d,new")) == [Outcome.NEW]
    assert fates(row, text.replace("3d,", f"3d,{player.id}")) == [Outcome.KNOWN]
    plan = plan_table(row, table(text), {2: str(uuid4())})
    assert [(fault.line, fault.column, fault.code) for fault in plan.faults] == [
        (2, "known_player", "unknown_player")
    ]


def test_list_completes_missing_table_fields(row):
    a_listed_player()
    (line,) = plan_table(row, table("name,egf_pin\nVos Anna,10213786\n")).lines
    assert (line.rank, line.rating, line.line.person.club, line.line.person.country) == (
        2,
        2312,
        "Leid",
        "NL",
    )


def test_reports_number_of_a_different_player(row):
    a_listed_player()
    (line,) = plan_table(row, table("name,rank,egf_pin\nBos Ina,1d,10213786\n")).lines
    assert line.notes == ("EGD 10213786 is Vos Anna in the list of EGD.",)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Hoffmann Jan", "Hofmann Jan"), ("Müller Jörg", "Mueller Joerg"), ("Vos Jan", "Jan Vos")],
)
def test_rows_with_similar_names_are_two_players_with_a_warning(row, one, other):
    text = f"name,rank\n{one},1k\n{other},5k\n"
    plan = plan_table(row, table(text))
    assert [(line.outcome, len(line.notes)) for line in plan.lines] == [(Outcome.NEW, 0), (Outcome.NEW, 1)]
    assert "resembles that in line 2" in plan.lines[1].notes[0]
    told = entered(row, text)
    assert (told.entered, told.new_players) == (2, 2)


def test_numbers_in_names_are_significant(row):
    plan = plan_table(row, table("name,rank\nTm1 Tz1,1k\nTm11 Tz11,5k\n"))
    assert (plan.faults, [line.notes for line in plan.lines]) == ((), [(), ()])


def test_duplicate_row_is_rejected_with_advice(row):
    text = "name,rank,known player\nVos Jan,1k,\nvos  JAN,5k,\n"
    (fault,) = plan_table(row, table(text)).faults
    assert (fault.line, fault.code) == (3, "row_twice")
    assert "line 2" in fault.message
    assert "write new as known_player" in fault.message
    assert entered(row, text.replace("5k,", "5k,new")).entered == 2


def test_two_rows_cannot_be_one_known_player(row):
    player = known("Hofmann Jan")
    text = "name,rank\nHoffmann Jan,1k\nHofmann Jan,5k\n"
    assert fates(row, text) == [Outcome.UNDECIDED, Outcome.UNDECIDED]
    assert fates(row, text, {2: "new", 3: str(player.id)}) == [Outcome.NEW, Outcome.KNOWN]
    (fault,) = plan_table(row, table(text), {2: str(player.id), 3: str(player.id)}).faults
    assert (fault.line, fault.code) == (3, "row_twice")


@pytest.mark.parametrize(
    ("text", "line", "column", "code"),
    [
        ("name\nVos\n", 2, "rank", "missing_rank"),
        ("name,rank\nVos,3d\nVOS,2d\n", 3, "", "row_twice"),
        ("name,rank,aga_id\nVos,3d,7\nWit,2d,7\n", 3, "", "row_twice"),
        ("name,rank,absent\nVos,3d,6\n", 2, "absent", "bad_rounds"),
        ("name,rank\nVos,3d\n=1,2d\n", 3, "name", "formula_cell"),
    ],
)
def test_one_error_rejects_the_whole_table(row, text, line, column, code):
    with pytest.raises(Refusal) as refused:
        entered(row, text)
    told = refused.value.facts
    assert (told["line"], told["element"], told["reason"]) == (line, column, code)
    assert (EntryRow.objects.count(), Player.objects.count()) == (2, 2)


def test_rejected_player_is_reported_with_the_line(row, monkeypatch):
    monkeypatch.setattr("tournaments.domain.entries.MOST_ENTRIES", 3)
    with pytest.raises(Refusal) as refused:
        entered(row, TABLE)
    assert (refused.value.code, refused.value.facts["line"]) == ("too_many_entries", 3)
    assert (EntryRow.objects.count(), Player.objects.count()) == (2, 2)


def test_groups_and_absences_are_stored(row):
    entered(row, "name,rank,absent,registration,correction\nVos,3d,1 3,preliminary,-2\n")
    state, _ = load(str(row.id))
    entry = list(state.entries.values())[-1]
    assert (set(entry.absent), entry.final, entry.correction) == ({1, 3}, False, -2)


@pytest.mark.parametrize("players", [3, 30])
def test_preview_takes_a_constant_number_of_queries(row, players, django_assert_num_queries):
    rows = "".join(f"Name{place},3d,{10_000_000 + place}\n" for place in range(players))
    read = table(f"name,rank,egf_pin\n{rows}")
    load(str(row.id))
    with django_assert_num_queries(4):
        plan_table(row, read)


class TestOverRest:
    def test_dry_run_returns_the_plan(self, director):
        answer = director.generic("POST", f"{ADDRESS}?dry_run=true", TABLE.encode(), "text/csv")
        told = answer.json()
        assert (answer.status_code, told["dry_run"], told["entered"], told["new_players"]) == (
            200,
            True,
            None,
            2,
        )
        assert [(line["line"], line["name"], line["fate"]) for line in told["lines"]] == [
            (2, "Vos Anna", "new_player"),
            (3, "Wit Jan", "new_player"),
        ]
        assert EntryRow.objects.count() == 2

    def test_dry_run_returns_all_errors(self, director):
        data = b"name,rank,colour\nVos,3x,red\n,1d,red\nWit,2d,red\n"
        told = director.generic("POST", f"{ADDRESS}?dry_run=true", data, "text/csv").json()
        errors = [(2, "rank", "bad_rank"), (3, "family_name", "missing_name")]
        assert [(each["line"], each["place"], each["code"]) for each in told["errors"]] == errors
        refused = director.generic("POST", ADDRESS, data, "text/csv").json()
        assert [(each["line"], each["place"], each["code"]) for each in refused["errors"]] == errors
        assert (refused["count"], "faults" in refused, "line" in refused) == (2, False, False)
        assert (told["passed_over"], len(told["lines"])) == (["colour"], 1)

    def test_charset_of_the_table_is_not_that_of_the_address(self, director):
        kind = "text/csv; charset=utf-16"
        answer = director.generic("POST", f"{ADDRESS}?dry_run=true", TABLE.encode("utf-16"), kind)
        assert (answer.status_code, answer.json()["new_players"]) == (200, 2)

    def test_enters_the_table(self, director):
        answer = director.generic("POST", ADDRESS, TABLE.encode(), "text/csv")
        assert (answer.status_code, answer.json()["entered"], EntryRow.objects.count()) == (201, 2, 4)

    def test_template_can_be_filled_in(self, director):
        answer = director.get(ADDRESS)
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        head = answer.content.decode().strip()
        data = f"{head}\nVos,Anna,3d{',' * (head.count(',') - 2)}\n".encode()
        assert director.generic("POST", ADDRESS, data, "text/csv").status_code == 201


class TestCommand:
    def ran(self, path, *words):
        output = StringIO()
        call_command("import_entries", "open", str(path), *words, stdout=output, stderr=StringIO())
        return output.getvalue()

    def test_command_enters_players_after_a_dry_run(self, row, tmp_path):
        path = tmp_path / "players.csv"
        path.write_text(TABLE)
        said = self.ran(path, "--dry-run")
        assert said == "line 2: Vos Anna, 3d: new player\nline 3: Wit Jan, 4k: new player\n"
        assert EntryRow.objects.count() == 2
        assert self.ran(path) == "2 entered, 2 of them new, 0 before.\n"
        assert EntryRow.objects.count() == 4
        path.write_text("name,rank,aga_id\nIto,2d,489\n")
        assert json.loads(self.ran(path, "--json"))["entered"] == 1

    def test_command_exits_with_status_one_on_errors(self, row, tmp_path):
        path = tmp_path / "players.csv"
        path.write_text("name,rank\nVos,3x\n")
        with pytest.raises(SystemExit) as dry:
            self.ran(path, "--dry-run")
        assert dry.value.code == 1
        with pytest.raises(CommandError) as failed:
            self.ran(path)
        assert failed.value.returncode == 1
        assert EntryRow.objects.count() == 2
