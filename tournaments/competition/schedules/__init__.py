"""Round robin, knock-out, double elimination: pairings follow from a plan, not from weights. Pure."""

from tournaments.competition.schedules.plan import NotReady, Plan, Planned, Played
from tournaments.competition.schedules.systems import SCHEDULES, Schedule, depends_on_results, is_bracket

__all__ = [
    "SCHEDULES",
    "NotReady",
    "Plan",
    "Planned",
    "Played",
    "Schedule",
    "depends_on_results",
    "is_bracket",
]
