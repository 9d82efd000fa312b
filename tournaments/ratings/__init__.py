"""Ratings as federations compute them, and ranks from ratings. Pure."""

from tournaments.ratings.egf import FLOOR, GameLine, Rated, RatedGame, rate
from tournaments.ratings.of_history import LeftOut, Table, Unrated, ratings_of
from tournaments.ratings.ranks import Scale, rank_of, rating_of
from tournaments.ratings.times import TimeClass, adjusted_minutes, time_class

__all__ = [
    "FLOOR",
    "GameLine",
    "LeftOut",
    "Rated",
    "RatedGame",
    "Scale",
    "Table",
    "TimeClass",
    "Unrated",
    "adjusted_minutes",
    "rank_of",
    "rate",
    "rating_of",
    "ratings_of",
    "time_class",
]
