"""Ratings as federations compute them, and ranks from ratings. Pure."""

from tournaments.competition.ratings.egf import FLOOR, GameLine, RatedGame, RatedPlayer, rate
from tournaments.competition.ratings.of_history import ReasonUnrated, Table, UnratedGame, ratings_of
from tournaments.competition.ratings.ranks import Scale, rank_of, rating_of
from tournaments.competition.ratings.times import (
    ClassSource,
    TimeClass,
    adjusted_minutes,
    class_of,
    time_class,
)

__all__ = [
    "FLOOR",
    "ClassSource",
    "GameLine",
    "RatedGame",
    "RatedPlayer",
    "ReasonUnrated",
    "Scale",
    "Table",
    "TimeClass",
    "UnratedGame",
    "adjusted_minutes",
    "class_of",
    "rank_of",
    "rate",
    "rating_of",
    "ratings_of",
    "time_class",
]
