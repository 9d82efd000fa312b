"""Whose answers are cached, by what they differ, and what never gets into the cache."""

import gzip
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory

from games.refusals import refuse
from tests.builders import a_context, a_tournament, an_account, finish, pair
from tournaments import public
from tournaments.commands import carry_out
from tournaments.domain.round_stages import UnpublishRound
from tournaments.domain.tournament import ChangeDetails, Unpublish
from tournaments.loading import load
from tournaments.persons.erasing import erase_player
from tournaments.tables.people import Office, Player
from tournaments.tables.rows import EntryRow
from tournaments.web.laboratory import page as laboratory

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/tournaments/open/"
REST = "/api/v1/tournaments/open/standings/"


@pytest.fixture(autouse=True)
def row(db):
    row = a_tournament(players=6, rounds=3, criteria=("MMS", "SOSM"))
    pair(row, 1)
    finish(row, 1)
    pair(row, 2)
    return row


@pytest.fixture
def stored(monkeypatch):
    """The headers of what was put into the cache of public answers."""
    entries, shared = [], caches["shared"]
    put = shared.set

    def counted(key, value, *args, **options):
        if str(key).startswith("public:") and isinstance(value, dict):
            entries.append((value, *args))
        return put(key, value, *args, **options)

    monkeypatch.setattr(shared, "set", counted)
    return entries


def test_is_compressed_for_those_who_accept_it(stored):
    plain = Client().get(PAGE)
    small = Client().get(PAGE, headers={"Accept-Encoding": "gzip"})
    assert (small["Content-Encoding"], "Content-Encoding" in plain) == ("gzip", False)
    assert gzip.decompress(small.content) == plain.content
    assert small["ETag"].removeprefix("W/") == plain["ETag"].removeprefix("W/")
    assert Client().get(PAGE, headers={"If-None-Match": small["ETag"]}).status_code == 304
    assert len(stored) == 2


def test_entries_are_plain_json_and_expire_within_a_minute(monkeypatch):
    entries = []
    monkeypatch.setattr(caches["shared"], "set", lambda *entry: entries.append(entry))
    Client().get(PAGE, headers={"Accept-Encoding": "gzip"})
    body, headers = (value for _, value, _ in entries)
    assert json.loads(json.dumps([body, headers["headers"]])) == [body, headers["headers"]]
    assert [seconds for *_, seconds in entries] == [60, 60]


def test_answer_of_which_half_was_evicted_is_made_again(monkeypatch):
    first, get = Client().get(PAGE), caches["shared"].get
    monkeypatch.setattr(caches["shared"], "get", lambda key: None if key.count(":") > 1 else get(key))
    assert Client().get(PAGE).content == first.content


def test_one_of_a_crowd_makes_the_answer(monkeypatch):
    barrier, made, complete = Barrier(20), [], public._complete
    monkeypatch.setattr(public, "_complete", lambda *given: made.append(1) or complete(*given))

    def ask(_):
        barrier.wait(timeout=30)
        try:
            return Client().get(PAGE).content
        finally:
            connection.close()

    with ThreadPoolExecutor(20) as pool:
        assert len(set(pool.map(ask, range(20)))) == 1
    assert len(made) == 1


def test_newer_answer_serves_those_who_asked_before_and_no_older_one(stored, monkeypatch):
    now, answer = public.version_of("open"), Client().get(PAGE)
    monkeypatch.setattr(public, "version_of", lambda _: now._replace(number=now.number - 1))
    assert Client().get(PAGE).content == answer.content
    assert len(stored) == 1
    monkeypatch.setattr(public, "version_of", lambda _: now._replace(people=now.people + 1))
    Client().get(PAGE)
    assert len(stored) == 2


def test_each_language_and_form_has_its_own(stored):
    german = Client().get(PAGE, headers={"Accept-Language": "de"})
    english = Client().get(PAGE)
    assert german.content != english.content
    chosen = Client()
    chosen.cookies["django_language"] = "de"
    assert chosen.get(PAGE).content == german.content
    csv = Client().get(REST, headers={"Accept": "text/csv"})
    assert csv.content != Client().get(REST).content
    assert len(stored) == 5


def test_chosen_language_goes_before_that_of_the_tournament(row):
    details = load(str(row.id))[0].details
    carry_out(str(row.id), ChangeDetails(details=replace(details, language="ja")), a_context())
    by_browser = Client().get(PAGE, headers={"Accept-Language": "de"})
    chosen = Client()
    chosen.cookies["django_language"] = "de"
    assert [by_browser["Content-Language"], chosen.get(PAGE)["Content-Language"]] == ["ja", "de"]
    again = Client().get(PAGE, headers={"Accept-Language": "de"})
    assert (again.content, again["Content-Language"]) == (by_browser.content, "ja")


def test_address_below_another_has_its_own():
    below = Client().get(PAGE, SCRIPT_NAME="/below").content
    assert b'"/below/' in below
    assert b'"/below/' not in Client().get(PAGE).content


def test_what_is_asked_in_endless_ways_is_not_stored(stored):
    for odd in ("?q=anna", "?utm=1", "?round=01", "?round=1&round=1", "rounds/02/"):
        assert Client().get(PAGE + odd).status_code == 200
    Client().get(REST, headers={"Accept": "application/json; indent=7"})
    assert stored == []
    assert Client().get(f"{PAGE}?round=1").content != Client().get(PAGE).content
    assert len(stored) == 2


def test_refusals_stay_refusals_beside_a_cached_answer():
    answers = {query: Client().get(REST + query).status_code for query in ("", "?x=1", "?format=json")}
    assert answers == {"": 200, "?x=1": 422, "?format=json": 200}
    assert Client().get(REST, headers={"Accept": "image/png"}).status_code == 406


def test_accounts_links_tokens_and_scripts_get_their_own(stored):
    officer, linked = Client(), Client()
    officer.force_login(an_account("owner", Office.OWNER))
    linked.cookies["nigiri_links"] = "anything"
    for answer in (
        officer.get(PAGE),
        linked.get(PAGE),
        Client().get("/api/v1/tournaments/open/", headers={"Authorization": "Token nothing"}),
        Client().get(PAGE, headers={"Nigiri-Part": "1"}),
    ):
        assert "public" not in answer.get("Cache-Control", "")
    assert stored == []


def test_page_with_a_form_token_is_not_stored(stored):
    @public.public
    def form(request, slug):
        return HttpResponse(get_token(request))

    answer = form(RequestFactory().get(PAGE), slug="open")
    assert (answer.status_code, "Cache-Control" in answer) == (200, False)
    assert stored == []


def test_what_an_open_transaction_reads_is_not_stored(stored):
    with transaction.atomic():
        assert Client().get(PAGE).status_code == 200
    assert stored == []


def test_page_that_is_shown_again_with_a_refused_form_is_not_stored(stored, monkeypatch):
    """The page is named by whoever sends the form, and has what they typed."""

    def refuse_it(_request, *_throttles):
        refuse("registration_closed")

    monkeypatch.setattr(laboratory, "seconds_to_wait", refuse_it)
    Client().get(PAGE)
    stored.clear()
    sent = Client().post("/rules/record/", {"sgf": "Typed text", "next": PAGE})
    assert (sent.status_code, b"Typed text" in sent.content) == (409, True)
    caches["shared"].clear()
    assert Client().post("/rules/record/", {"sgf": "Typed text", "next": PAGE}).status_code == 409
    assert stored == []
    assert b"Typed text" not in Client().get(PAGE).content


def test_what_is_not_there_or_hidden_is_not_stored(row, stored):
    tags = [Client().get(address)["ETag"] for address in (PAGE, f"{PAGE}rounds/2/")]
    carry_out(str(row.id), UnpublishRound(round=2, reason="A slip."), a_context())
    stored.clear()
    known = {"If-None-Match": ", ".join([*tags, "*"])}
    assert Client().get("/tournaments/nowhere/", headers=known).status_code == 404
    assert Client().get(f"{PAGE}rounds/2/", headers=known).status_code == 302  # to log in
    assert Client().get(f"{PAGE}?round=17", headers=known).status_code == 404
    carry_out(str(row.id), Unpublish(), a_context())
    hidden = Client().get(PAGE, headers=known)
    assert (hidden.status_code, "public" in hidden.get("Cache-Control", "")) == (404, False)
    assert stored == []


def test_erased_name_is_gone_from_the_next_answer(row):
    player = Player.objects.get(pk=EntryRow.objects.filter(tournament=row).first().player_id)
    name = player.family_name.encode()
    assert name in Client().get(PAGE).content
    erase_player(player)
    assert name not in Client().get(PAGE).content


def test_answers_are_made_while_the_cache_is_away(monkeypatch):
    monkeypatch.setattr(caches["shared"], "get", lambda *_: None)
    monkeypatch.setattr(caches["shared"], "set", lambda *_: None)
    first = Client().get(PAGE)
    assert (first.status_code, Client().get(PAGE).content) == (200, first.content)


@pytest.mark.parametrize(
    ("path", "odd"),
    [
        ("/tournaments/open/rounds/02/", True),
        ("/tournaments/open/rounds/2/", False),
        ("/tournaments/open/players/02ec69d2-b569-5533-8fc1-d9152041ff9f/", False),
    ],
)
def test_only_whole_numbers_with_leading_zeros_are_odd(path, odd):
    assert bool(public.ODD_NUMBER.search(path)) is odd
