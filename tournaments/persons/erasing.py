"""A person is forgotten: everything that tells who this is, everywhere but on what others have by now.

Results, pairings and standings keep standing without the name, and every digest and proof holds. What is kept
above this room is emptied by who keeps it (``erases``). ``deploy/decisions/erasing.md`` says what is not
reached.
"""

from collections.abc import Callable, Iterable

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.claims import evidence, pictures
from games.game import records
from games.log import commitments, database, folding, openings
from games.log.answers import KeptAnswer
from games.log.openings import Opening
from games.log.tables import Event
from tournaments.persons.reach import Reach, reach_of
from tournaments.tables.changed import touch
from tournaments.tables.invitations import Invitation
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow
from tournaments.tables.signups import OPEN, Signup

Erases = Callable[[Reach], object]
_others: list[Erases] = []


def erases(work: Erases) -> Erases:
    """Decorator: this empties what is kept elsewhere of a person, in the transaction of erasing them."""
    _others.append(work)
    return work


def erase_player(player: Player) -> None:
    """Forget who this is, now and for good. Safe to do again.

    With the row go what opens their names in the log, what anybody typed about them or their games, what they
    registered with, what came with the records of their games and with claims on them, pictures too: those
    of a table show who sits at it. The moves stay.
    """
    with transaction.atomic():
        touch(player.organisation_id)
        row = Player.objects.select_for_update().get(pk=player.pk)
        reach = reach_of(row)
        row.erase()
        _erase_words(reach)
        _erase_registrations(reach)
        Invitation.objects.filter(player=row).delete()
        records.erase(reach.games)
        evidence.erase(reach.claims)
        pictures.erase(reach.claims)
        _erase_answers(reach)
        for work in _others:
            work(reach)
        transaction.on_commit(_forget)


def _forget() -> None:
    """What this process has read, and what the file of the database still holds."""
    folding.clear_cache()
    database.truncate_wal()


def _erase_words(reach: Reach) -> None:
    """What opens their names, reasons of what happened to them, and reasons in which they are named."""
    openings.erase(commitments.all_commitments(event.data for event in reach.events()))
    openings.erase([one.commitment for one in _typed_there(reach) if reach.is_named_in(one.said)])


def _typed_there(reach: Reach) -> Iterable[Opening]:
    """All that was typed in the tournaments that they were in, and of the games there."""
    games = PairingRow.objects.filter(tournament__in=reach.tournament_ids).values_list("game_id", flat=True)
    streams = [*reach.tournaments, *(f"game-{id_}" for id_ in games)]
    positions = Event.objects.filter(stream__in=streams).values("position")
    return Opening.objects.filter(position__in=positions).iterator()


def _erase_registrations(reach: Reach) -> None:
    """Theirs, and those under their name that became nothing."""
    of_the_name = Q(family_name__iexact=reach.family_name, given_name__iexact=reach.given_name)
    nothing = Q(player=None, terms__organisation=reach.organisation_id) & ~Q(state__in=OPEN)
    Signup.objects.filter(Q(player=reach.player_id) | (of_the_name & nothing)).delete()


def _erase_answers(reach: Reach) -> None:
    """Of what was done where they played; and of what stored no event: nobody can say of whom those tell."""
    stored = Event.objects.filter(command_id=OuterRef("pk"))
    of_them = Exists(stored.filter(stream__in=[*reach.streams, *reach.tournaments]))
    KeptAnswer.objects.filter(of_them | ~Exists(stored)).delete()
