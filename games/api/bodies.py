"""Request and response bodies of games: media types, records, a game."""

from typing import Annotated, Any, TypedDict
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.settings import api_settings

from games.analysis.positions import PhaseText
from games.colours import ColourOrEmpty, ColourText, colour_name
from games.game.fitting import NoteBody, notes_on_differences, notes_on_proof
from games.game.loading import state_of
from games.game.policy import policy
from games.game.rows import GameRow
from games.operations.records import SEND_RECORD
from games.rest.bodies import OptionalText, body_from
from games.rest.media import StrictMultiPartParser, file_parser

SGF = "application/x-go-sgf"


SgfParser = file_parser(SGF)
RECORD_PARSERS: tuple[Any, ...] = (*api_settings.DEFAULT_PARSER_CLASSES, SgfParser, StrictMultiPartParser)


def sgf_file(data: bytes, name: str) -> HttpResponse:
    """Return a file to download, which browsers never show as a page."""
    disposition = f'attachment; filename="{name}.sgf"'
    return HttpResponse(data, content_type=SGF, headers={"Content-Disposition": disposition})


def sgf_of_request(request: Request) -> bytes:
    """Return the file of a request, as a member or as the body."""
    if isinstance(request.data, bytes):
        return request.data
    sgf: bytes = SEND_RECORD.from_request(request)["sgf"]
    return sgf


class RecordedGameBody(TypedDict):
    """A game and its record.

    ``differences``: terms that the record states differently (`komi_differs`, `handicap_differs`,
    `ruleset_differs`, `ruleset_unknown`), while the game is judged by its own; and why the record proves less
    than it could: it starts from another position (`start_differs`), one player entered turns of both
    (`ended_by_one`), or the file contradicts the count (`count_contradicted`).
    """

    id: UUID
    context: str
    context_url: OptionalText
    ruleset: str
    width: int
    height: int
    turns: int
    phase: PhaseText
    to_play: ColourText
    outcome: Annotated[OptionalText, ("description", "The result that the record proves, as SGF writes it")]
    winner: Annotated[ColourOrEmpty, ("description", "Of the outcome; null for jigo and without an outcome")]
    claimed: Annotated[OptionalText, ("description", "The result that the record states")]
    illegal_turn: Annotated[int | None, ("description", "The first turn that the terms of today forbid")]
    has_record: bool
    differences: list[NoteBody]
    withdrawn: bool
    version: int


class GameBody(RecordedGameBody):
    """``black`` and ``white``: the ids of the participants."""

    handicap: int
    black: str
    white: str


def recorded_game_body(row: GameRow, context_url: str) -> RecordedGameBody:
    return body_from(RecordedGameBody, row, **_computed_members(row, context_url))


def game_body(row: GameRow) -> GameBody:
    return body_from(GameBody, row, **_computed_members(row, policy().context_url(row)))


def _notes_on_proof(row: GameRow) -> list[NoteBody]:
    return notes_on_proof(state_of(str(row.game_id), row)) if row.turns or row.has_record else []


def _computed_members(row: GameRow, context_url: str) -> dict[str, Any]:
    return {
        "id": row.game_id,
        "context_url": context_url,
        "to_play": colour_name(row.to_play),
        "winner": colour_name(row.winner),
        "differences": [*notes_on_differences(row), *_notes_on_proof(row)],
    }
