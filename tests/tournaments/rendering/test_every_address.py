"""How many statements each address takes that a stranger may read: none is forgotten, and none takes more.

The addresses are those of the resolver. A new one fails until its number stands here; one of a tournament
that is not kept fails until it says why.
"""

import pytest
from django.http import QueryDict
from django.test import Client

from tests.tournaments.rendering.walking import a_walked_house, addresses, forget, read
from tournaments.rendering.asked import Wrapped, _match

pytestmark = pytest.mark.django_db(transaction=True)

KEPT = {
    "api:bye-why": 18,
    "api:cross-table": 7,
    "api:cross-table-as": 7,
    "api:entries": 5,
    "api:entries-as": 5,
    "api:entry": 10,
    "api:entry-as": 10,
    "api:entry-csv": 10,
    "api:limits": 4,
    "api:matches": 7,
    "api:pairing-why": 18,
    "api:pairings": 8,
    "api:pairings-as": 8,
    "api:prizes": 6,
    "api:prizes-as": 6,
    "api:prizes-csv": 6,
    "api:ratings": 6,
    "api:ratings-as": 6,
    "api:round": 6,
    "api:round-as": 6,
    "api:round-proof": 20,
    "api:rounds": 4,
    "api:rounds-as": 4,
    "api:schedule": 6,
    "api:schedule-as": 6,
    "api:settings": 2,
    "api:standings": 7,
    "api:standings-as": 7,
    "api:standings-changes": 11,
    "api:team": 7,
    "api:team-standings": 6,
    "api:team-standings-as": 6,
    "api:teams": 6,
    "api:teams-as": 6,
    "api:tournament": 2,
    "api:tournament-story": 11,
    "api:tournament-tiebreaks": 2,
    "web:bye-why": 19,
    "web:calendar": 7,
    "web:changes": 14,
    "web:coming": 5,
    "web:data": 7,
    "web:embed": 6,
    "web:entry": 12,
    "web:feed": 4,
    "web:game": 26,
    "web:limits": 5,
    "web:live-game": 10,
    "web:pairing-why": 19,
    "web:placing": 3,
    "web:players": 11,
    "web:prizes": 9,
    "web:proof": 22,
    "web:ratings": 8,
    "web:round": 14,
    "web:round-data": 8,
    "web:schedule": 12,
    "web:screens": 3,
    "web:sheets": 5,
    "web:standings": 12,
    "web:story": 21,
    "web:table": 14,
    "web:team-standings": 9,
    "web:teams": 9,
}
"""Cold: nothing is kept of the tournament, not even its state. Warm and unchanged it is one."""

MADE_EACH_TIME = {
    "account_reset_password": 0,
    "api:bundle": 36,
    "api:career": 8,
    "api:clubs": 2,
    "api:clubs-as": 2,
    "api:events": 12,
    "api:exports": 1,
    "api:live": 2,
    "api:organisation": 1,
    "api:organisations": 1,
    "api:organisations-as": 1,
    "api:own-registration": 1,
    "api:pair": 1,
    "api:pairing-rules": 0,
    "api:ranks": 0,
    "api:registration-terms": 4,
    "api:registrations-public": 3,
    "api:root": 0,
    "api:tiebreaks": 0,
    "api:tournaments": 1,
    "api:tournaments-as": 1,
    "game": 7,
    "game-board": 7,
    "game-events": 7,
    "game-hints": 7,
    "game-original": 11,
    "game-outcomes": 7,
    "game-position": 7,
    "game-sgf": 14,
    "game-steps": 7,
    "game-story": 16,
    "log-checkpoint": 3,
    "log-consistency": 4,
    "log-consistency-last": 4,
    "log-key": 1,
    "log-proof": 24,
    "log-tile": 5,
    "receipt": 7,
    "ruleset": 0,
    "rulesets": 0,
    "web:bundle": 36,
    "web:career": 8,
    "web:check": 0,
    "web:help": 0,
    "web:help-page": 0,
    "web:home": 4,
    "web:invitation": 1,
    "web:lab": 0,
    "web:lab-ruleset": 0,
    "web:live": 2,
    "web:my": 0,
    "web:organisation": 6,
    "web:own-signup": 5,
    "web:receipt": 17,
    "web:receipts": 0,
    "web:screen": 16,
    "web:sheet": 7,
    "web:signup": 6,
    "web:styleguide": 0,
    "web:tiebreaks": 0,
}
"""The second time."""

WHY = {
    "api:bundle": "a file for whoever checks it, with an ETag of its own",
    "web:bundle": "the same file",
    "api:exports": "which formats there are is asked of the reader's rights",
    "api:events": "what was erased from the log is gone from the next answer on, and no number tells of it",
    "api:registration-terms": "says how many places there are by the clock, and is told to be kept by nobody",
    "api:registrations-public": "the same",
    "web:signup": "a form with a token",
    "web:live": "a number",
    "api:live": "the same",
    "web:screen": "says since when it is shown",
    "web:sheet": "may hold codes for one player, so that no sheet is kept",
    "api:pair": "the way to its game",
}
"""Of a tournament and not kept."""

REFUSED = {302, 401, 405, 409, 422}
NOT_FOR_STRANGERS = {
    "api:job", "web:job", "api:person-copy", "web:copy-of-player",
    "claim", "claim-finding", "claim-record", "claim-picture", "web:claim", "web:claim-picture",
    "claim-sequences", "claim-sequence", "claim-sequence-steps", "claim-sequence-board",
}  # fmt: skip
"""Hidden, so that they answer as if they were not there."""


@pytest.fixture
def house():
    return a_walked_house()


def figures(address):
    """Statements, or the status of what is not for strangers."""
    forget()
    first, cold = read(address)
    if first.status_code != 200:
        return first.status_code
    second, warm = read(address)
    unchanged = None
    if "ETag" in first and second.body == first.body:
        third, asked = read(address, **{"If-None-Match": first["ETag"]})
        unchanged = len(asked) if third.status_code == 304 else None
    return len(cold), len(warm), unchanged


def wrapped(address):
    """How the view of an address is kept; None where it is not."""
    match = _match(address.partition("?")[0], None)
    return getattr(match.func, "wrapped", None)


def more_than(pinned, taken):
    """Those that take more statements than are pinned, or that are pinned nowhere, or gone."""
    assert pinned.keys() == taken.keys()
    return {name: number for name, number in taken.items() if number > pinned[name]}


def test_no_address_takes_more_statements_than_is_written_here(house):
    found = {name: figures(address) for name, address in addresses(house).items()}
    public = {name: told for name, told in found.items() if isinstance(told, tuple)}
    kept = {name for name, address in addresses(house).items() if wrapped(address)}
    assert {name: public[name][1:] for name in kept} == dict.fromkeys(KEPT, (1, 1))
    assert more_than(KEPT, {name: public[name][0] for name in kept}) == {}
    again = {name: public[name][1] for name in public.keys() - kept}
    assert more_than(MADE_EACH_TIME, again) == {}
    assert {name for name in found.keys() - public.keys() if found[name] not in REFUSED} == NOT_FOR_STRANGERS


def test_what_is_public_of_a_tournament_is_kept_or_says_why(house):
    about = {name for name, address in addresses(house).items() if "/tournaments/open" in address}
    assert about & MADE_EACH_TIME.keys() == WHY.keys()


OF_EVERY_FRAME = {"at"}
"""A page as of a moment of the past follows nothing; what takes no moment is none."""


class Noting(QueryDict):
    """A query that notes what a view asks it for."""

    names = frozenset()

    def note(self, name):
        type(self).names |= {name}

    def get(self, key, default=None):
        self.note(key)
        return super().get(key, default)

    def getlist(self, key, default=None):
        self.note(key)
        return super().getlist(key, default)

    def __getitem__(self, key):
        self.note(key)
        return super().__getitem__(key)

    def __contains__(self, key):
        self.note(key)
        return super().__contains__(key)


def test_a_page_reads_nothing_of_the_query_but_what_it_is_kept_by(house, monkeypatch):
    """A name that were forgotten would be cut off, and the page would not do what its address says."""
    monkeypatch.setattr("django.core.handlers.wsgi.WSGIRequest.GET", property(lambda _: Noting("")))
    unknown, read_at_all = {}, set()
    for name, address in addresses(house).items():
        policy: Wrapped | None = wrapped(address)
        if policy is not None and policy.names is not None:
            Noting.names = frozenset()
            Client().get(address, headers={"Nigiri-Part": "1"})  # so that it is made
            read_at_all |= Noting.names
            if more := Noting.names - policy.names - OF_EVERY_FRAME:
                unknown[name] = more
    assert unknown == {}
    assert {"round", "at", "q", "turn", "since"} <= read_at_all
