"""Helpers for registrations: ``terms = open_terms(row)``, ``anna = registers(row, "Vos Anna")``."""

from dataclasses import replace
from uuid import UUID, uuid4

from tests.builders import NOW, a_context
from tournaments.registration.registering import Register, register
from tournaments.registration.terms import SetTerms, set_terms
from tournaments.tables.signups import Signup

CONSENT = "I agree that my name is published."


def open_terms(row, **changes):
    """Open, with the usual fields; ``changes`` by column."""
    return set_terms(row, SetTerms(**{"is_open": True, "consent": CONSENT, **changes}), a_context())


def a_register(name, *, id_=None, consent=1, **told):
    family, _, given = name.partition(" ")
    said = {"rank": 0, "country": "NL", "club": "Rive", **told}
    return Register(
        signup_id=id_ or str(uuid4()), family_name=family, given_name=given, consent=consent, **said
    )


def registers(row, name, *, at=NOW, **told):
    return register(row, a_register(name, **told), replace(a_context(actor="public"), at=at))


def fresh(signup):
    return Signup.objects.select_related("terms").get(pk=UUID(str(signup.id)))


def states(row):
    """Name -> state, in the order in which they came."""
    return {one.name: one.state for one in Signup.objects.filter(terms_id=row.pk).order_by("number")}
