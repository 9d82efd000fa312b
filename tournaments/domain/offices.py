"""Events about the roles in an organisation, in a separate stream."""

from dataclasses import dataclass
from enum import StrEnum

from games.log.wire import wire


class Way(StrEnum):
    """The way in which an account was given a role."""

    FOUNDING = "founding"
    INVITATION = "invitation"
    DEMONSTRATION = "demonstration"
    BEFORE = "before"
    """It was held before the log recorded offices."""


@wire("organisation.office-granted.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeGranted:
    """The grant of a role (``office``) to ``account`` ("user:N") in an organisation or one tournament of it.

    ``office``: "owner", "director", "committee", "referee" or "desk". The event's actor granted it.
    ``way``: "founding", "invitation" (accepted by the account), "demonstration", or "before": it
    was held before the log recorded offices.
    """

    account: str
    office: str
    tournament_id: str = ""
    way: Way


@wire("organisation.office-taken.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeTaken:
    """The end of a role of ``account``: the actor revoked it, gave it up, or removed the account."""

    account: str
    office: str
    tournament_id: str = ""
