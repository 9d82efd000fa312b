"""The choice of the role that decides an appeal: the committee, or the owners if there is none."""

from collections.abc import Collection

from django.db.models import Q

from tournaments.access.table import MATRIX, ROLES, YES, Role, Subject
from tournaments.tables.people import Membership
from tournaments.tables.rows import TournamentRow

DECIDERS = tuple(role for role, said in zip(ROLES, MATRIX["claim.decide_appeal"], strict=True) if said == YES)


def appeal_decider(subject: Subject, referees: Collection[str] = ()) -> Role | None:
    """Return the role that decides an appeal about ``subject``; None if nobody can.

    Players of the game and those who ``referees`` on it ("user:7") do not decide.
    """
    members = Membership.objects.filter(
        Q(tournament_id=None) | Q(tournament_id=subject.tournament_id),
        organisation_id=subject.organisation_id or "",
        office__in=DECIDERS,
    ).values_list("user_id", "office")
    neutral = {
        office for user, office in members if user not in subject.players and f"user:{user}" not in referees
    }
    return next((role for role in DECIDERS if role in neutral), None)


def lacks_committee(row: TournamentRow) -> bool:
    """Return whether neither the tournament nor its organisation has a committee."""
    subject = Subject(organisation_id=str(row.organisation_id), tournament_id=str(row.id))
    return appeal_decider(subject) is not Role.COMMITTEE
