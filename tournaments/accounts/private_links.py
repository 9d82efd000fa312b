"""The private link of an entry: its token, what it opens, made anew, taken back.

A token is the entry's id and a serial, signed with the installation's key; it is kept nowhere. Who plays in
the entry is signed too: when somebody takes another's place, the link of the one who left is dead.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import QuerySet

from games.refusals import refuse
from tournaments.tables.links import EntryLink
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, TournamentRow, players_of

SALT = "nigiri.entry"  # in every link given out so far
FIRST = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Which link of an entry holds, if any does."""

    serial: int = FIRST
    revoked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A link that holds. ``writes``: what it opens may still be changed, which ends with the tournament."""

    entry: EntryRow
    serial: int
    writes: bool

    @property
    def mark(self) -> str:
        """Which link of the entry it is, of which players: what a browser that opened it remembers."""
        return _mark(self.entry, self.serial)


def standing(entry_id: object) -> Standing:
    """What holds for the link of an entry now."""
    row = EntryLink.objects.filter(pk=str(entry_id)).first()
    return Standing() if row is None else Standing(serial=row.serial, revoked=row.revoked)


def standings_of(tournament: TournamentRow) -> dict[str, Standing]:
    """By entry, where it is not the first link that holds."""
    entries = EntryRow.objects.filter(tournament=tournament).values("id")
    rows = EntryLink.objects.filter(pk__in=entries)
    return {row.entry_id: Standing(serial=row.serial, revoked=row.revoked) for row in rows}


def token_of(entry: EntryRow) -> str:
    """What the link has that holds now; refuses with ``link_revoked`` where none does."""
    now = standing(entry.id)
    if now.revoked:
        refuse("link_revoked")
    return token_with(entry, now.serial)


def token_with(entry: EntryRow, serial: int) -> str:
    return _signer(entry).sign(f"{_short(entry.id)}.{serial}")


def open_link(token: str) -> Opened:
    """Refuses with ``no_such_link``, ``link_revoked`` or ``link_ended``."""
    entry = _entry_in(token)
    try:
        serial = int(_signer(entry).unsign(token).partition(".")[2])
    except (BadSignature, ValueError):
        refuse("no_such_link")
    return opened(entry, _mark(entry, serial))


def opened(entry: EntryRow, mark: str) -> Opened:
    """The link of an entry with this mark, if it holds. Refuses as ``open_link`` does."""
    now = standing(entry.id)
    if now.revoked or mark != _mark(entry, now.serial):
        refuse("link_revoked")
    if not Player.objects.filter(pk__in=players_of(entry), erased=False).exists():
        refuse("link_ended")
    return Opened(entry=entry, serial=now.serial, writes=not entry.tournament.archived)


def renew(entry_id: str, seen: int, at: datetime) -> None:
    """The next link holds, and no older one. ``seen``: the serial looked at; asked twice, done once."""
    with transaction.atomic():
        _kept(entry_id, at)
        rows = EntryLink.objects.filter(pk=entry_id, serial=seen)
        rows.update(serial=seen + 1, revoked=False, changed_at=at)


def revoke(entry_id: str, at: datetime) -> None:
    """No link of the entry holds until one is made anew."""
    with transaction.atomic():
        _kept(entry_id, at)
        EntryLink.objects.filter(pk=entry_id, revoked=False).update(revoked=True, changed_at=at)


def tie(link: Opened, player_id: str, user_id: int) -> None:
    """The account speaks for a player of the entry from now on, in every tournament; both have said so.

    Refuses with ``player_has_account``, and for the badge of a tournament that is over.
    """
    if not untied(link).filter(pk=player_id).update(user_id=user_id):
        refuse("player_has_account", player=player_id)


def untied(link: Opened) -> QuerySet[Player]:
    """Those who play in the entry and have no account; nobody where the link changes nothing any more."""
    own = players_of(link.entry) if link.writes else ()
    return Player.objects.filter(pk__in=own, user=None, erased=False)


def _kept(entry_id: str, at: datetime) -> None:
    EntryLink.objects.get_or_create(pk=entry_id, defaults={"changed_at": at})


def _entry_in(token: str) -> EntryRow:
    """The entry that a token names, whether or not its signature is ours."""
    try:
        id_ = UUID(bytes=urlsafe_b64decode(token.partition(".")[0] + "=="))
    except ValueError:
        refuse("no_such_link")
    entry = EntryRow.objects.select_related("tournament").filter(pk=str(id_)).first()
    if entry is None:
        refuse("no_such_link")
    return entry


def _mark(entry: EntryRow, serial: int) -> str:
    who = ".".join(map(str, players_of(entry)))
    return f"{serial}.{sha256(who.encode()).hexdigest()[:12]}"


def _short(entry_id: object) -> str:
    return urlsafe_b64encode(UUID(str(entry_id)).bytes).decode().rstrip("=")


def _signer(entry: EntryRow) -> Signer:
    """By who plays: of another player in the same entry the signature is another."""
    return Signer(salt=".".join([SALT, *map(str, players_of(entry))]))
