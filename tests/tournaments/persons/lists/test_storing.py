"""Storage of player lists: versions, added and removed players, rejected rows, and command output."""

import json
from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command

from games.refusals import Refusal
from tests.builders import NOW, an_organisation
from tests.tournaments.persons.lists.files import aga, aga_row, egd, egd_row, ffg, ffg_row, gzipped
from tournaments.formats.player_lists import ListKind
from tournaments.persons.lists.rows import ListedPlayer, PlayerList
from tournaments.persons.lists.storing import read_list, search, store_list
from tournaments.tables.people import Organisation

pytestmark = pytest.mark.django_db
FIRST = egd(egd_row(11, "Müller Jörg"), egd_row(12, "Vos Anna"))
SECOND = egd(egd_row(12, "Vos Anna", grade="1d", rating=2099), egd_row(13, "Ødegård Nils"))


def stored(data, kind=ListKind.EGD, organisation=None, **options):
    read = read_list(kind, BytesIO(data), **options)
    return store_list(organisation or an_organisation(), read, NOW)


def names(asked, **options):
    return [row.name for row in search(an_organisation(), asked, **options).order_by("family_name", "id")]


def test_list_is_stored_with_version_and_date():
    told = stored(FIRST)
    assert (told.new, told.gone, told.faults) == (2, 0, ())
    listing = PlayerList.objects.get()
    assert (listing.kind, listing.version, listing.count) == ("egd", 1, 2)
    assert (str(listing.published), listing.read_at, len(listing.digest)) == ("2026-11-21", NOW, 64)


def test_next_list_replaces_it():
    stored(FIRST)
    before = ListedPlayer.objects.get(number="00000012").id
    told = stored(SECOND)
    assert (told.new, told.gone, told.listing.version) == (1, 1, 2)
    vos = ListedPlayer.objects.get(number="00000012")
    assert (vos.id, vos.rank, vos.rating) == (before, 0, 2099)
    assert names("Müller") == []


def test_same_list_again_writes_nothing():
    stored(FIRST)
    told = stored(gzipped(FIRST))
    assert (told.new, told.gone, told.listing.version) == (0, 0, 1)


def test_lists_and_organisations_are_independent():
    stored(FIRST)
    stored(ffg(ffg_row("VOS Anna")), ListKind.FFG)
    stored(SECOND, organisation=an_organisation("elsewhere"))
    assert names("vos") == ["VOS Anna", "Vos Anna"]
    assert names("vos", kind=ListKind.FFG) == ["VOS Anna"]


def test_namesakes_without_number_are_kept_apart():
    row = ffg_row("ALIX Jean", licence="-------")
    stored(ffg(row, row, ffg_row("ALIX Jean", licence="-------", club="69Ly")), ListKind.FFG)
    assert names("alix jean") == ["ALIX Jean"] * 3
    assert stored(ffg(row), ListKind.FFG).gone == 2


FOUND = [
    ("Mueller", ["Müller Jörg"]),
    ("muller jorg", ["Müller Jörg"]),
    ("joerg m", ["Müller Jörg"]),
    ("Мюллер", []),
    ("Ødegaard", ["Ødegård Nils"]),
    ("odegard", ["Ødegård Nils"]),
    ("00000012", ["Vos Anna"]),
    ("ller", []),
    ("", []),
    ("%", []),
    ("_", []),
]


def test_search_finds_matching_players():
    rows = [egd_row(11, "Müller Jörg"), egd_row(12, "Vos Anna"), egd_row(13, "Ødegård Nils")]
    stored(egd(*rows))
    for asked, found in FOUND:
        assert names(asked) == found


def test_faulty_row_is_reported_and_nothing_is_stored():
    stored(FIRST)
    bad = egd(egd_row(11, "Müller Jörg"), egd_row(12, "Vos Anna", grade="99k"), egd_row(13, "Wit"))
    with pytest.raises(Refusal) as refused:
        stored(bad)
    facts = refused.value.facts
    assert (refused.value.code, facts["line"], facts["element"], facts["count"]) == (
        "exchange_fault",
        7,
        "grade",
        1,
    )
    assert facts["errors"] == [
        {"place": "grade", "line": 7, "code": "bad_rank", "message": "not a grade from 30k to 9p: '99k'"}
    ]
    assert (PlayerList.objects.get().version, names("wit")) == (1, [])


def test_faulty_rows_may_be_skipped():
    bad = egd(egd_row(11, "Müller Jörg"), egd_row(12, "Vos Anna", grade="99k"))
    told = stored(bad, skip_faulty=True)
    assert ([each.line for each in told.faults], told.listing.count) == ([7], 1)


def test_rejects_list_with_only_faulty_rows():
    with pytest.raises(Refusal):
        stored(egd(egd_row(12, "Vos Anna", grade="99k")), skip_faulty=True)


def ran(*words):
    output = StringIO()
    call_command("import_players", *words, stdout=output, stderr=StringIO())
    return output.getvalue()


def test_command_imports_a_list(tmp_path):
    path = tmp_path / "tdlist.txt"
    path.write_bytes(aga(aga_row("Vos, Anna", 17), aga_row("De Wit, Jan", 18)))
    assert ran(str(path), "--list", "aga") == "aga, version 1: 2 players, 2 new, 0 gone.\n"
    told = json.loads(ran(str(path), "--list", "aga", "--json"))
    assert told == {
        "list": "aga",
        "version": 1,
        "published": None,
        "count": 2,
        "new": 0,
        "gone": 0,
        "left_out": [],
    }


def test_command_reports_errors_and_stores_nothing(tmp_path):
    path = tmp_path / "egd.html"
    path.write_bytes(egd(egd_row(12, "Vos Anna", grade="99k")))
    with pytest.raises(CommandError) as failed:
        ran(str(path), "--list", "egd")
    assert failed.value.returncode == 1
    assert "line: 6" in str(failed.value)
    assert not Organisation.objects.exists()
