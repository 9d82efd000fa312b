"""Many who want the last place at the same instant: it is given once, and nobody who waits is passed."""

from functools import partial
from uuid import uuid4

import pytest

from tests.builders import a_context, a_tournament
from tests.faults.test_two_directors import at_once
from tests.sizes import size
from tests.tournaments.registration.building import a_register, open_terms, registers, states
from tournaments.registration.officers import ConfirmSignups, confirm
from tournaments.registration.places import occupied_places
from tournaments.registration.registering import register, withdraw
from tournaments.tables.rows import EntryRow
from tournaments.tables.signups import Signup

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = size(5, long=100)
AT_ONCE = 4


def registering(row, name, id_=None):
    return partial(register, row, a_register(name, id_=id_), a_context(actor="public"))


@pytest.mark.parametrize("confirmed_at_once", [False, True])
def test_the_last_place_is_given_once(confirmed_at_once):
    row = a_tournament(players=0)
    for attempt in range(TIMES):
        Signup.objects.all().delete()
        terms = open_terms(row, places=taken_by_entries(row) + 1, at_once=confirmed_at_once)
        at_once(*(registering(row, f"P{attempt} N{n}") for n in range(AT_ONCE)))
        have = "confirmed" if confirmed_at_once else "asked"
        assert sorted(states(row).values()) == [have, *["waiting"] * (AT_ONCE - 1)]
        assert occupied_places(terms) == terms.places


def taken_by_entries(row):
    return EntryRow.objects.filter(tournament=row, withdrawn=False).count()


def test_one_form_sent_at_once_is_one_registration():
    row = a_tournament(players=0)
    open_terms(row)
    for attempt in range(TIMES):
        outcomes = at_once(*[registering(row, f"P{attempt}", id_=str(uuid4()))] * AT_ONCE)
        assert len({one.id for one in outcomes}) == 1
    assert Signup.objects.count() == TIMES


def test_two_who_leave_at_once_let_two_in_and_no_third():
    row = a_tournament(players=0)
    for _ in range(TIMES):
        Signup.objects.all().delete()
        open_terms(row, places=2)
        first = [registers(row, name) for name in ("Aa", "Bb", "Cc", "Dd", "Ee")][:2]
        coming = registering(row, "Ff")
        at_once(*(partial(withdraw, one.id, a_context()) for one in first), coming)
        assert list(states(row).values()) == [
            "withdrawn",
            "withdrawn",
            "asked",
            "asked",
            "waiting",
            "waiting",
        ]


def test_a_confirmation_and_a_withdrawal_at_once_leave_one_truth():
    row = a_tournament(players=0)
    for attempt in range(TIMES):
        open_terms(row, places=None)
        signup = registers(row, f"P{attempt}")
        command = ConfirmSignups(signups=(str(signup.id),))
        at_once(partial(confirm, row, command, a_context()), partial(withdraw, signup.id, a_context()))
        signup.refresh_from_db()
        playing = EntryRow.objects.filter(pk=signup.entry_id or "-", withdrawn=False).exists()
        assert (signup.state, playing) == ("withdrawn", False)


def test_two_directors_who_confirm_all_at_once_enter_each_once():
    row = a_tournament(players=0)
    for attempt in range(TIMES):
        open_terms(row)
        for n in range(3):
            registers(row, f"P{attempt} N{n}")
        at_once(*[partial(confirm, row, ConfirmSignups(), a_context())] * 2)
        assert EntryRow.objects.count() == 3 * (attempt + 1)
