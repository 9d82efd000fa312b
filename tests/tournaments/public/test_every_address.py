"""Every address of a tournament that a stranger may read: cached, or with the reason why it is not."""

import pytest

from tests.test_permission_matrix import client_of
from tests.tournaments.public.walking import a_walked_house, addresses, forget, is_public, read
from tournaments.public import CACHE_CONTROL, PART

pytestmark = pytest.mark.django_db(transaction=True)
MOST = 30  # statements of one answer, with nothing cached

WHY = {
    "api:bundle": "a file for whoever checks it, with an ETag of its own",
    "web:bundle": "the same file",
    "api:exports": "which formats there are depends on the reader's rights",
    "api:events": "erased words are gone from the next answer on",
    "api:registration-terms": "the number of places depends on the clock; sent as no-store",
    "api:registrations-public": "the same",
    "web:signup": "a form with a token",
    "web:live": "a number, or a stream",
    "api:live": "the same",
    "web:screen": "shows since when it is displayed",
    "web:sheet": "may hold codes for one player, so that no sheet is stored",
}
"""Addresses of a tournament that are not cached."""


@pytest.fixture
def house():
    return a_walked_house()


def answered(answers):
    return {name: answer for name, answer in answers.items() if answer.status_code == 200}


def words(answer, header):
    return {word.strip().lower() for word in answer.get(header, "").split(",") if word.strip()}


def test_every_public_address_is_cached_or_says_why(house):
    about = {name: address for name, address in addresses(house).items() if "/tournaments/open" in address}
    readable = answered({name: read(address)[0] for name, address in about.items()})
    assert {name for name in readable if not is_public(about[name])} == WHY.keys()


def test_second_reader_and_unchanged_answer_cost_one_query(house):
    for name, address in addresses(house).items():
        if not is_public(address):
            continue
        forget()
        first, cold = read(address)
        second, warm = read(address)
        unchanged, asked = read(address, **{"If-None-Match": first["ETag"]})
        assert (first.status_code, second.body, second["ETag"]) == (200, first.body, first["ETag"]), name
        assert (unchanged.status_code, unchanged.body, len(warm), len(asked)) == (304, b"", 1, 1), name
        assert len(cold) <= MOST, name
        for answer in (first, second, unchanged):
            assert answer["Cache-Control"] == CACHE_CONTROL, name
            assert {"accept-encoding", "authorization", "cookie", PART.lower()} <= words(answer, "Vary"), name
        if name.startswith("web:"):
            assert "accept-language" in words(second, "Vary"), name


def test_uncached_anonymous_responses_require_revalidation(house):
    others = {name: address for name, address in addresses(house).items() if not is_public(address)}
    told = answered({name: read(address)[0] for name, address in others.items()})
    said = {name: words(answer, "Cache-Control") for name, answer in told.items()}
    assert [name for name in WHY if said[name] & {"public", "s-maxage=1"}] == []
    asked = {"no-cache", "no-store", "max-age=0", "public"}  # the last: rules, schema, the log's tree
    assert {name: one for name, one in said.items() if not one & asked} == {}


SAME_FOR_ALL = {
    "log-checkpoint", "log-key", "log-consistency-last", "log-consistency", "rulesets", "ruleset",
}  # fmt: skip

ASKED_AGAIN = {
    "api:bundle", "web:bundle", "api:live", "web:live", "web:live-game",
    "log-proof", "account_reset_password",
}  # fmt: skip
"""Nothing personal, or revalidated each time."""


@pytest.mark.parametrize("role", ["owner", "link"])
def test_answers_to_accounts_and_links_are_stored_by_nobody(house, role):
    client = client_of(house, role)
    told = answered({name: client.get(address) for name, address in addresses(house).items()})
    assert len(told) > 60
    said = {name: words(told[name], "Cache-Control") for name in told.keys() - SAME_FOR_ALL}
    unlike = {name for name, one in said.items() if "no-store" not in one}
    assert unlike <= ASKED_AGAIN
    assert [name for name in unlike if "no-cache" not in said[name] or "public" in said[name]] == []
