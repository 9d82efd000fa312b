"""The story of a game, read from the log."""

from collections.abc import Callable, Sequence
from typing import TypedDict

from games.claims.commands import stream_of as claim_stream
from games.claims.rows import ClaimRow
from games.game.loading import stream_of
from games.game.rows import GameRow
from games.log import store
from games.receipts.codes import code_at
from games.rest.bodies import DateTimeText
from games.speaking import spoken
from games.story import Line, story

Source = Callable[[GameRow], Sequence[Line]]
_sources: list[Source] = []


def register_source(source: Source) -> None:
    """Add what another log says of games to their stories, each line at its position."""
    _sources.append(source)


def story_of(game: GameRow) -> list[Line]:
    """Every line, in order."""
    claims = ClaimRow.objects.filter(game_id=game.game_id).values_list("claim_id", flat=True)
    return story(
        store.read(stream_of(str(game.game_id))),
        [recorded for claim_id in claims for recorded in store.read(claim_stream(str(claim_id)))],
        [line for source in _sources for line in source(game)],
    )


class LineBody(TypedDict):
    """What happened, in words. Of several events in one line these are the facts of the last one.

    ``actor``: an account by its number; where several entered moves in turn, all of them.
    """

    position: int
    at: DateTimeText
    actor: str
    text: str
    digest: str
    receipt: str


class StoryBody(TypedDict):
    results: list[LineBody]


def story_data(lines: Sequence[Line]) -> list[LineBody]:
    """Lines as JSON data, each with the receipt of its last event."""
    return [
        {
            "position": line.last.position,
            "at": line.last.recorded_at.isoformat(),
            "actor": ", ".join(line.actors),
            "text": spoken(line.text),
            "digest": line.last.digest,
            "receipt": code_at(line.last.position, line.last.digest),
        }
        for line in lines
    ]
