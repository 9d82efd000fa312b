"""Marked sentences are English text until somebody asks for them in a language."""

import json
import pickle

import pytest
from django.utils import translation
from django.utils.translation import trans_real

from games.marking import marked, marked_many
from games.speaking import translate

GERMAN = {
    "%(n)s characters at most": "höchstens %(n)s Zeichen",
    "not %(what)s": "nicht %(what)s",
    "a number": "eine Zahl",
}


@pytest.fixture
def german(monkeypatch):
    catalog = trans_real.translation("de")._catalog
    catalog._catalogs[0].update(
        {
            **GERMAN,
            ("%(n)s stone", 0): "%(n)s Stein",
            ("%(n)s stone", 1): "%(n)s Steine",
        }
    )
    with translation.override("de"):
        yield
    trans_real._translations.pop("de")


def test_it_is_text_in_english():
    said = marked("%(n)s characters at most", n=40)
    assert said == "40 characters at most"
    assert json.dumps({"fault": said}) == '{"fault": "40 characters at most"}'
    assert marked("100%") == "100%"
    assert [marked_many("%(n)s stone", "%(n)s stones", n) for n in (1, 2)] == ["1 stone", "2 stones"]


def test_it_is_said_in_the_language_of_whoever_asks(german):
    said = marked("%(n)s characters at most", n=40)
    assert translate(said) == translate(pickle.loads(pickle.dumps(said))) == "höchstens 40 Zeichen"
    assert [translate(marked_many("%(n)s stone", "%(n)s stones", n)) for n in (1, 2)] == [
        "1 Stein",
        "2 Steine",
    ]


def test_facts_are_said_too_and_what_people_wrote_is_left_alone(german):
    assert translate(marked("not %(what)s", what=marked("a number"))) == "nicht eine Zahl"
    assert translate(marked("not %(what)s", what="a number")) == "nicht a number"
    assert [translate("a number"), translate(7)] == ["a number", "7"]
