"""The laboratory's page: touched without a script, an address for each state, bad input said in words."""

# ruff: noqa: RUF001  # a count is written as the page has it

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.adjudication.kinds import ClaimKind
from games.adjudication.proofs import sentences
from games.analysis.laboratory.famous import CASES
from rules import RULESETS, Reason
from rules.choices import AXES
from rules.clauses import describe
from tests.tournaments.web.visitor import Page
from tournaments.web.laboratory import words
from tournaments.web.laboratory.page import LabThrottle
from tournaments.web.laboratory.view import OPENING

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("recorded")]
KO = "/rules/?board=1xo1/xo1o/1xo1&moves=cb"


def parts(address):
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def test_a_touch_plays_a_stone_and_leads_to_the_address_of_what_follows(client):
    page = Page(client.get(KO))
    form = page.forms[0]
    touched = client.get("/rules/", {**form.fields, "points": "B2"})
    assert parts(touched["Location"]) == {"board": "1xo1/xo1o/1xo1", "moves": "cbbb"}
    after = Page(client.get(touched["Location"]))
    assert "7 × Refused: repetition 6 × Refused: ko 3 × Legal" in after.text
    assert (
        "Japanese 1989 article 6: the lone stone that took a ko may not be taken back at once" in after.text
    )
    assert ("as after turn 0", "/rules/?board=1xo1/xo1o/1xo1&moves=cbbb&turn=0#board") in [
        (said.strip(), unescape(to)) for said, to in page_links(after)
    ]


def page_links(page):
    return [tuple(link) for link in page.links]


def test_who_goes_on_from_a_refused_move_goes_on_from_the_last_legal_position(client):
    touched = client.get("/rules/", {**parts(KO), "moves": "cbbb", "under": "japanese", "points": "D3"})
    assert parts(touched["Location"])["moves"] == "cbda"


@pytest.mark.parametrize(
    ("tool", "at", "board"),
    [("black", "A1", "5/5/5/5/x4"), ("white", "C3", "5/5/2o2/5/5")],
)
def test_stones_are_set_and_taken_away_by_touch(client, tool, at, board):
    set_up = client.get("/rules/", {"size": "5", "tool": tool, "points": at})
    assert parts(set_up["Location"]) == {"board": board, "tool": tool}
    away = client.get("/rules/", {**parts(set_up["Location"]), "points": at})
    assert parts(away["Location"]) == {"size": "5", "tool": tool}


def test_dead_stones_are_marked_by_touch_and_counted(client):
    bent = CASES["bent-four"].said
    marked = client.get("/rules/", {**bent, "dead": "", "tool": "dead", "touched": "1", "points": "A2"})
    assert parts(marked["Location"])["dead"] == "A2"
    assert "W+26.5 counted" in Page(client.get(marked["Location"])).text


def test_what_a_change_alters_is_told_first(client):
    page = Page(client.get("/rules/?board=x1o/oo1/3&moves=ba&change=suicide=allowed"))
    assert "Suicide: allowed under every ruleset: 10 give other answers than with their own rule" in page.text
    assert page.text.count("changed") == 10


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("moves=zz", "Letter 1 of the moves: “zz” is not a move."),
        ("size=3", "A board here has 5 to 19 lines, not 3."),
        ("dead=E5", "A stone that is called dead is not on the board."),
        ("change=luck=1", "The rules option “luck=1” is not valid."),
        ("turn=x", "“turn” is a whole number from 0 to 400, not “x”."),
    ],
)
def test_a_bad_address_is_answered_in_words_on_a_page_that_works(client, query, said):
    response = client.get(f"/rules/?{query}")
    assert response.status_code == 400
    assert said in Page(response).text
    assert len(response.context["touch"].rows) == 9


def test_a_record_is_uploaded_or_pasted(client):
    sgf = b"(;SZ[9]KM[7];B[ee];W[])"
    uploaded = client.post("/rules/record/", {"file": SimpleUploadedFile("a.sgf", sgf)})
    pasted = client.post("/rules/record/", {"sgf": sgf.decode()})
    assert uploaded["Location"] == pasted["Location"] == "/rules/?moves=eeP&komi=7"


@pytest.mark.parametrize(
    ("sgf", "said"),
    [
        ("(;SZ[9];B[ee", "at byte"),
        ("", "at byte"),
        ("(;SZ[9]" + ";B[]" * 401 + ")", "These are 401 moves; at most 400 are compared here."),
    ],
)
def test_a_bad_record_says_where_and_stays_in_the_form(client, sgf, said):
    response = client.post("/rules/record/", {"sgf": sgf})
    page = Page(response)
    assert (response.status_code, said in page.text) == (422, True)
    assert next(form for form in page.forms if "sgf" in form.fields).fields["sgf"] == sgf


def test_it_opens_with_a_famous_case_at_its_deciding_turn(client):
    response = client.get("/rules/")
    case = CASES[OPENING]
    assert response.context["tried"] == case.experiment
    assert response.context["turns"]["now"] == len(case.experiment.actions)
    assert len(response.context["groups"]) > 1  # the rulesets differ there
    page = Page(response)
    assert f"{words.TITLES[OPENING]}" in page.text
    assert str(words.SEE[OPENING]) in page.text
    empty = client.get(unescape(next(to for said, to in page.links if said == "9 × 9")).partition("#")[0])
    assert not any(empty.context["tried"].board.masks)
    assert not empty.context["case"]


def test_a_board_without_its_last_stone_stays_empty(client):
    emptied = client.get("/rules/", {"board": "9/9/9/9/9/9/9/9/x8", "tool": "black", "points": "A1"})
    response = client.get(emptied["Location"])
    assert not any(response.context["tried"].board.masks)
    assert not response.context["case"]


def test_the_famous_cases_are_there_and_open_at_their_deciding_turn(client):
    page = Page(client.get("/rules/"))
    for name in CASES:
        to = next(to for said, to in page.links if said == str(words.TITLES[name]))
        response = client.get(unescape(to).partition("#")[0])
        turns = response.context["turns"]
        assert turns["now"] == turns["last"] == len(CASES[name].experiment.actions)


def test_each_ruleset_has_a_page_with_every_axis_and_its_clause(client):
    page = Page(client.get("/rules/japanese/"))
    assert "Japanese 1989 article 6" in page.text
    assert all(f'id="{axis}"' in page.html for axis in AXES)
    assert client.get("/rules/nobody/").status_code == 404


def test_everything_has_a_word():
    assert {reason.value for reason in Reason} | {"legal", "unfit"} == words.VERDICTS.keys()
    assert words.AXES.keys() == AXES.keys()
    assert words.TITLES.keys() == words.SEE.keys() == CASES.keys()
    values = {getattr(ruleset, axis) for ruleset in RULESETS.values() for axis in words.AXES}
    assert {str(value) for value in values if isinstance(value, str)} <= words.VALUES.keys()


def test_every_fault_has_its_sentence():
    sources = "".join(path.read_text() for path in Path("games/analysis/laboratory").glob("*.py"))
    assert set(re.findall(r'InvalidExperiment\(\s*"(\w+)"', sources)) == words.FAULTS.keys()


def test_who_asks_too_often_waits(client, monkeypatch):
    monkeypatch.setattr(LabThrottle, "rate", "2/min")
    assert [client.get("/rules/").status_code for _ in range(3)] == [200, 200, 429]
    assert client.get("/rules/")["Retry-After"].isdecimal()


@pytest.mark.parametrize("name", RULESETS)
def test_every_choice_of_a_preset_has_a_clause_or_says_that_none_was_found(client, name):
    page = Page(client.get(f"/rules/{name}/"))
    for choice in describe(RULESETS[name]):
        assert choice.clause
        assert choice.clause.startswith("no clause found: ") or choice.mark in ("T", "I", "C")
        assert choice.mark == "C" or not choice.clause.startswith("no clause found")
        assert choice.clause in page.text


def test_our_own_reasons_are_in_the_language_of_the_reader_and_the_text_is_marked_as_english(client):
    page = client.get("/rules/japanese/", headers={"Accept-Language": "de"}).content.decode()
    assert "keine Stelle gefunden: Der Text kennt keinen Button" in page
    assert "no clause found" not in page
    assert '<span lang="en">Japanese 1989 articles 8 and 10</span>' in page
    assert "der einzelne Stein, der ein Ko geschlagen hat, darf nicht sofort zurückgeschlagen werden" in page
    proofs = client.get("/rules/french/", headers={"Accept-Language": "de"}).content.decode()
    assert "<span>Ketten sind tot, wie beide Spieler es vereinbart haben" in proofs


def test_ruleset_shows_by_which_sentences_a_finding_can_prove_a_claim(client):
    page = client.get("/rules/makrai/").content.decode()
    assert all(
        sentence in unescape(page) for kind in ClaimKind for sentence in sentences(kind, RULESETS["makrai"])
    )
    assert "never: people decide it" in page


def test_sentences_that_prove_show_the_mark_of_a_clause(client):
    proofs = client.get("/rules/korean/").content.decode().partition('id="proofs"')[2]
    assert "<strong>T</strong>: the text says so." in proofs
    [suicide] = [line for line in proofs.splitlines() if "Korean 2016 article 5: " in line]
    assert suicide.endswith("</span> <abbr>T</abbr>")
    assert "<span>a stone is played on an empty point</span>" in proofs
