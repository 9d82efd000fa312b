"""Who could decide an appeal: the committee, else the owners of the organisation, else nobody."""

from collections.abc import Collection

from django.db.models import Q

from tournaments.access.table import MATRIX, ROLES, YES, Role, Subject
from tournaments.tables.people import Membership
from tournaments.tables.rows import TournamentRow

DECIDERS = tuple(role for role, said in zip(ROLES, MATRIX["claim.decide_appeal"], strict=True) if said == YES)


def who_decides(subject: Subject, ruled: Collection[str] = ()) -> Role | None:
    """The office that an appeal about ``subject`` reaches; None: nobody's.

    Whoever plays the game, or is among those who ``ruled`` ("user:7"), does not decide.
    """
    held = Membership.objects.filter(
        Q(tournament_id=None) | Q(tournament_id=subject.tournament_id),
        organisation_id=subject.organisation_id or "",
        office__in=DECIDERS,
    ).values_list("user_id", "office")
    neutral = {office for user, office in held if user not in subject.players and f"user:{user}" not in ruled}
    return next((role for role in DECIDERS if role in neutral), None)


def lacks_committee(row: TournamentRow) -> bool:
    """Whether no committee is named, for the tournament or its organisation."""
    subject = Subject(organisation_id=str(row.organisation_id), tournament_id=str(row.id))
    return who_decides(subject) is not Role.COMMITTEE
