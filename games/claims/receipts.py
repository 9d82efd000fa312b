"""Permission to read events of claims by their receipts."""

from collections.abc import Mapping
from typing import Any

from games.claims import events as e
from games.claims.rows import ClaimRow
from games.game.policy import policy
from games.game.rows import GameRow
from games.log.wire import kind_of
from games.receipts.readers import StreamReaders, register_streams, uuid_in


def may_read_claim(user: Any, stream: str, kind: str, data: Mapping[str, Any]) -> bool:
    """Return whether the user may read the claims on the game."""
    claim_id = uuid_in(stream)
    claim = ClaimRow.objects.filter(claim_id=claim_id).first() if claim_id else None
    game = GameRow.objects.filter(game_id=claim.game_id).first() if claim else None
    return game is not None and policy().may(user, "claim.read", game)


def may_read_reasons(user: Any, stream: str, data: Mapping[str, Any]) -> bool:
    """Return the same as ``may_read_claim``: reasons are written for both players."""
    return may_read_claim(user, stream, "", data)


register_streams(
    "claim",
    StreamReaders(
        may_read=may_read_claim,
        may_read_reasons=may_read_reasons,
        roles={
            kind_of(e.ClaimRuled): "an official",
            kind_of(e.RulingSeconded): "an official",
            kind_of(e.RulingNotSeconded): "an official",
            kind_of(e.RulingRestored): "an official",
            kind_of(e.RulingAppealed): "a player of the game",
            kind_of(e.AppealDecided): "the appeals committee",
        },
    ),
)
