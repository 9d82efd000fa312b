"""The tool that keeps the catalogues: what stays, what goes, and that Django reads the outcome."""

import gettext

import pytest

from deploy.languages import catalogues
from deploy.languages.sources import Sentence


@pytest.fixture
def locale(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    for tongue in catalogues.TONGUES:
        catalogues.po_of(tongue).parent.mkdir(parents=True)
    return tmp_path


def written(tongue, **translations):
    """The catalogue of three sentences with these translations."""
    sources = [
        Sentence(one="Round", file="b.py", line=3),
        Sentence(one="%(n)s stone", many="%(n)s stones", file="a.html", line=1),
        Sentence(one="White", context="a colour", file="a.html", line=9),
        Sentence(one="Round", file="c.py", line=1),
    ]
    found = {}
    for one in sources:
        found.setdefault((one.context, one.one, one.many), []).append(one)
    catalog = catalogues.updated_catalogue(tongue, found)
    for message in catalogues.messages_of(catalog):
        message.string = translations.get(catalogues.key_of(message)[1].split()[-1], message.string)
    catalogues.po_of(tongue).write_bytes(catalogues.as_text(catalog))
    return catalog


def test_translations_are_kept_and_what_is_gone_goes(locale):
    written("de", Round="Runde", stone=("%(n)s Stein", "%(n)s Steine"), White="Weiß")
    kept = catalogues.updated_catalogue("de", {("", "Round", ""): [], ("", "New", ""): []})
    assert [(m.id, m.string) for m in catalogues.messages_of(kept)] == [("Round", "Runde"), ("New", None)]


def test_what_is_compiled_is_read_and_made_anew_only_when_it_is_older(locale):
    written("fr", Round="Ronde", stone=("%(n)s pierre", "%(n)s pierres"))
    catalogues.compile_all()
    mo = catalogues.po_of("fr").with_suffix(".mo")
    with mo.open("rb") as file:
        read = gettext.GNUTranslations(file)
    assert read.gettext("Round") == "Ronde"
    assert [read.ngettext("%(n)s stone", "%(n)s stones", n) for n in (0, 1, 2)] == [
        "%(n)s pierre",
        "%(n)s pierre",
        "%(n)s pierres",
    ]
    made = mo.stat().st_ino
    catalogues.compile_all()
    assert mo.stat().st_ino == made


def test_what_is_left_to_do_is_counted(locale):
    written("es", Round="Ronda", stone=("%(n)s piedra", ""))
    assert [message.id for message in catalogues.missing_messages("es")] == [
        ("%(n)s stone", "%(n)s stones"),
        "White",
    ]
