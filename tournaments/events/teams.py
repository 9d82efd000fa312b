"""Teams and their line-ups: a part of a tournament's events. A team is named; its members are ids."""

from dataclasses import dataclass

from tournaments.competition.facts import TeamFacts
from tournaments.events.declared import OF_TEAM, STANDINGS, STATE_ONLY, event


@event("tournament.team-formed.v1", rows=STATE_ONLY, news=STANDINGS, games=OF_TEAM)
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFormed(TeamFacts):
    team_id: str
    number: int


@event("tournament.team-changed.v1", rows=STATE_ONLY, news=STANDINGS, games=OF_TEAM)
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChanged(TeamFacts):
    """All that is said of the team, as it is from now on. Rounds that are paired keep their line-ups."""

    team_id: str
    reason: str = ""


@event("tournament.team-disbanded.v1", rows=STATE_ONLY, news=STANDINGS, games=OF_TEAM)
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamDisbanded:
    """Its members play on as entries without a team."""

    team_id: str
    reason: str = ""


@event("tournament.line-up-set.v1", rows=STATE_ONLY, news=STANDINGS, games=OF_TEAM)
@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpSet:
    """``players``: members at the boards of this round, from board 1 down. Without one, the first play."""

    round: int
    team_id: str
    players: tuple[str, ...]
    reason: str = ""
