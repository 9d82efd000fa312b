"""Who may keep an answer on the way, at every address: a stranger's for a second, of the rest nobody."""

import pytest

from tests.test_permission_matrix import client_of
from tests.tournaments.rendering.test_every_address import KEPT, WHY
from tests.tournaments.rendering.walking import a_walked_house, addresses, read
from tournaments.rendering.asked import PART

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house():
    return a_walked_house()


def words(answer, header):
    return {word.strip().lower() for word in answer.get(header, "").split(",") if word.strip()}


def of_strangers(house):
    """The answers of those addresses that give one."""
    return answered({name: read(address)[0] for name, address in addresses(house).items()})


def answered(told):
    return {name: answer for name, answer in told.items() if answer.status_code == 200}


def test_what_strangers_read_of_a_tournament_may_be_kept_in_front_for_a_second(house):
    told = of_strangers(house)
    kept = {name: words(told[name], "Cache-Control") for name in KEPT}
    wanted = {"public", "max-age=0", "s-maxage=1", "stale-while-revalidate=1"}
    assert {name: said for name, said in kept.items() if said != wanted} == {}
    differs = {"accept-encoding", "authorization", "cookie", PART.lower()}
    assert [name for name in KEPT if not differs <= words(told[name], "Vary")] == []
    pages = [name for name in KEPT if name.startswith("web:")]
    assert [name for name in pages if "accept-language" not in words(told[name], "Vary")] == []


def test_what_strangers_read_and_is_not_kept_is_kept_nowhere_unasked(house):
    told = of_strangers(house)
    said = {name: words(told[name], "Cache-Control") for name in told.keys() - KEPT}
    assert [name for name in WHY.keys() & said if said[name] & {"public", "s-maxage=1"}] == []
    asked = {"no-cache", "no-store", "max-age=0", "public"}  # the last: rules, schema, the log's tree
    assert {name: one for name, one in said.items() if not one & asked} == {}


OF_NOBODY = {
    "log-checkpoint", "log-key", "log-tile", "log-consistency-last", "log-consistency", "rulesets", "ruleset",
}  # fmt: skip
"""The same for everybody, whoever asks."""

ASKED_AGAIN = {
    "api:bundle", "web:bundle", "api:live", "web:live", "web:live-game",
    "log-proof", "account_reset_password",
}  # fmt: skip
"""With what they had, or without anything of anybody's: told to be asked for again each time."""


@pytest.mark.parametrize("role", ["owner", "player", "link"])
def test_what_somebody_reads_is_kept_by_nobody(house, role):
    client = client_of(house, role)
    told = answered({name: client.get(address) for name, address in addresses(house).items()})
    assert len(told) > 60
    said = {name: words(told[name], "Cache-Control") for name in told.keys() - OF_NOBODY}
    unlike = {name for name, one in said.items() if "no-store" not in one}
    assert unlike <= ASKED_AGAIN
    assert [name for name in unlike if "no-cache" not in said[name] or "public" in said[name]] == []
