"""Private links of entries: their tokens, renewal and revocation.

A token is the entry's id and a serial, signed with the installation's key, and is not stored. The players of
the entry are signed too, so that a link stops working when a player is replaced.
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
from tournaments.tables.accounts import EntryLink
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, TournamentRow, players_of

SALT = "nigiri.entry"  # in every link given out so far
FIRST = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkState:
    """The serial of an entry's current link, and whether it is revoked."""

    serial: int = FIRST
    revoked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateLink:
    """A valid private link. ``writes``: whether it may still change the entry."""

    entry: EntryRow
    serial: int
    writes: bool

    @property
    def mark(self) -> str:
        """Return the serial and a digest of the players, which the browser stores."""
        return _mark(self.entry, self.serial)


def link_state(entry_id: object) -> LinkState:
    """Return the current state of an entry's link."""
    row = EntryLink.objects.filter(pk=str(entry_id)).first()
    return LinkState() if row is None else LinkState(serial=row.serial, revoked=row.revoked)


def link_states_of(tournament: TournamentRow) -> dict[str, LinkState]:
    """Return the states of renewed or revoked links by entry."""
    entries = EntryRow.objects.filter(tournament=tournament).values("id")
    rows = EntryLink.objects.filter(pk__in=entries)
    return {row.entry_id: LinkState(serial=row.serial, revoked=row.revoked) for row in rows}


def token_of(entry: EntryRow) -> str:
    """Return the token of the current link; refuses with ``link_revoked``."""
    now = link_state(entry.id)
    if now.revoked:
        refuse("link_revoked")
    return token_for_serial(entry, now.serial)


def token_for_serial(entry: EntryRow, serial: int) -> str:
    return _signer(entry).sign(f"{_short(entry.id)}.{serial}")


def open_link(token: str) -> PrivateLink:
    """Return the link of a token. Refuses with ``no_such_link``, ``link_revoked`` or ``link_ended``."""
    entry = _entry_in(token)
    try:
        serial = int(_signer(entry).unsign(token).partition(".")[2])
    except (BadSignature, ValueError):
        refuse("no_such_link")
    return link_by_mark(entry, _mark(entry, serial))


def link_by_mark(entry: EntryRow, mark: str) -> PrivateLink:
    """Return the private link of an entry if its fingerprint is current. Refuses as ``open_link`` does."""
    now = link_state(entry.id)
    if now.revoked or mark != _mark(entry, now.serial):
        refuse("link_revoked")
    if not Player.objects.filter(pk__in=players_of(entry), erased=False).exists():
        refuse("link_ended")
    return PrivateLink(entry=entry, serial=now.serial, writes=not entry.tournament.archived)


def renew(entry_id: str, serial: int, at: datetime) -> None:
    """Replace the link by the next serial. ``serial``: the serial to replace, which makes it idempotent."""
    with transaction.atomic():
        _ensure_row(entry_id, at)
        rows = EntryLink.objects.filter(pk=entry_id, serial=serial)
        rows.update(serial=serial + 1, revoked=False, changed_at=at)


def revoke(entry_id: str, at: datetime) -> None:
    """Revoke the link of the entry until it is renewed."""
    with transaction.atomic():
        _ensure_row(entry_id, at)
        EntryLink.objects.filter(pk=entry_id, revoked=False).update(revoked=True, changed_at=at)


def connect_account(link: PrivateLink, player_id: str, user_id: int) -> None:
    """Connect an account with a player of the entry, in every tournament.

    Refuses with ``player_has_account``, and for the badge of a tournament that is over.
    """
    if not players_without_account(link).filter(pk=player_id).update(user_id=user_id):
        refuse("player_has_account", player=player_id)


def players_without_account(link: PrivateLink) -> QuerySet[Player]:
    """Return the players of the entry who have no account; none if the link is read-only."""
    own = players_of(link.entry) if link.writes else ()
    return Player.objects.filter(pk__in=own, user=None, erased=False)


def _ensure_row(entry_id: str, at: datetime) -> None:
    EntryLink.objects.get_or_create(pk=entry_id, defaults={"changed_at": at})


def _entry_in(token: str) -> EntryRow:
    """Return the entry that a token names, before its signature is checked."""
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
    """Return a signer whose signature depends on the players of the entry."""
    return Signer(salt=".".join([SALT, *map(str, players_of(entry))]))
