"""Scores, tie-breakers and places, computed from a ``History`` alone."""

from tournaments.competition.standings.differences import PlaceChange, differences
from tournaments.competition.standings.placement import (
    Row,
    Standings,
    course_of_entry,
    criteria_of,
    explain_order,
    placement_key,
    reasons_for_order,
    standings,
)
from tournaments.competition.standings.scores import (
    Card,
    Main,
    Meeting,
    cards,
    main_of,
    main_scores,
    main_scores_by_round,
    mms_scores,
    nbw_scores,
    start_score2,
    start_scores,
)
from tournaments.competition.standings.tiebreaks import CRITERIA, Criterion, UnknownCriterion, find_criterion

__all__ = [
    "CRITERIA",
    "Card",
    "Criterion",
    "Main",
    "Meeting",
    "PlaceChange",
    "Row",
    "Standings",
    "UnknownCriterion",
    "cards",
    "course_of_entry",
    "criteria_of",
    "differences",
    "explain_order",
    "find_criterion",
    "main_of",
    "main_scores",
    "main_scores_by_round",
    "mms_scores",
    "nbw_scores",
    "placement_key",
    "reasons_for_order",
    "standings",
    "start_score2",
    "start_scores",
]
