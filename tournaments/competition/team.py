"""A team, as events tell it."""

from dataclasses import dataclass

from tournaments.competition.facts import TeamFacts

LineUp = tuple[str, ...]
"""The entries who sit at the boards of one round, from board 1 down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Team(TeamFacts):
    """``number`` counts teams from 1 in the order in which they were formed."""

    id: str
    number: int
