"""A tournament that is over is archived; one of which nobody has read a round is deleted."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.refusals import refuse
from tournaments.deciding.base import decide
from tournaments.events.setting_up import TournamentArchived, TournamentDeleted, TournamentRestored
from tournaments.state.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Restore:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteTournament:
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveDemonstration:
    """Delete it however far it has come: everybody in it is invented."""


@decide.register
def decide_archive(command: Archive, state: Tournament) -> Sequence[object]:
    return [] if state.archived else [TournamentArchived()]


@decide.register
def decide_restore(command: Restore, state: Tournament) -> Sequence[object]:
    return [TournamentRestored()] if state.archived else []


@decide.register
def decide_delete_tournament(command: DeleteTournament, state: Tournament) -> Sequence[object]:
    """Rounds that were hidden again count: somebody has read them."""
    if state.ever_shown:
        refuse("not_deletable", tournament=state.id)
    return [TournamentDeleted(reason=command.reason)]


@decide.register
def decide_remove_demonstration(command: RemoveDemonstration, state: Tournament) -> Sequence[object]:
    return [TournamentDeleted(reason="a demonstration")]
