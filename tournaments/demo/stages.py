"""The stages of the demonstration."""

from enum import StrEnum

from tournaments.competition.history import Winner
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow

ROUNDS = 5


class Stage(StrEnum):
    ENTRIES = "entries"  # players are entered, some have checked in
    ROUND_1 = "round-1"  # paired and posted, being played
    ROUND_3 = "round-3"  # two rounds are played, the third is being played
    DISPUTE = "dispute"  # the same, and a report that the game's record contradicts
    FINISHED = "finished"

    @property
    def paired_round_count(self) -> int:
        """Return the number of paired rounds."""
        return _PAIRED[self]

    @property
    def played_round_count(self) -> int:
        """Return the number of finished rounds."""
        return ROUNDS if self is Stage.FINISHED else max(self.paired_round_count - 1, 0)


_PAIRED = {Stage.ENTRIES: 0, Stage.ROUND_1: 1, Stage.ROUND_3: 3, Stage.DISPUTE: 3, Stage.FINISHED: ROUNDS}


def current_stage(row: TournamentRow) -> Stage:
    """Return the last stage that a tournament, which may have continued, has reached."""
    if PairingRow.objects.filter(tournament=row).with_contradiction().exists():
        return Stage.DISPUTE
    paired = RoundRow.objects.filter(tournament=row).count()
    open_games = PairingRow.objects.filter(tournament=row, winner=Winner.NOBODY_YET)
    if paired == row.rounds and not open_games.exists():
        return Stage.FINISHED
    return max(
        (
            stage
            for stage in Stage
            if stage.paired_round_count <= paired < ROUNDS or not stage.paired_round_count
        ),
        key=_depth,
    )


def _depth(stage: Stage) -> int:
    return -1 if stage is Stage.DISPUTE else stage.paired_round_count
