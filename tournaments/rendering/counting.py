"""What happens in the logs of games and claims: pages show it, the tournament's own version does not tell."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID

from games.claims.rows import ClaimRow
from games.log import statements
from games.log.store import Recorded
from games.log.unit import after_storing
from tournaments.tables.rows import PairingRow

MOST = 500  # games in one statement
_COUNT = """
INSERT INTO tournaments_changed (about, number)
SELECT DISTINCT tournament_id, 1 FROM tournaments_pairingrow WHERE game_id IN ({})
ON CONFLICT (about) DO UPDATE SET number = tournaments_changed.number + 1
"""


@after_storing
def count_what_games_say(stored: Sequence[Recorded]) -> None:
    """One statement for a command on games alone; what their tournament is told of its version says."""
    streams = {recorded.stream for recorded in stored}
    if any(stream.startswith("tournament-") for stream in streams):
        return
    games = list(_ids(streams, "game-"))
    if claims := list(_ids(streams, "claim-")):
        games += ClaimRow.objects.filter(claim_id__in=claims).values_list("game_id", flat=True)
    for some in _parts([statements.column(PairingRow, "game_id", game) for game in games]):
        statements.write(_COUNT.format(", ".join(["%s"] * len(some))), some)


def _ids(streams: set[str], prefix: str) -> Iterator[UUID]:
    """Of those that can be of a tournament: its games have UUIDs."""
    for stream in sorted(streams):
        if stream.startswith(prefix):
            with suppress(ValueError):
                yield UUID(stream.removeprefix(prefix))


def _parts(games: list[Any]) -> Iterator[list[Any]]:
    for start in range(0, len(games), MOST):
        yield games[start : start + MOST]
