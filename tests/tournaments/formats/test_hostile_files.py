"""Every importer with files that are truncated, wrongly encoded, too large or hostile."""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

import pytest

from games.log.store import head
from games.refusals import Refusal
from tests.builders import NOW, a_context, a_tournament, an_organisation
from tests.tournaments.formats.gotha_file import GothaFile
from tests.tournaments.formats.other_files import SMALL, TOURNAMENT, data_of
from tests.tournaments.formats.outgoings import as_played
from tests.tournaments.persons.lists.files import aga, aga_row, egd, egd_row, ffg, ffg_row, gzipped, zipped
from tournaments.formats.csv_in import MAX_BYTES
from tournaments.formats.egd_h9 import write_h9
from tournaments.formats.ffg_tou import write_tou
from tournaments.formats.player_lists import ListKind
from tournaments.formats.safe_xml import MAX_BYTES as MAX_XML
from tournaments.interchange.importing import import_file, preview_file
from tournaments.persons.lists.entering import enter_table, table_of
from tournaments.persons.lists.rows import ListedPlayer, PlayerList
from tournaments.persons.lists.storing import LARGEST, read_list, store_list
from tournaments.tables.people import Club, Player
from tournaments.tables.rows import EntryRow, TournamentRow

pytestmark = pytest.mark.django_db


def into_lists(kind):
    def read(data):
        return store_list(an_organisation(), read_list(kind, BytesIO(data)), NOW)

    return read


def into_entries(data):
    return enter_table(TournamentRow.objects.get(slug="open"), table_of(data), a_context())


def into_tournament(data):
    return import_file(data, an_organisation(), None, a_context())


@dataclass(frozen=True, kw_only=True)
class Importer:
    """``good`` is read; ``where`` is a piece of it that stands inside of a row."""

    read: Callable
    good: bytes
    where: bytes
    largest: int


TABLE = {"read": into_tournament, "where": b"Kekos", "largest": 5_000_000}
LISTED = {"largest": LARGEST, "where": b"Anna"}
IMPORTERS = {
    "opengotha": Importer(read=into_tournament, good=bytes(GothaFile()), where=b"Anna", largest=MAX_XML),
    "h9": Importer(good=write_h9(as_played()).data, **TABLE),
    "tou": Importer(good=write_tou(as_played()).data, **TABLE),
    "tour": Importer(read=into_tournament, good=data_of(SMALL), where=b"Anna", largest=MAX_XML),
    "macmahon": Importer(read=into_tournament, good=TOURNAMENT.encode(), where=b"Anna", largest=MAX_XML),
    "egd": Importer(
        read=into_lists(ListKind.EGD), good=egd(egd_row(7, "Wit Jo"), egd_row(8, "Vos Anna")), **LISTED
    ),
    "ffg": Importer(read=into_lists(ListKind.FFG), good=ffg(ffg_row("VOS Anna")), **LISTED),
    "aga": Importer(read=into_lists(ListKind.AGA), good=aga(aga_row("Vos, Anna", 7)), **LISTED),
    "csv": Importer(
        read=into_entries, good=b'name,rank,club\n"Vos, Anna",3d,Leid\n', where=b"Anna", largest=MAX_BYTES
    ),
}
TOURNAMENTS = ("opengotha", "h9", "tou", "tour", "macmahon")
DTD = b'<!DOCTYPE Tournament [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'


def cut_off(of):
    return of.good[: of.good.index(of.where) + 2]


def with_a_nul(of):
    return of.good.replace(of.where, b"A\0nna")


def in_another_encoding(of):
    return of.good.decode("iso-8859-15").encode("utf-16-le")


def with_a_stray_byte(of):
    return of.good.replace(of.where, b"An\x81a")


def too_large(of):
    return of.good + b"\n" * of.largest


def empty(of):
    return b""


def of_a_million_columns(of):
    return of.good.replace(of.where, b";,\t " * 250_000)


def a_web_page(of):
    """Return what a server answers in place of a file."""
    return b"<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body>502</body></html>\n"


def an_endless_line(of):
    return b"x" * 3_000_000


def with_an_external_entity(of):
    return b'<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd"><x>&e;</x>'


def with_an_entity_bomb(of):
    return of.good.replace(b"<Tournament", DTD + b"<Tournament", 1) if b"<Tournament" in of.good else DTD


def a_bomb(of):
    return gzipped(b"x" * (of.largest + 1))


def a_zip_of_two(of):
    return zipped(of.good, "a.txt", "b.txt")


ATTACKS = (
    cut_off,
    with_a_nul,
    in_another_encoding,
    with_a_stray_byte,
    too_large,
    empty,
    of_a_million_columns,
    a_web_page,
    an_endless_line,
    with_an_external_entity,
    with_an_entity_bomb,
    a_bomb,
    a_zip_of_two,
)
WHOLE_FILE = ("too_large", "bad_archive", "bad_workbook", "unknown_format")  # of these no line is to blame


@pytest.fixture
def _tournament():
    a_tournament(players=2)


def stored():
    tables = (Player, Club, TournamentRow, EntryRow, PlayerList, ListedPlayer)
    return [head(), *(table.objects.count() for table in tables)]


@pytest.mark.usefixtures("_tournament")
@pytest.mark.parametrize("name", IMPORTERS)
def test_reads_the_intact_file(name):
    before = stored()
    IMPORTERS[name].read(IMPORTERS[name].good)
    assert stored() != before


@pytest.mark.usefixtures("_tournament")
@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("name", IMPORTERS)
def test_rejects_bad_files_with_their_place_and_stores_nothing(name, attack):
    before = stored()
    with pytest.raises(Refusal) as refused:
        IMPORTERS[name].read(attack(IMPORTERS[name]))
    facts = refused.value.facts
    assert refused.value.code == "exchange_fault"
    assert facts["line"] or facts["element"] or facts["reason"] in WHOLE_FILE
    assert len(facts["fault"]) < 500
    assert stored() == before


@pytest.mark.usefixtures("_tournament")
@pytest.mark.parametrize("name", TOURNAMENTS)
def test_preview_refuses_bad_file_as_import_does(name):
    with pytest.raises(Refusal) as refused:
        preview_file(cut_off(IMPORTERS[name]), an_organisation(), None, a_context())
    assert refused.value.code == "exchange_fault"


@pytest.mark.usefixtures("_tournament")
@pytest.mark.parametrize(
    "cell", ["=HYPERLINK(1)", "@SUM(A1)", "+1+1", "-2+3", "|calc", "%x", "\uff1d1", "\uff0d1"]
)
def test_reads_computable_cells_as_text(cell):
    before = stored()
    with pytest.raises(Refusal) as refused:
        into_entries(f'name,rank,club\n"Vos, Anna",3d,{cell}\n'.encode())
    facts = refused.value.facts
    assert (facts["reason"], facts["line"], facts["element"]) == ("formula_cell", 2, "club")
    assert stored() == before
