"""Ratings as federations compute them, and ranks from ratings. Pure."""

from tournaments.competition.ratings.egf import FLOOR, GameLine, Rated, RatedGame, rate
from tournaments.competition.ratings.of_history import LeftOut, Table, Unrated, ratings_of
from tournaments.competition.ratings.ranks import Scale, rank_of, rating_of
from tournaments.competition.ratings.times import KnownBy, TimeClass, adjusted_minutes, class_of, time_class

__all__ = [
    "FLOOR",
    "GameLine",
    "KnownBy",
    "LeftOut",
    "Rated",
    "RatedGame",
    "Scale",
    "Table",
    "TimeClass",
    "Unrated",
    "adjusted_minutes",
    "class_of",
    "rank_of",
    "rate",
    "rating_of",
    "ratings_of",
    "time_class",
]
