"""A game's record that comes as a file. Which of several games it is, a page of its own asks.

That page keeps the file in a hidden field: nothing is stored before a game is chosen.
"""

from base64 import b64decode, b64encode
from binascii import Error

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from games.claims.host import player_side
from games.game.commands import receive_record
from games.game.loading import game_row
from games.game.rows import GameRow
from games.marking import marked
from games.operations.records import SEND_RECORD
from games.receipts.codes import last_code
from games.refusals import Refusal, refuse
from games.sgf import Collection
from games.sgf.uploads import read_record
from games.speaking import translate
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import back, context_of, form_action, game_for, number_in_form
from tournaments.web.games_of_file import list_games
from tournaments.web.history.receipts import with_receipt
from tournaments.web.overview.reading import frame
from tournaments.web.refusal_words import why


@form_action
def send_record(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    """A whole SGF file, all of it or nothing."""
    row, _ = game_for(request, slug, game_id, SEND_RECORD.right)
    held = _file_in_form(request)
    sgf = held or SEND_RECORD.from_form(request.POST, request.FILES)["sgf"]
    chosen = number_in_form(request, "game")
    collection, _ = read_record(sgf)
    if len(collection.games) > 1 and chosen is None:
        return _ask(request, row, sgf, collection, game_row(str(game_id)))
    try:
        return _store(request, str(game_id), sgf, (chosen or 1) - 1)
    except Refusal as no:
        if not held:
            raise
        return _ask(request, row, sgf, collection, game_row(str(game_id)), refused=no)


def _file_in_form(request: HttpRequest) -> bytes:
    """The file as the page that asks has kept it; empty where there is none."""
    try:
        return b64decode(request.POST.get("held", ""), validate=True)
    except (Error, ValueError):
        refuse("invalid", field="sgf", fault=marked("the game record, as a text or a file"))


def _store(request: HttpRequest, game_id: str, sgf: bytes, index: int) -> HttpResponse:
    context = context_of(request)
    command = SEND_RECORD.command_for({"sgf": sgf, "index": index}, context)
    by = player_side(request.user, game_row(game_id))
    received = receive_record(game_id, command.sgf, context, command.index, by=by)
    for note in received.notes:
        messages.info(request, translate(note["text"]))
    messages.success(
        request, with_receipt(gettext("The record is stored and replayed."), last_code(received.recorded))
    )
    return redirect(back(request))


def _ask(
    request: HttpRequest,
    row: TournamentRow,
    sgf: bytes,
    collection: Collection,
    game: GameRow,
    *,
    refused: Refusal | None = None,
) -> HttpResponse:
    """The games of the file to choose from; chosen already is what was refused, else the first that fits."""
    fits = [(one.width, one.height) == (game.width, game.height) for one in collection.games]
    chosen = number_in_form(request, "game") or (fits.index(True) + 1 if True in fits else 1)
    context = {
        **frame(request, row),
        "game_id": game.game_id,
        "games": list_games(collection),
        "chosen": chosen,
        "held": b64encode(sgf).decode(),
        "back": back(request),
        "fault": why(refused) if refused else "",
    }
    return render(request, "nigiri/record_choice.html", context, status=422 if refused else 200)
