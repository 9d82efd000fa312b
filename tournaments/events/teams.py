"""Teams and their line-ups: a part of a tournament's events. A team is named; its members are ids."""

from dataclasses import dataclass

from games.log.wire import wire
from tournaments.competition.facts import TeamFacts


@wire("tournament.team-formed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFormed(TeamFacts):
    team_id: str
    number: int


@wire("tournament.team-changed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChanged(TeamFacts):
    """All that is said of the team, as it is from now on. Rounds that are paired keep their line-ups."""

    team_id: str
    reason: str = ""


@wire("tournament.team-disbanded.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamDisbanded:
    """Its members play on as entries without a team."""

    team_id: str
    reason: str = ""


@wire("tournament.line-up-set.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpSet:
    """``players``: members at the boards of this round, from board 1 down. Without one, the first play."""

    round: int
    team_id: str
    players: tuple[str, ...]
    reason: str = ""
