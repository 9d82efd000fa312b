"""Places and the waiting list, counted and given under one lock."""

from typing import Any
from uuid import UUID

from games.refusals import refuse
from tournaments.tables.changed import touch
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.tables.signups import HOLDING, Signup, SignupTerms, State


def lock_terms(tournament_id: Any) -> SignupTerms:
    """Lock the terms until the transaction ends. Raises Refusal ``registration_closed``.

    Every command on registrations begins here, so this marks them as changed. That takes the writers' lock
    first, in the same order as commands that store events, which avoids deadlocks.
    """
    touch(UUID(str(tournament_id)))
    terms = SignupTerms.objects.select_for_update().filter(pk=UUID(str(tournament_id))).first()
    if terms is None:
        refuse("registration_closed", contact="")
    return terms


def occupied_places(terms: SignupTerms) -> int:
    """Return the number of places taken by entries and by registrations to be confirmed."""
    own = Signup.objects.filter(terms=terms, state__in=HOLDING)
    row = TournamentRow.objects.filter(pk=terms.pk).first()
    if row is None or row.settings.get("players_per_side", 1) > 1:  # an entry there is more than one person
        return own.count()
    return own.filter(entry_id="").count() + EntryRow.objects.filter(tournament=row, withdrawn=False).count()


def free_places(terms: SignupTerms) -> int | None:
    """Return the number of places left, at least 0; None without a limit."""
    return None if terms.places is None else max(0, terms.places - occupied_places(terms))


def has_place(terms: SignupTerms) -> bool:
    return free_places(terms) != 0


def require_place(terms: SignupTerms) -> None:
    """Check that a place is free. Raises Refusal ``no_place_free``."""
    if not has_place(terms):
        refuse("no_place_free", places=terms.places)


def next_number(terms: SignupTerms) -> int:
    """Return the next number in the queue. Call it under the lock."""
    terms.last_number += 1
    terms.save(update_fields=["last_number"])
    return terms.last_number


def waiting_list(terms: SignupTerms) -> Any:
    return Signup.objects.filter(terms=terms, state=State.WAITING).order_by("number")


def place_in_line(signup: Signup) -> int:
    """Return the position in the waiting list, from 1."""
    return int(waiting_list(signup.terms).filter(number__lte=signup.number).count())


def promote(terms: SignupTerms) -> list[Signup]:
    """Give free places to the waiting list in order. Call it under the lock."""
    left = free_places(terms)
    first = waiting_list(terms)
    moved = list(first if left is None else first[:left])
    for signup in moved:
        signup.state = State.ASKED
        signup.save(update_fields=["state"])
    return moved
