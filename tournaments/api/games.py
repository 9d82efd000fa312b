"""Games of a tournament: pairing, result, reasons; pairs made by hand; games that wait for a referee."""

from typing import Any, ClassVar
from uuid import UUID

from django.http import Http404, HttpResponse
from django.urls import reverse
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.bodies import RecordedGameBody, recorded_game_body
from games.api.reading import GameViewSet as StandaloneGame
from games.game.loading import game_row
from games.game.rows import GameRow
from games.log.store import StoredEvent
from games.receipts.codes import last_code
from games.refusals import refuse
from games.rest.operated import OperationView, operation_handler, reads
from games.rest.operations import Operation
from games.rest.views import context_of, respond_with_etag
from tournaments.access.actors import actor_of
from tournaments.api.base import RoundView, TournamentView, View
from tournaments.api.resources import ViewSet
from tournaments.api.rounds import round_answer
from tournaments.commands import carry_out, carry_out_lines
from tournaments.domain.bulk_pairs import SetPairs
from tournaments.domain.game_dates import SetGameDate
from tournaments.domain.pairs import MakePair, PairMadeByHand, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.replays import ReplayFrom
from tournaments.domain.results import ClearResult, RecordResult, ReportResult
from tournaments.domain.tables import MoveTable, PinPair
from tournaments.proofs.reasoning import WhyBody, why_body
from tournaments.reading.game_lookup import FoundGame, find_game, game_after
from tournaments.reading.officiating import QueueBody, queue_body
from tournaments.reading.rounds import PairedBody, RoundBody, paired_body
from tournaments.tables.rows import TournamentRow

SET_PAIRS = Operation(SetPairs, "set_pairs", match=True, fixed={"each": False})


class PairedGameBody(RecordedGameBody, PairedBody):
    """A game of a tournament: its pairing, its result, and what its record proves.

    ``version`` counts the events of its record; ``context`` is the tournament's id.
    """

    tournament: str
    round: int
    table: int


class PairedGameChangedBody(PairedGameBody):
    """``receipt``: the code of what was stored; null where it was stored already."""

    receipt: str | None


class RoundPairs(RoundView):
    """Pair two players by hand (POST), or the whole round (PUT)."""

    operations: ClassVar = {"POST": Operation(MakePair, "make_pair", status=201, match=True)}
    answers: ClassVar[Any] = PairedGameChangedBody

    def respond(self, row: TournamentRow, stored: list[StoredEvent], **_address: Any) -> HttpResponse:
        made = next(one.event for one in stored if isinstance(one.event, PairMadeByHand))
        return changed_game_response(find_game(made.pair.game_id), stored, self.status)

    @operation_handler(SET_PAIRS, responses=RoundBody)
    def put(self, request: Request, slug: str, number: int) -> Response:
        row, context = self.find(slug, number=number), context_of(request)
        command = SET_PAIRS.command_for(SET_PAIRS.from_request(request), context, number=number)
        carry_out_lines(str(row.id), command, context)
        return round_answer(row, number)


class GameViewSet(ViewSet, OperationView, View):
    """Operations on one game of a tournament; ``If-Match`` compares the tournament's version."""

    compares = True
    answers: ClassVar[Any] = PairedGameChangedBody
    lookup_url_kwarg = "game_id"
    public_actions = ("reasons",)
    operations: ClassVar = {
        "destroy": Operation(UnmakePair, "unmake_pair", status=204, match=True),
        "POST colours": Operation(SwapColours, "swap_colours", match=True),
        "POST replay": Operation(ReplayFrom, "replay_bracket_from_game", match=True, reason_in_body=True),
        "PUT terms": Operation(SetHandicap, "set_handicap", match=True),
        "PUT table": Operation(MoveTable, "move_table", match=True),
        "PUT date": Operation(SetGameDate, "set_game_date"),
        "DELETE date": Operation(
            SetGameDate,
            "clear_game_date",
            title="Return a game to the date of its round.",
            fixed={"date": "", "time": ""},
        ),
        "PUT pinned": Operation(
            PinPair, "pin_pair", title="Pin a game to its table.", fixed={"pinned": True}
        ),
        "DELETE pinned": Operation(
            PinPair,
            "unpin_pair",
            title="Unpin a game, so that renumbering tables may move it.",
            fixed={"pinned": False},
        ),
        "PUT result": Operation(RecordResult, "record_result"),
        "DELETE result": Operation(ClearResult, "clear_result"),
        "POST reports": Operation(
            ReportResult,
            "report_result",
            status=201,
            details=(
                "The same result as the other player's report confirms it; another one is a dispute. "
                "A later report of the same player replaces the earlier one until the result is confirmed."
            ),
        ),
    }

    @reads("get_game", "game.read", PairedGameBody)
    def retrieve(self, request: Request, game_id: UUID) -> Any:
        """Get a game: its players, its terms, its result, and what its record proves."""
        try:
            found = self.game(game_id)
        except Http404:
            return StandaloneGame.as_view({"get": "retrieve"})(request._request, game_id=game_id)  # noqa: SLF001
        row = game_row(str(game_id))
        self.version = found.version, row.version
        return paired_game_body(found, row)

    @reads("get_pairing_reasons", "round.read", WhyBody)
    @action(detail=True)
    def reasons(self, request: Request, game_id: UUID) -> Any:
        """Get why two players meet, and what every other opponent of each would have cost."""
        game = self.game(game_id)
        self.version = game.version
        row = TournamentRow.objects.get(pk=game.tournament_id)
        return why_body(row, game.pairing.round, str(game_id))

    def game(self, game_id: UUID) -> FoundGame:
        """Return the game if the user has the right for this method."""
        game = find_game(game_id)
        self.streams = game.tournament_id, str(game_id)
        self.allow(game.subject, seen=self.sees_game(game.subject))
        return game

    def perform(self, operation: Operation[Any], *, game_id: UUID) -> HttpResponse | None:
        game = self.game(game_id)
        context = context_of(self.request)
        arguments = {**operation.from_request(self.request), **self.identity(game)}
        command = operation.command_for(arguments, context, game_id=game_id)
        stored = carry_out(game.tournament_id, command, context)
        if self.status == 204:
            return None
        return changed_game_response(game_after(game, stored), stored, self.status)

    def identity(self, game: FoundGame) -> dict[str, Any]:
        """Return the entry of the user who reports the result of their game."""
        if self.right != ReportResult.right:
            return {}
        own = actor_of(self.request.user).entry or game.accounts.get(self.request.user.pk or 0)
        if own not in (game.pairing.white_id, game.pairing.black_id):
            refuse("not_in_this_game", game=str(game.pairing.game_id))
        return {"entry_id": own}


def paired_game_body(game: FoundGame, row: GameRow) -> PairedGameBody:
    page = reverse("web:round", args=(game.slug, game.pairing.round))
    return {
        **recorded_game_body(row, page),
        **paired_body(game.pairing, game.names),
        "tournament": game.slug,
        "round": game.pairing.round,
        "table": game.pairing.table,
    }


def changed_game_response(game: FoundGame, stored: list[StoredEvent], status: int) -> HttpResponse:
    """Return the game after a command, with the receipt of the stored events."""
    game_id = game.pairing.game_id
    row = game_row(str(game_id))
    body: PairedGameChangedBody = {**paired_game_body(game, row), "receipt": last_code(stored)}
    return respond_with_etag(
        body,
        version=(game.version, row.version),
        status=status,
        location=("api:game", game_id),
    )


class Queue(TournamentView):
    @reads("list_referee_queue", "queue.read", QueueBody)
    def get(self, request: Request, slug: str) -> QueueBody:
        """Get the games that wait for a referee."""
        body, self.version = queue_body(self.tournament(slug))
        return body
