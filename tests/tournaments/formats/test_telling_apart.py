"""Formats are recognised by the beginning of the file, regardless of its name."""

import pytest

from tests.tournaments.competition.standings.builders import played
from tests.tournaments.formats.outgoings import outgoing
from tournaments.formats import ExchangeError, read_tournament
from tournaments.formats.csv_players import read_players
from tournaments.formats.egd_h9 import write_h9
from tournaments.formats.ffg_tou import write_tou
from tournaments.formats.opengotha_out import write_opengotha

MARK = b"\xef\xbb\xbf"
TOLD = outgoing(played("AB w, CD b", "AC w, BD w"))
ALWAYS = {
    "h9": "The file has no ratings, tables or settings: ratings follow ranks, the rest is usual.",
    "tou": "The file has no countries, PINs, ratings, tables or settings: ratings follow ranks.",
}


def read_as(data):
    """Return the reader that took the file, recognised by data that each always gives."""
    warnings = read_tournament(data).warnings
    return next((name for name, told in ALWAYS.items() if told in warnings), "opengotha")


def without_heads(data):
    return b"\n".join(line for line in data.split(b"\n") if not line.startswith(b";"))


@pytest.mark.parametrize(
    ("write", "name"),
    [(write_h9, "h9"), (write_tou, "tou"), (write_opengotha, "opengotha")],
)
@pytest.mark.parametrize("before", [b"", b"\n \r\n", MARK])
def test_written_file_is_recognised(write, name, before):
    data = write(TOLD).data
    if before.isspace() and name == "opengotha":
        data = data.partition(b"\n")[2]  # a declaration stands first or not at all
    assert read_as(before + data) == name


@pytest.mark.parametrize(("write", "name"), [(write_h9, "h9"), (write_tou, "tou")])
def test_tables_without_header_are_recognised_by_their_rows(write, name):
    assert read_as(without_heads(write(TOLD).data)) == name


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        (b"1 Aa A 1D NL Leid 1 2+\n2 Bb B 1K NL Leid 0 1-\n", "h9"),
        (b"1 Aa A 1D NL Leid 1 0 0 0 2+\n2 Bb B 1K NL Leid 0 0 0 0 1-\n", "h9"),
        (b"1 Aa A 1D NL Leid 33? 2+\n2 Bb B 1K NL Leid 0 1-\n", "h9"),
        (b"; EV[Short]\n1 Aa A 1D NL Leid 1 2+\n2 Bb B 1K NL Leid 0 1-\n", "h9"),
        (b"1 Aa A 1D 0000001 Leid 2+\n2 Bb B 1K 0000002 Leid 1-\n", "tou"),
        (b"1 Aa A 1D 0000001 2+\n2 Bb B 1K 0000002 1-\n", "tou"),
        (b"1 Aa A 1D Leid 2+w0\n2 Bb B 1K Leid 1-b0\n", "tou"),
        (b";comm=Short\n1 Aa A 1D Leid 2+\n2 Bb B 1K Leid 1-\n", "tou"),
        (b";Num Nom Prenom               Niv Licence Club\n1 Aa A 1D Leid 2+\n2 Bb B 1K Leid 1-\n", "tou"),
    ],
)
def test_short_h9_and_tou_are_distinguished(rows, name):
    assert read_as(rows) == name


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"TOURNEY", b"\x00\x01", b"=cmd()", b"PK\x03\x04", b"[1]"])
def test_rejects_any_other_file(data):
    with pytest.raises(ExchangeError) as caught:
        read_tournament(data)
    assert (caught.value.code, caught.value.line) == ("unknown_format", 1)


@pytest.mark.parametrize("page", [b"<!DOCTYPE html>\n<p>", b"\n <HTML lang='en'>", MARK + b"<html>"])
@pytest.mark.parametrize("read", [read_tournament, read_players])
def test_web_page_is_called_one(read, page):
    with pytest.raises(ExchangeError, match="this is a web page"):
        read(page)
