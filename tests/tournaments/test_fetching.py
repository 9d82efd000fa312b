"""Rating lists fetched from a server on this machine: stored, unchanged, cut, unavailable."""

from dataclasses import replace
from io import BytesIO

import pytest
from django.utils import timezone

from tests.builders import a_context, an_organisation
from tests.tournaments.persons.lists.files import egd, egd_row, ffg, ffg_row
from tests.tournaments.webhooks.receiver import receiving, says
from tournaments.fetching import FETCH, latest_fetch, start_fetching
from tournaments.formats.player_lists import ListKind
from tournaments.outbox.rows import Job, JobState
from tournaments.outbox.running import run_job
from tournaments.persons.lists.rows import ListedPlayer, PlayerList
from tournaments.persons.lists.storing import read_list, store_list

pytestmark = pytest.mark.django_db(transaction=True)
LIST = egd(egd_row(11, "Vos Anna"), egd_row(12, "Bos Cy"))
NEWER = egd(egd_row(11, "Vos Anna"), egd_row(13, "Smit Di"), published="28 Nov 2026")
DATE = "Sat, 21 Nov 2026 05:00:00 GMT"


@pytest.fixture
def federation(settings):
    with receiving() as found:
        settings.WEBHOOK_PRIVATE = True
        settings.LIST_ADDRESSES = {kind: f"{found.url}&list={kind}" for kind in ListKind}
        yield found


def now():
    return replace(a_context(), at=timezone.now())


def fetched(organisation, kind=ListKind.EGD):
    job = start_fetching(organisation, kind, now())
    run_job(job.pk)
    job.refresh_from_db()
    return job


def names():
    return sorted(player.family_name for player in ListedPlayer.objects.all())


def test_stores_the_list_with_its_progress_and_validators(federation):
    federation.answers = [says(200, {"ETag": '"one"', "Last-Modified": DATE}, LIST)]
    job = fetched(an_organisation())
    assert (job.kind, job.state, job.stage, job.done, job.of) == (
        FETCH,
        JobState.DONE,
        "stored",
        len(LIST),
        len(LIST),
    )
    listing = PlayerList.objects.get()
    assert (listing.kind, listing.count, str(listing.published)) == ("egd", 2, "2026-11-21")
    assert (listing.etag, listing.last_modified) == ('"one"', DATE)
    (got,) = federation.got
    assert got.path.endswith("&list=egd")
    assert "if-none-match" not in got.headers


def test_asks_only_for_a_list_that_has_changed(federation):
    federation.answers = [
        says(200, {"ETag": '"one"', "Last-Modified": DATE}, LIST),
        says(304),
        says(200, {"ETag": '"two"'}, NEWER),
    ]
    organisation = an_organisation()
    fetched(organisation)
    assert (fetched(organisation).stage, PlayerList.objects.get().version) == ("unchanged", 1)
    headers = federation.got[1].headers
    assert (headers["if-none-match"], headers["if-modified-since"]) == ('"one"', DATE)
    assert (fetched(organisation).stage, PlayerList.objects.get().version) == ("stored", 2)
    assert names() == ["Smit", "Vos"]
    assert PlayerList.objects.get().last_modified == ""


def cut(handler):
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(NEWER)))
    handler.end_headers()
    handler.wfile.write(NEWER[: len(NEWER) // 2])


def cut_in_a_chunk(handler):
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    handler.wfile.write(b"fff\r\n" + NEWER[:200])


def shortened(handler):
    """As a server that tells no length: the end of the page is missing."""
    handler.send_response(200)
    handler.end_headers()
    handler.wfile.write(NEWER.replace(b"</pre>", b""))


@pytest.mark.parametrize(
    ("answer", "code", "why"),
    [
        (cut, "list_unavailable", "IncompleteRead"),
        (cut_in_a_chunk, "list_unavailable", "IncompleteRead"),
        (shortened, "exchange_fault", "truncated"),
        (says(503), "list_unavailable", "status 503"),
        (says(302, {"Location": "http://127.0.0.1:9/"}), "list_unavailable", "status 302"),
        (says(200, body=b"<html>We are moving.</html>"), "exchange_fault", None),
        (says(200, body=b""), "exchange_fault", None),
    ],
)
def test_a_list_that_does_not_arrive_whole_leaves_the_last_one(federation, answer, code, why):
    federation.answers = [says(200, {"ETag": '"one"'}, LIST), answer]
    organisation = an_organisation()
    fetched(organisation)
    job = fetched(organisation)
    assert (job.state, job.problem["code"]) == (JobState.FAILED, code)
    assert why in (None, job.problem["reason"])
    assert (names(), PlayerList.objects.get().etag) == (["Bos", "Vos"], '"one"')


def test_a_list_of_half_the_players_leaves_the_last_one(federation):
    rows = [ffg_row(f"NAME{number} Anna", licence=f"26001{number:02}") for number in range(10)]
    federation.answers = [says(200, {}, ffg(*rows)), says(200, {}, ffg(*rows[:4]))]
    organisation = an_organisation()
    assert fetched(organisation, ListKind.FFG).state == JobState.DONE
    job = fetched(organisation, ListKind.FFG)
    assert (job.problem["code"], job.problem["players"], job.problem["before"]) == ("list_cut", 4, 10)
    assert ListedPlayer.objects.count() == 10


def test_works_without_a_connection_with_the_last_list(federation):
    federation.answers = [says(200, {}, LIST)]
    organisation = an_organisation()
    fetched(organisation)
    federation.answers = [lambda handler: handler.connection.close()]
    assert fetched(organisation).problem["code"] == "list_unavailable"
    assert names() == ["Bos", "Vos"]


def test_addresses_of_this_network_are_not_fetched(federation, settings):
    settings.WEBHOOK_PRIVATE = False
    job = fetched(an_organisation())
    assert (job.problem["code"], job.problem["reason"]) == ("list_unavailable", "scheme")
    assert federation.got == []


def test_a_list_that_was_read_in_by_hand_is_fetched_whole(federation):
    federation.answers = [says(200, {"ETag": '"one"'}, LIST)]
    organisation = an_organisation()
    fetched(organisation)
    store_list(organisation, read_list(ListKind.EGD, BytesIO(NEWER)), timezone.now())
    fetched(organisation)
    assert "if-none-match" not in federation.got[1].headers
    assert names() == ["Bos", "Vos"]


def test_a_fetch_that_has_not_ended_is_not_started_again(federation):
    organisation = an_organisation()
    first = start_fetching(organisation, ListKind.EGD, a_context())
    assert start_fetching(organisation, ListKind.EGD, a_context()) == first
    assert start_fetching(organisation, ListKind.FFG, a_context()) != first
    assert latest_fetch(organisation, ListKind.EGD) == first
    assert Job.objects.count() == 2
