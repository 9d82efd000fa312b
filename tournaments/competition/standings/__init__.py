"""Scores, tie-breakers and places, computed from a ``History`` alone."""

from tournaments.competition.standings.differences import Moved, differences
from tournaments.competition.standings.placement import (
    Row,
    Standings,
    criteria_of,
    explain,
    placement_key,
    places_after_each,
    reasons,
    standings,
    stood_after_each,
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
    "Moved",
    "Row",
    "Standings",
    "UnknownCriterion",
    "cards",
    "criteria_of",
    "differences",
    "explain",
    "find_criterion",
    "main_of",
    "main_scores",
    "main_scores_by_round",
    "mms_scores",
    "nbw_scores",
    "placement_key",
    "places_after_each",
    "reasons",
    "standings",
    "start_score2",
    "start_scores",
    "stood_after_each",
]
