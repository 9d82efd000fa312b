"""The permission table, and the function that applies it. Nothing else decides on permissions.

Each row says for each role: ``YES``, ``NO`` or ``SHOWN`` (only what the director has published). Roles widen
from left to right, with exceptions. ``FOUNDER``, who may found organisations, and ``OPERATOR``, who runs the
service, are roles towards the service and nothing in it; ``PLAYER`` means a player of *this* subject, of the
game for a game, of the tournament otherwise; ``LINK`` is the holder of the private link of an entry of
this subject, without an account; ``DESK`` checks players in and records results; ``COMMITTEE``,
which decides appeals, reads as a referee does and writes nothing else. ``USER`` is anyone with an account.
``name.read``: read the name of a hidden player; ``privacy.say``: set whether a player is hidden.
``person.copy``: copy all data about one person, who counts as the player.
``signup.own``: act on a registration through its private link, whose signature gives the right.
"""

from dataclasses import dataclass, replace
from enum import StrEnum


class Role(StrEnum):
    PUBLIC = "public"
    USER = "user"
    FOUNDER = "founder"
    OPERATOR = "operator"
    PLAYER = "player"
    LINK = "link"
    DESK = "desk"
    REFEREE = "referee"
    COMMITTEE = "committee"
    DIRECTOR = "director"
    OWNER = "owner"


BY_LINK = "entry:"  # prefix of the names of actors that are link holders
YES, NO, SHOWN = "yes", "no", "shown"
ROLES = tuple(Role)

MATRIX: dict[str, tuple[str, ...]] = {
    #                         public        founder       player        desk          committee     owner
    #                                user          operator      link          referee       director
    "site.read":             (YES,   YES,   YES,   YES,   YES,   YES,   YES,   YES,   YES,   YES,   YES),
    "account.read":          (NO,    YES,   YES,   YES,   YES,   NO,    YES,   YES,   YES,   YES,   YES),
    "account.own":           (NO,    YES,   YES,   YES,   YES,   NO,    YES,   YES,   YES,   YES,   YES),
    "account.recover":       (NO,    NO,    NO,    YES,   NO,    NO,    NO,    NO,    NO,    NO,    NO),
    "organisation.read":     (YES,   YES,   YES,   YES,   YES,   YES,   YES,   YES,   YES,   YES,   YES),
    "organisation.create":   (NO,    NO,    YES,   YES,   NO,    NO,    NO,    NO,    NO,    NO,    NO),
    "founder.invite":        (NO,    NO,    NO,    YES,   NO,    NO,    NO,    NO,    NO,    NO,    NO),
    "organisation.change":   (NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES),
    "people.read":           (NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES,   YES,   YES),
    "name.read":             (NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES,   YES,   YES,   YES),
    "privacy.say":           (NO,    NO,    NO,    NO,    YES,   YES,   NO,    NO,    NO,    NO,    NO),
    "people.change":         (NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES),
    "person.copy":           (NO,    NO,    NO,    NO,    YES,   NO,    NO,    NO,    NO,    YES,   YES),
    "tournament.create":     (NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES),
    "tournament.delete":     (NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES),
    "tournament.read":       (SHOWN, SHOWN, SHOWN, SHOWN, SHOWN, SHOWN, YES,   YES,   YES,   YES,   YES),
    "tournament.story":      (NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES,   YES,   YES),
    "tournament.change":     (NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES),
    "limits.read":           (SHOWN, SHOWN, SHOWN, SHOWN, SHOWN, SHOWN, YES,   YES,   YES,   YES,   YES),
    "limits.change":         (NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES),
    "whatif.read":           (NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   NO,    YES,   YES),
    "export.read":           (NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES,   YES,   YES),
    "entry.change":          (NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES),
    "entry.check_in":        (NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES,   NO,    YES,   YES),
    "bye.ask":               (NO,    NO,    NO,    NO,    SHOWN, SHOWN, NO,    YES,   NO,    YES,   YES),
    "link.give":             (NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES,   NO,    YES,   YES),
    "presence.say":          (NO,    NO,    NO,    NO,    SHOWN, SHOWN, YES,   YES,   NO,    YES,   YES),
    "signup.make":           (SHOWN, SHOWN, SHOWN, SHOWN, SHOWN, SHOWN, YES,   YES,   YES,   YES,   YES),
    "signup.own":            (YES,   YES,   YES,   YES,   YES,   YES,   YES,   YES,   YES,   YES,   YES),
    "signup.read":           (NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES,   NO,    YES,   YES),
    "signup.fee":            (NO,    NO,    NO,    NO,    NO,    NO,    YES,   NO,    NO,    YES,   YES),
    "signup.change":         (NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES),
    "round.read":            (SHOWN, SHOWN, SHOWN, SHOWN, SHOWN, SHOWN, YES,   YES,   YES,   YES,   YES),
    "round.pair":            (NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES),
    "round.close":           (NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES),
    "screens.change":         (NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES,   NO,    YES,   YES),
    "queue.read":            (NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES,   YES,   YES),
    "result.report":         (NO,    NO,    NO,    NO,    YES,   YES,   NO,    NO,    NO,    NO,    NO),
    "result.record":         (NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES,   NO,    YES,   YES),
    "game.read":             (SHOWN, SHOWN, SHOWN, SHOWN, SHOWN, SHOWN, YES,   YES,   YES,   YES,   YES),
    "game.record":           (NO,    NO,    NO,    NO,    SHOWN, SHOWN, NO,    YES,   NO,    YES,   YES),
    "game.correct":          (NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   NO,    YES,   YES),
    "claim.read":            (NO,    NO,    NO,    NO,    SHOWN, SHOWN, NO,    YES,   YES,   YES,   YES),
    "claim.make":            (NO,    NO,    NO,    NO,    SHOWN, SHOWN, NO,    YES,   NO,    YES,   YES),
    "claim.play":            (NO,    NO,    NO,    NO,    SHOWN, SHOWN, NO,    YES,   NO,    YES,   YES),
    "claim.rule":            (NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   NO,    YES,   YES),
    "claim.correct":         (NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   NO,    YES,   YES),
    "claim.second":          (NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   NO,    YES,   YES),
    "claim.appeal":          (NO,    NO,    NO,    NO,    SHOWN, SHOWN, NO,    NO,    NO,    NO,    NO),
    "claim.decide_appeal":   (NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   NO,    YES),
    "story.read":            (NO,    NO,    NO,    NO,    SHOWN, SHOWN, NO,    YES,   YES,   YES,   YES),
    "job.read":              (NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES,   YES,   YES),
    "job.change":            (NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES),
    "webhook.read":          (NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES),
    "webhook.change":        (NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    NO,    YES,   YES),
}  # fmt: skip


class Scope(StrEnum):
    """The part of its owner's permissions that a token gives; each scope includes the ones before."""

    READ = "read"
    RESULTS = "results"
    DIRECT = "direct"
    EVERYTHING = "everything"


SCOPES = tuple(Scope)
LEAST: dict[str, Scope] = {
    "people.change": Scope.DIRECT,
    "tournament.create": Scope.DIRECT,
    "tournament.delete": Scope.DIRECT,
    "tournament.change": Scope.DIRECT,
    "limits.change": Scope.DIRECT,
    "entry.change": Scope.DIRECT,
    "entry.check_in": Scope.RESULTS,
    "link.give": Scope.EVERYTHING,
    "presence.say": Scope.RESULTS,
    "bye.ask": Scope.DIRECT,
    "round.pair": Scope.DIRECT,
    "round.close": Scope.DIRECT,
    "result.report": Scope.RESULTS,
    "result.record": Scope.RESULTS,
    "game.record": Scope.RESULTS,
    "game.correct": Scope.DIRECT,
    "screens.change": Scope.DIRECT,
    "job.change": Scope.DIRECT,
}
"""The least scope of an action. Other actions need READ for reading and EVERYTHING for the rest."""
READING = (".read", ".story")


def least_scope(action: str) -> Scope:
    return LEAST.get(action) or (Scope.READ if action.endswith(READING) else Scope.EVERYTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """A ``role`` held in an organisation, in one of its tournaments or, without either, for the service."""

    role: Role
    organisation_id: str | None = None
    tournament_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """The sender of a request. ``user_id`` None: not logged in; ``entry``: of the opened link, or "".

    ``scope``: of the token that was sent. ``waiting``: roles that take effect once a second factor is set up.
    """

    user_id: int | None = None
    offices: frozenset[Office] = frozenset()
    waiting: frozenset[Office] = frozenset()
    scope: Scope = Scope.EVERYTHING
    entry: str = ""

    @property
    def name(self) -> str:
        """Return the actor's name in events; never a person's name."""
        if self.user_id is not None:
            return f"user:{self.user_id}"
        return f"{BY_LINK}{self.entry}" if self.entry else "public"


NOBODY = Actor()


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The subject of a permission check. ``players``, ``entries``: users and entries that play in it.

    ``shown``: the director has published it.
    """

    organisation_id: str | None = None
    tournament_id: str | None = None
    players: frozenset[int] = frozenset()
    entries: frozenset[str] = frozenset()
    shown: bool = False


SITE = Subject()


def roles(actor: Actor, subject: Subject) -> frozenset[Role]:
    """Return every role of ``actor`` towards ``subject``."""
    held = {Role.PUBLIC}
    if actor.user_id is not None:
        held.add(Role.USER)
        if actor.user_id in subject.players:
            held.add(Role.PLAYER)
    if actor.entry and actor.entry in subject.entries:
        held.add(Role.LINK)
    for office in actor.offices:
        same_organisation = office.organisation_id == subject.organisation_id
        if same_organisation and office.tournament_id in (None, subject.tournament_id):
            held.add(office.role)
    return frozenset(held)


def may(actor: Actor, action: str, subject: Subject = SITE) -> bool:
    """Return whether ``actor`` may do ``action`` to ``subject``. Raises KeyError for an unknown action."""
    row = dict(zip(ROLES, MATRIX[action], strict=True))
    if SCOPES.index(actor.scope) < SCOPES.index(least_scope(action)):
        return False
    permissions = {row[role] for role in roles(actor, subject)}
    return YES in permissions or (SHOWN in permissions and subject.shown)


def may_with_second_factor(actor: Actor, action: str, subject: Subject = SITE) -> bool:
    """Return whether ``actor`` is refused only because an organisation requires a second factor."""
    return bool(actor.waiting) and may(replace(actor, offices=actor.offices | actor.waiting), action, subject)
