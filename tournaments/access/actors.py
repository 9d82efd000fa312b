"""Actors and subjects of the permission table, made from users and rows."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from games.log.statements import select, uuid_text
from tournaments.access.link_holders import LinkHolder
from tournaments.access.table import NOBODY, Actor, Office, Role, Scope, Subject
from tournaments.accounts.second_factor import has_second_factor, is_required_for_officers
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow, players_of

User = AbstractBaseUser | AnonymousUser


_OFFICES = """
SELECT office, organisation_id, tournament_id, (NOT organisation.second_factor AND %s = 0) OR EXISTS (
    SELECT 1 FROM mfa_authenticator factor WHERE factor.user_id = held.user_id AND factor.type = 'totp')
FROM tournaments_membership held
JOIN tournaments_organisation organisation ON organisation.id = organisation_id
WHERE user_id = %s
UNION ALL SELECT 'founder', organisation_id, tournament_id, %s = 0 OR EXISTS (
    SELECT 1 FROM mfa_authenticator factor WHERE factor.user_id = used_by_id AND factor.type = 'totp')
FROM tournaments_invitation
WHERE used_by_id = %s AND organisation_id IS NULL AND revoked_at IS NULL
"""
SCOPE = "nigiri_scope"
"""The attribute of a user that holds the scope of the token sent with the request."""
ANYBODY, INVITED = "anybody", "invited"  # who may found, as NIGIRI_FOUNDERS says; operators always may


def actor_of(user: User) -> Actor:
    """Return the actor of a user; one query if logged in, else none. Cached on the user for the request."""
    if isinstance(user, LinkHolder):
        return user.nigiri_actor
    if not user.is_authenticated:
        return NOBODY
    holder: Any = user
    if not hasattr(holder, "nigiri_actor"):
        offices = _offices(holder)
        counts = not holder.is_superuser or not is_required_for_officers() or has_second_factor(holder.pk)
        offices[counts] |= _service_roles(holder)
        holder.nigiri_actor = Actor(
            user_id=holder.pk,
            offices=offices[True],
            waiting=offices[False],
            scope=getattr(holder, SCOPE, Scope.EVERYTHING),
        )
    actor: Actor = holder.nigiri_actor
    return actor


def _offices(user: Any) -> dict[bool, frozenset[Office]]:
    """Return granted roles: those in organisations, and the right to found organisations.

    True: roles in force; False: roles that require a second factor first.
    """
    held: dict[bool, set[Office]] = {True: set(), False: set()}
    always = int(is_required_for_officers())
    for office, organisation_id, tournament_id, counts in select(
        _OFFICES, [always, user.pk, always, user.pk]
    ):
        held[bool(counts)].add(
            Office(
                role=Role(office), organisation_id=_text(organisation_id), tournament_id=_text(tournament_id)
            )
        )
    if settings.FOUNDERS != INVITED:
        held[True].discard(FOUNDER)
    return {counts: frozenset(offices) for counts, offices in held.items()}


FOUNDER = Office(role=Role.FOUNDER)


def _text(id_: Any) -> str | None:
    return None if id_ is None else uuid_text(id_)


def _service_roles(user: Any) -> frozenset[Office]:
    """Return the roles that follow from the account and the settings."""
    operator = {Office(role=Role.OPERATOR)} if user.is_superuser else set()
    return frozenset(operator | ({FOUNDER} if settings.FOUNDERS == ANYBODY else set()))


def organisation_subject(organisation: Organisation) -> Subject:
    return Subject(organisation_id=str(organisation.id))


def person_subject(player: Player) -> Subject:
    """Return the subject of a person of an organisation, with the person's account."""
    own = frozenset() if player.user_id is None else frozenset({player.user_id})
    return Subject(organisation_id=str(player.organisation_id), players=own)


def tournament_subject(row: TournamentRow) -> Subject:
    return Subject(organisation_id=str(row.organisation_id), tournament_id=str(row.id), shown=row.published)


def round_subject(row: TournamentRow, *, published: bool) -> Subject:
    """Return the subject of a round, which is shown when the tournament and its pairings are published."""
    return Subject(
        organisation_id=str(row.organisation_id),
        tournament_id=str(row.id),
        shown=row.published and published,
    )


def game_subject(row: TournamentRow, pairing: PairingRow, round_: RoundRow | None) -> Subject:
    """Return the subject of a game, with its two entries and the accounts of their players."""
    return Subject(
        organisation_id=str(row.organisation_id),
        tournament_id=str(row.id),
        shown=row.published and bool(round_ and round_.shows(pairing.white_id)),
        players=frozenset(entries_by_account(pairing)),
        entries=frozenset({str(pairing.black_id), str(pairing.white_id)}),
    )


def entry_subject(row: TournamentRow, entry: EntryRow) -> Subject:
    """Return the subject of an entry, with the accounts of its players."""
    players = Player.objects.filter(id__in=players_of(entry), user__isnull=False)
    users = players.values_list("user_id", flat=True)
    return Subject(
        organisation_id=str(row.organisation_id),
        tournament_id=str(row.id),
        shown=row.published,
        players=frozenset(users),
        entries=frozenset({str(entry.id)}),
    )


def own_entry(user: User, pairing: PairingRow) -> str:
    """Return the entry of a user or link holder in the game; "" if they do not play in it."""
    actor = actor_of(user)
    if actor.entry in (str(pairing.black_id), str(pairing.white_id)):
        return actor.entry
    return entries_by_account(pairing).get(actor.user_id, "") if actor.user_id is not None else ""


def entries_by_account(pairing: PairingRow) -> dict[int, str]:
    """Return the entry by user id, for players with an account. Cached on the row."""
    holder: Any = pairing
    if not hasattr(holder, "nigiri_accounts"):
        holder.nigiri_accounts = _entries_by_account(pairing)
    entries: dict[int, str] = holder.nigiri_accounts
    return entries


def _entries_by_account(pairing: PairingRow) -> dict[int, str]:
    sides = (pairing.black, pairing.white)
    by_player = {player_id: side.id for side in sides for player_id in players_of(side)}
    users = Player.objects.filter(id__in=by_player, user__isnull=False).values_list("id", "user_id")
    return {user_id: by_player[player_id] for player_id, user_id in users}
