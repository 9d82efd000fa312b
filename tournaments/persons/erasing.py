"""Erase a player: all personal data in the database and the openings in the log.

Results, pairings and standings stay without the name, and every digest and proof stays valid. Packages above
register their own part with ``register_eraser``. ``deploy/decisions/erasing.md`` lists what is out of reach.
"""

from collections.abc import Callable, Iterable

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.claims import evidence, pictures
from games.game import records
from games.log import commitments, database, folding, openings
from games.log.idempotency import KeptAnswer
from games.log.openings import Opening
from games.log.tables import Event
from tournaments.persons.reach import Reach, reach_of
from tournaments.tables.accounts import Invitation
from tournaments.tables.changed import touch
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow
from tournaments.tables.signups import OPEN, Signup

Eraser = Callable[[Reach], object]
_erasers: list[Eraser] = []


def register_eraser(work: Eraser) -> Eraser:
    """Register a function that erases a person's data elsewhere, in the same transaction."""
    _erasers.append(work)
    return work


def erase_player(player: Player) -> None:
    """Erase a player irrevocably; idempotent.

    Erased are the row, the openings of names in the log, texts about the player and their games,
    registrations, and attachments of game records and claims, pictures included. The moves stay.
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
        for work in _erasers:
            work(reach)
        transaction.on_commit(_clear_caches)


def _clear_caches() -> None:
    """Clear cached states of this process and deleted data in the database file."""
    folding.clear_cache()
    database.truncate_wal()


def _erase_words(reach: Reach) -> None:
    """Erase openings of the player's names, of reasons about them and of reasons that name them."""
    openings.erase(commitments.all_commitments(event.data for event in reach.events()))
    openings.erase([one.commitment for one in _texts_of_tournaments(reach) if reach.is_named_in(one.said)])


def _texts_of_tournaments(reach: Reach) -> Iterable[Opening]:
    """Return all openings of texts in the player's tournaments and their games."""
    games = PairingRow.objects.filter(tournament__in=reach.tournament_ids).values_list("game_id", flat=True)
    streams = [*reach.tournaments, *(f"game-{id_}" for id_ in games)]
    positions = Event.objects.filter(stream__in=streams).values("position")
    return Opening.objects.filter(position__in=positions).iterator()


def _erase_registrations(reach: Reach) -> None:
    """Delete the player's registrations, and refused or withdrawn ones under the same name."""
    of_the_name = Q(family_name__iexact=reach.family_name, given_name__iexact=reach.given_name)
    nothing = Q(player=None, terms__organisation=reach.organisation_id) & ~Q(state__in=OPEN)
    Signup.objects.filter(Q(player=reach.player_id) | (of_the_name & nothing)).delete()


def _erase_answers(reach: Reach) -> None:
    """Delete stored answers of commands in the player's streams, and of commands without events."""
    stored = Event.objects.filter(command_id=OuterRef("pk"))
    of_them = Exists(stored.filter(stream__in=[*reach.streams, *reach.tournaments]))
    KeptAnswer.objects.filter(of_them | ~Exists(stored)).delete()
