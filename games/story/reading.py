"""The story of a game, read from the log."""

from collections.abc import Iterator, Sequence
from typing import Protocol, TypedDict

from games.claims.commands import stream_of as claim_stream
from games.claims.rows import ClaimRow
from games.game.loading import stream_of
from games.game.rows import GameRow
from games.log import store
from games.log.digests import timestamp
from games.log.redaction import redact
from games.log.store import StoredEvent
from games.receipts.codes import code_at
from games.rest.bodies import DateTimeText
from games.speaking import translate
from games.story import Line, story


class Source(Protocol):
    def __call__(self, game: GameRow, *, everything: bool) -> Sequence[Line]:
        """Return further lines; with ``everything`` they include the reasons that were typed."""


_sources: list[Source] = []


def register_source(source: Source) -> None:
    """Register a source of lines from another log; each appears at its position."""
    _sources.append(source)


def story_of(game: GameRow, *, everything: bool = True) -> list[Line]:
    """Return every line in order; without ``everything``, omit claims and reasons, for public readers."""
    own = store.read(stream_of(str(game.game_id)))
    return story(
        own if everything else list(map(redact, own)),
        list(_claim_events(game)) if everything else [],
        [line for source in _sources for line in source(game, everything=everything)],
    )


def _claim_events(game: GameRow) -> Iterator[StoredEvent]:
    claims = ClaimRow.objects.filter(game_id=game.game_id).values_list("claim_id", flat=True)
    return (recorded for claim_id in claims for recorded in store.read(claim_stream(str(claim_id))))


class LineBody(TypedDict):
    """An event in words; if a line has several events, the other members are those of the last one.

    ``actor``: an account by its number; if several accounts entered moves in turn, all of them.
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
    """Return the lines as JSON data, each with the receipt of its last event."""
    return [
        {
            "position": line.last.position,
            "at": timestamp(line.last.recorded_at),
            "actor": ", ".join(line.actors),
            "text": translate(line.text),
            "digest": line.last.digest,
            "receipt": code_at(line.last.position, line.last.digest),
        }
        for line in lines
    ]
