"""Give the places of withdrawn and removed entries to the waiting list."""

from collections.abc import Sequence
from functools import partial
from uuid import UUID, uuid5

from django.db import transaction

from games.log import unit_of_work
from games.log.store import StoredEvent
from games.log.unit_of_work import Context, on_stored
from tournaments.domain.entries import EntryRemoved
from tournaments.domain.presence import EntryWithdrawn
from tournaments.domain.tournament import TournamentDeleted
from tournaments.registration import places
from tournaments.registration.registering import move_up
from tournaments.tables.signups import Signup, SignupTerms, State


@on_stored
def update_after_removed_entries(stored: Sequence[StoredEvent]) -> None:
    """Update registrations after the commit, in a command of its own, so that directors never wait.

    Registrations of a deleted tournament are deleted in the same transaction.
    """
    for one in stored:
        if isinstance(one.event, TournamentDeleted):
            SignupTerms.objects.filter(pk=UUID(one.stream.partition("-")[2])).delete()
    left = [one for one in stored if isinstance(one.event, EntryWithdrawn | EntryRemoved)]
    if not left or not Signup.objects.filter(entry_id__in=[one.event.entry_id for one in left]).exists():
        return
    for one in left:
        transaction.on_commit(partial(end_registration, one), robust=True)


def end_registration(recorded: StoredEvent) -> None:
    """End the registration of a withdrawn or removed entry; idempotent."""
    signup = Signup.objects.filter(entry_id=recorded.event.entry_id, state=State.CONFIRMED).first()
    if signup is None:
        return
    command_id = uuid5(recorded.command_id, f"places/{recorded.event.entry_id}")
    context = Context(actor=recorded.actor, command_id=command_id, at=recorded.recorded_at)
    unit_of_work.run(partial(_withdraw, signup, context), context=context)


def _withdraw(signup: Signup, context: Context) -> list[Signup]:
    terms: SignupTerms = places.lock_terms(signup.terms_id)
    ended = Signup.objects.filter(pk=signup.pk, state=State.CONFIRMED)
    ended.update(state=State.WITHDRAWN, decided_at=context.at)
    return move_up(terms, context)
