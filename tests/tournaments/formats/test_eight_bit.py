# ruff: noqa: RUF001 - letters that look alike are what this is about
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.eight_bit import encodable, lost_first


def written_text(text, *, encoding="ascii", without=""):
    """Return the written text and the number of warnings."""
    warnings = []
    return encodable(text, "Here", warnings.append, encoding=encoding, without=without), len(warnings)


@pytest.mark.parametrize(
    ("text", "encoding", "written"),
    [
        ("Núñez", "ascii", "Nunez"),
        ("Nu\u0301n\u0303ez", "ascii", "Nunez"),
        ("Łukasz Żelaźniak", "ascii", "Lukasz Zelazniak"),
        ("Łukasz Żelaźniak", "iso-8859-15", "Lukasz Zelazniak"),
        ("Đorđe", "iso-8859-15", "Dorde"),
        ("Işık Yıldız", "iso-8859-15", "Isik Yildiz"),
        ("Søren Ægir", "ascii", "Soren Aegir"),
        ("Weiß", "ascii", "Weiss"),
        ("Þór", "ascii", "Thor"),
        ("O’Brien", "iso-8859-15", "O'Brien"),
        ("Spring – Cup", "iso-8859-15", "Spring - Cup"),
        ("Dvořák", "iso-8859-15", "Dvorák"),
        ("ﬁne", "ascii", "fine"),
        ("Юрий", "ascii", "Yuriy"),
        ("李", "iso-8859-15", "?"),
        ("♥", "ascii", "?"),
        ("a\x07b", "ascii", "a?b"),
        ("q\u0301", "ascii", "q"),
    ],
)
def test_replaces_unsupported_characters_with_a_warning(text, encoding, written):
    assert written_text(text, encoding=encoding) == (written, 1)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("Plain text", "ascii"), ("Émile Œuvre €", "iso-8859-15"), ("Nu\u0301n\u0303ez", "iso-8859-15")],
)
def test_supported_text_is_unchanged_without_a_warning(text, encoding):
    written, warnings = written_text(text, encoding=encoding)
    assert (written.encode(encoding).decode(encoding), warnings) == (written, 0)


def test_puts_warnings_of_lost_characters_first():
    warnings = []
    for name in ("Núñez", "李", "Łukasz"):
        encodable(name, name, warnings.append, encoding="ascii")
    assert [warning.partition(":")[0] for warning in lost_first(warnings)] == ["李", "Núñez", "Łukasz"]


def test_transliteration_yields_no_reserved_character():
    assert written_text("a，b", without=",") == ("a b", 1)


def test_reserved_characters_become_blanks():
    assert written_text("Stone, Ann", without=",") == ("Stone Ann", 1)


def test_text_is_on_one_line():
    assert written_text(" two\r\n lines ") == ("two lines", 1)


@given(st.text(), st.sampled_from(["ascii", "iso-8859-15"]))
def test_any_text_fits_and_every_change_has_a_warning(text, encoding):
    written, warnings = written_text(text, encoding=encoding, without=",")
    assert "," not in written
    assert len(written.splitlines()) <= 1
    assert written.encode(encoding).decode(encoding) == written
    assert written_text(written, encoding=encoding, without=",")[0] == written
    assert (warnings == 0) == (written == unicodedata.normalize("NFC", text))
