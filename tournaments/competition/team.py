"""A team in the form of events."""

from dataclasses import dataclass

from tournaments.competition.facts import TeamFacts

LineUp = tuple[str, ...]
"""The entries at the boards of one round, from board 1 down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Team(TeamFacts):
    """A team. ``number`` counts teams from 1 in the order in which they were formed."""

    id: str
    number: int
