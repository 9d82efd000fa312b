"""Places and the waiting list: counted and given under one lock, so that no place is given twice."""

from typing import Any
from uuid import UUID

from games.refusals import refuse
from tournaments.tables.changed import touch
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.tables.signups import HOLDING, Signup, SignupTerms, State


def locked(tournament_id: Any) -> SignupTerms:
    """The terms, until the transaction ends nobody else's. Raises Refusal ``registration_closed``.

    Every command on registrations begins here, so here they count as changed. That takes the turn to append
    first: whoever stores events has it before they come here, and two locks in two orders would wait for each
    other.
    """
    touch(UUID(str(tournament_id)))
    terms = SignupTerms.objects.select_for_update().filter(pk=UUID(str(tournament_id))).first()
    if terms is None:
        refuse("registration_closed", contact="")
    return terms


def taken(terms: SignupTerms) -> int:
    """Who has a place: whoever is entered, by whatever way, and whoever is to be confirmed."""
    own = Signup.objects.filter(terms=terms, state__in=HOLDING)
    row = TournamentRow.objects.filter(pk=terms.pk).first()
    if row is None or row.settings.get("players_per_side", 1) > 1:  # an entry is not one person there
        return own.count()
    return own.filter(entry_id="").count() + EntryRow.objects.filter(tournament=row, withdrawn=False).count()


def free(terms: SignupTerms) -> int | None:
    """Places left, None without a limit; never below 0."""
    return None if terms.places is None else max(0, terms.places - taken(terms))


def has_place(terms: SignupTerms) -> bool:
    return free(terms) != 0


def need_place(terms: SignupTerms) -> None:
    """Raises Refusal ``no_place_free``."""
    if not has_place(terms):
        refuse("no_place_free", places=terms.places)


def next_number(terms: SignupTerms) -> int:
    """The end of the queue. Under the lock."""
    terms.last_number += 1
    terms.save(update_fields=["last_number"])
    return terms.last_number


def waiting(terms: SignupTerms) -> Any:
    return Signup.objects.filter(terms=terms, state=State.WAITING).order_by("number")


def place_in_line(signup: Signup) -> int:
    """1 for the first who waits."""
    return int(waiting(signup.terms).filter(number__lte=signup.number).count())


def promote(terms: SignupTerms) -> list[Signup]:
    """Whoever waited longest, as many as there are places; they have one then. Under the lock."""
    left = free(terms)
    first = waiting(terms)
    moved = list(first if left is None else first[:left])
    for signup in moved:
        signup.state = State.ASKED
        signup.save(update_fields=["state"])
    return moved
