"""The models of this application, where Django looks for them."""

from games.claims.rows import ClaimEvidence, ClaimPicture, ClaimRow
from games.game.records import GameRecord
from games.game.rows import GameRow
from games.log.idempotency import KeptAnswer
from games.log.openings import Opening
from games.log.tables import (
    DamagedStream,
    Event,
    KeptCheckpoint,
    ProjectionPosition,
    StreamHead,
    TreeBlock,
    Upkeep,
)

__all__ = [
    "ClaimEvidence",
    "ClaimPicture",
    "ClaimRow",
    "DamagedStream",
    "Event",
    "GameRecord",
    "GameRow",
    "KeptAnswer",
    "KeptCheckpoint",
    "Opening",
    "ProjectionPosition",
    "StreamHead",
    "TreeBlock",
    "Upkeep",
]
