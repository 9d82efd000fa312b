"""Offices of an organisation, granted and taken, in a stream of their own."""

from dataclasses import dataclass
from enum import StrEnum

from games.log.wire import wire


class Way(StrEnum):
    """How an account came to an office."""

    FOUNDING = "founding"
    INVITATION = "invitation"
    DEMONSTRATION = "demonstration"
    BEFORE = "before"
    """It was held before the log recorded offices."""


@wire("organisation.office-granted.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeGranted:
    """``account`` ("user:N") holds ``office`` in the organisation, or in one tournament of it.

    ``office``: "owner", "director", "committee", "referee" or "desk". Who granted it is the event's actor;
    ``way``: "founding", "invitation" (the account said yes to the actor's), "demonstration", or "before": it
    was held before the log recorded offices.
    """

    account: str
    office: str
    tournament_id: str = ""
    way: Way


@wire("organisation.office-taken.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeTaken:
    """``account`` holds the office no longer: the actor took it, laid it down, or removed the account."""

    account: str
    office: str
    tournament_id: str = ""
