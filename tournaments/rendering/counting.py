"""What happens in the logs of games and claims: pages show it, the tournament's own version does not tell.

And what happens in the tournament's own log and few of its pages show.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Any
from uuid import UUID

from games.claims.rows import ClaimRow
from games.log import statements
from games.log.store import Recorded
from games.log.unit import after_storing
from tournaments.events.declared import Topic, kinds_only
from tournaments.tables.changed import Changed
from tournaments.tables.rows import PairingRow

MOST = 500  # games in one statement
_COUNT = """
INSERT INTO tournaments_changed (about, number, games)
SELECT DISTINCT tournament_id, 1, 1 FROM tournaments_pairingrow WHERE game_id IN ({})
ON CONFLICT (about) DO UPDATE
SET number = tournaments_changed.number + 1, games = tournaments_changed.games + 1
"""
_APART = """
INSERT INTO tournaments_changed (about, presence, wishes) VALUES (%s, %s, %s)
ON CONFLICT (about) DO UPDATE
SET presence = tournaments_changed.presence + EXCLUDED.presence,
    wishes = tournaments_changed.wishes + EXCLUDED.wishes
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


@after_storing
def count_what_few_show(stored: Sequence[Recorded]) -> None:
    """One statement for each tournament with events that concern one topic alone.

    Where the same command did something to games too, all of it may concern anything.
    """
    topics = _topics()
    if not all(one.stream.startswith("tournament-") for one in stored):
        return
    told: dict[str, Counter[Topic]] = {}
    for one in stored:
        if one.kind in topics:
            told.setdefault(one.stream, Counter())[topics[one.kind]] += 1
    for stream, counts in told.items():
        about = statements.column(Changed, "about", stream.removeprefix("tournament-"))
        statements.write(_APART, [about, counts[Topic.PRESENCE], counts[Topic.WISHES]])


@cache
def _topics() -> dict[str, Topic]:
    """Kinds of events that concern one alone."""
    return {kind: topic for topic in Topic for kind in kinds_only(topic)}


def _ids(streams: set[str], prefix: str) -> Iterator[UUID]:
    """Of those that can be of a tournament: its games have UUIDs."""
    for stream in sorted(streams):
        if stream.startswith(prefix):
            with suppress(ValueError):
                yield UUID(stream.removeprefix(prefix))


def _parts(games: list[Any]) -> Iterator[list[Any]]:
    for start in range(0, len(games), MOST):
        yield games[start : start + MOST]
