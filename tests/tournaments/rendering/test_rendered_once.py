"""Made once, however many ask, and only for those who are all alike."""

import gzip
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest
from django.db import connection, transaction
from django.test import Client

from tests.builders import a_context, a_tournament, an_account, finish, pair
from tests.tournaments.rendering.addresses import ADDRESSES, addresses_of
from tournaments.commands import carry_out
from tournaments.deciding.setting_up import ChangeDetails
from tournaments.loading import load
from tournaments.rendering import keeping, public
from tournaments.rendering.keeping import Memory
from tournaments.rendering.rendered import Rendered
from tournaments.tables.people import Office

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/tournaments/open/"


@pytest.fixture
def row(db):
    row = a_tournament(players=6, rounds=3, criteria=("MMS", "SOSM"))
    pair(row, 1)
    finish(row, 1)
    pair(row, 2)
    return row


@pytest.fixture
def made(row, monkeypatch):
    """The addresses for which something was made, one by one."""
    asked = []
    original = public.rendered

    def counted(response):
        asked.append(response)
        return original(response)

    monkeypatch.setattr(public, "rendered", counted)
    return asked


@pytest.mark.parametrize("name", ADDRESSES)
def test_the_second_reader_costs_one_query(row, name):
    address = addresses_of(row)[name]
    first = Client().get(address)
    asked = []
    with connection.execute_wrapper(lambda run, sql, *given: asked.append(sql) or run(sql, *given)):
        second = Client().get(address)
    assert (second.status_code, second.content) == (200, first.content)
    assert len([sql for sql in asked if sql.lstrip().startswith("SELECT")]) == 1, asked
    assert second["ETag"] == first["ETag"]
    assert Client().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_fifty_at_once_are_one(row, made):
    barrier = Barrier(50)

    def ask(_):
        barrier.wait(timeout=30)
        try:
            return Client().get(PAGE).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(50) as pool:
        assert set(pool.map(ask, range(50))) == {200}
    assert len(made) == 1


def test_it_is_sent_as_small_as_the_reader_can_take_it(row):
    plain = Client().get(PAGE)
    small = Client().get(PAGE, headers={"Accept-Encoding": "gzip"})
    assert small["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain
    assert gzip.decompress(small.content) == plain.content
    assert "Accept-Encoding" in small["Vary"]


@pytest.mark.parametrize("header", ["gzip;q=0", "xgzipx"])
def test_it_is_not_compressed_for_who_does_not_accept_that(row, header):
    assert "Content-Encoding" not in Client().get(PAGE, headers={"Accept-Encoding": header})


def test_nginx_is_told_to_keep_it_until_the_second_ends(row, monkeypatch, settings):
    monkeypatch.setattr("tournaments.rendering.rendered.time", lambda: 1234.9)
    assert "X-Accel-Expires" not in Client().get(PAGE)
    settings.PROXIES = 1
    assert Client().get(PAGE)["X-Accel-Expires"] == "@1234"


def test_each_language_and_form_has_its_own(row, made):
    german = Client().get(PAGE, headers={"Accept-Language": "de"})
    english = Client().get(PAGE)
    assert german.content != english.content
    chosen = Client()
    chosen.cookies["django_language"] = "de"
    assert chosen.get(PAGE).content == german.content
    assert len(made) == 3


def test_what_was_chosen_goes_before_the_language_of_the_tournament(row):
    """Whoever asks in German, by a browser or by choice: a Japanese tournament answers them differently."""
    details = load(str(row.id))[0].details
    carry_out(str(row.id), ChangeDetails(details=replace(details, language="ja")), a_context())
    by_browser = Client().get(PAGE, headers={"Accept-Language": "de"})
    chosen, odd = Client(), Client()
    chosen.cookies["django_language"], odd.cookies["django_language"] = "de", "klingon"
    by_choice = chosen.get(PAGE)
    assert [by_browser["Content-Language"], by_choice["Content-Language"]] == ["ja", "de"]
    assert odd.get(PAGE, headers={"Accept-Language": "de"}).content == by_browser.content
    assert by_choice.content != by_browser.content
    again = Client().get(PAGE, headers={"Accept-Language": "de"})
    assert (again.content, again["Content-Language"]) == (by_browser.content, "ja")


def test_what_a_page_does_not_know_is_no_other_page(row, made):
    plain = Client().get(PAGE)
    for odd in ("utm=1", "x&y=2", "utm=1&utm=2"):
        assert Client().get(f"{PAGE}?{odd}").content == plain.content
    after = Client().get(f"{PAGE}?round=1")
    assert Client().get(f"{PAGE}?fbclid=abc&round=1").content == after.content != plain.content
    assert len(made) == 2


def test_what_is_asked_in_endless_ways_drives_nothing_out(row, made, monkeypatch):
    monkeypatch.setattr(keeping, "cache", None)  # of all processes: not touched
    usual = [f"{PAGE}?round=1", f"{PAGE}rounds/2/", "/api/v1/tournaments/open/standings/"]
    for address in usual:
        Client().get(address)
    kept = dict(keeping.memory.kept)
    odd = [f"{PAGE}?q=a{n}" for n in range(5)] + [f"{PAGE}?round={'0' * n}1" for n in range(1, 5)]
    odd += [f"{PAGE}rounds/{'0' * n}2/" for n in range(1, 5)]
    for address in odd:
        assert Client().get(address).status_code == 200
    Client().get(usual[2], headers={"Accept": "application/json; indent=7"})
    assert keeping.memory.kept.keys() == kept.keys()
    assert len(keeping.aside.kept) == len(odd) + 1
    assert keeping.aside.most * keeping.ASIDE == keeping.memory.most


def test_an_unknown_parameter_of_rest_is_refused_though_the_answer_is_kept(row):
    address = "/api/v1/tournaments/open/standings/"
    answers = {query: Client().get(address + query).status_code for query in ("", "?x=1", "?format=json")}
    assert answers == {"": 200, "?x=1": 422, "?format=json": 200}
    assert Client().get(address, headers={"Accept": "image/png"}).status_code == 406


def test_what_browsers_take_is_one_form(row, made):
    address = "/api/v1/tournaments/open/standings/"
    browsers = "text/html,application/xhtml+xml,*/*;q=0.8"
    for accept in ("*/*", browsers, "*/*, text/html"):
        Client().get(address, headers={"Accept": accept})
    assert len(made) == 1


def test_who_is_somebody_gets_their_own(row, made):
    officer = Client()
    officer.force_login(an_account("owner", Office.OWNER))
    assert officer.get(PAGE).status_code == 200
    Client().get("/api/v1/tournaments/open/", headers={"Authorization": "Token nothing"})
    Client().get(PAGE, headers={"Nigiri-Part": "1"})
    linked = Client()
    linked.cookies["nigiri_links"] = "anything"
    linked.get(PAGE)
    assert made == []


def test_what_an_open_transaction_reads_is_not_kept(row, made):
    with transaction.atomic():
        assert Client().get(PAGE).status_code == 200
    assert made == []


def test_what_is_not_there_is_asked_for_each_time(row, made):
    assert Client().get("/tournaments/nowhere/").status_code == 404
    assert Client().get(f"{PAGE}rounds/3/").status_code == 302  # to log in
    assert Client().get(f"{PAGE}?round=17").status_code == 404
    assert made == []


def test_memory_has_an_end_and_the_oldest_goes():
    def body(size):
        return Rendered(body=b"x" * size, zipped=False, headers=(), etag='"1"', marks=())

    memory = Memory(4000)
    for name in "abc":
        memory.put(name, body(1000))
        assert memory.get("a")
    assert memory.get("b") is None
    assert memory.get("c")
    assert memory.held <= 4000


def test_what_is_past_its_time_goes_though_there_is_room(monkeypatch):
    body, clock = Rendered(body=b"x" * 1000, zipped=False, headers=(), etag='"1"', marks=()), [0.0]
    monkeypatch.setattr(keeping, "monotonic", lambda: clock[0])
    memory = Memory(100_000)
    memory.put("a", body)
    clock[0] = keeping.SECONDS + 1
    memory.put("b", body)
    assert (list(memory.kept), memory.held) == (["b"], body.size)


def test_an_address_below_another_is_kept_apart(row):
    below = Client().get(PAGE, SCRIPT_NAME="/below").content
    assert b'"/below/' in below
    assert b'"/below/' not in Client().get(PAGE).content
