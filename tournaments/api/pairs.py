"""One pair: made by hand, changed, unmade; and its result."""

from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import StoredEvent
from games.receipts.codes import last_code
from games.refusals import refuse
from games.rest.operated import operation_handler
from games.rest.operations import Operation
from games.rest.views import context_of, respond_with_etag
from tournaments.access.actors import actor_of
from tournaments.api.base import RoundView, TournamentView
from tournaments.api.rounds import round_answer
from tournaments.commands import carry_out, carry_out_lines
from tournaments.domain.bulk_pairs import SetPairs
from tournaments.domain.game_dates import SetGameDate
from tournaments.domain.pairs import MakePair, PairMadeByHand, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.replays import ReplayFrom
from tournaments.domain.results import ClearResult, ConfirmResult, RecordResult, ReportResult
from tournaments.domain.tables import MoveTable, PinPair
from tournaments.reading.game_lookup import FoundGame, find_game, game_after
from tournaments.reading.rounds import PairingBody, RoundBody, pairing_body
from tournaments.tables.rows import TournamentRow

SET_PAIRS = Operation(SetPairs, "set_pairs", match=True, fixed={"each": False})


class ResultBody(PairingBody):
    """``receipt``: the code of what was stored; null where it was stored already."""

    receipt: str | None


class RoundPairs(RoundView):
    """Pair two players by hand (POST), or the whole round (PUT)."""

    access: ClassVar = {"PUT": SET_PAIRS.right}
    operations: ClassVar = {"POST": Operation(MakePair, "make_pair", match=True)}
    statuses: ClassVar = {"POST": 201}
    answers: ClassVar[Any] = PairingBody

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **_address: Any
    ) -> HttpResponse:
        made = next(one.event for one in stored if isinstance(one.event, PairMadeByHand))
        return pair_answer(find_game(row.slug, made.pair.game_id), status)

    @operation_handler(SET_PAIRS, responses=RoundBody)
    def put(self, request: Request, slug: str, number: int) -> Response:
        row, context = self.find(slug, number=number), context_of(request)
        command = SET_PAIRS.command_for(SET_PAIRS.from_request(request), context, number=number)
        carry_out_lines(str(row.id), command, context)
        return round_answer(row, number)


class PairView(TournamentView):
    """Something about one game of the tournament."""

    answers: ClassVar[Any] = PairingBody

    def game(self, slug: str, game_id: UUID) -> FoundGame:
        game = find_game(slug, game_id)
        self.allow(game.subject, seen=self.sees_game(game.subject))
        return game

    def perform(self, operation: Operation[Any], status: int, *, slug: str, **address: Any) -> HttpResponse:
        game = self.game(slug, address["game_id"])
        context = context_of(self.request)
        arguments = {**operation.from_request(self.request), **self.identity(game)}
        stored = carry_out(game.tournament_id, operation.command_for(arguments, context, **address), context)
        if status == 204:
            return respond_with_etag(None, status=status)
        return self.respond_with(self.after(game, stored), stored, status)

    def after(self, game: FoundGame, stored: list[StoredEvent]) -> FoundGame:
        """Return the game as the command left it."""
        return find_game(game.slug, game.pairing.game_id)

    def identity(self, game: FoundGame) -> dict[str, Any]:
        """Who gives the command, where it takes that."""
        return {}

    def respond_with(self, game: FoundGame, stored: list[StoredEvent], status: int) -> Response:
        return pair_answer(game, status)


class PairDetail(PairView):
    """One pair; DELETE unmakes it."""

    access: ClassVar = {"GET": "game.read"}
    operations: ClassVar = {"DELETE": Operation(UnmakePair, "unmake_pair", match=True)}
    statuses: ClassVar = {"DELETE": 204}

    @extend_schema(operation_id="get_pairing", responses=PairingBody)
    def get(self, request: Request, slug: str, game_id: UUID) -> Response:
        """Get a game of a tournament, its players and its result."""
        return pair_answer(self.game(slug, game_id))


class PairColours(PairView):
    operations: ClassVar = {"POST": Operation(SwapColours, "swap_colours", match=True)}


class PairReplay(PairView):
    operations: ClassVar = {
        "POST": Operation(ReplayFrom, "replay_bracket_from_game", match=True, reason_in_body=True)
    }


class PairTerms(PairView):
    operations: ClassVar = {"PUT": Operation(SetHandicap, "set_handicap", match=True)}


class PairTable(PairView):
    operations: ClassVar = {"PUT": Operation(MoveTable, "move_table", match=True)}


class PairDate(PairView):
    """When the game is played that is put off (PUT); or with its round (DELETE)."""

    operations: ClassVar = {
        "PUT": Operation(SetGameDate, "set_game_date"),
        "DELETE": Operation(
            SetGameDate,
            "clear_game_date",
            title="Return a game to the date of its round.",
            fixed={"date": "", "time": ""},
        ),
    }


class PairPinned(PairView):
    """The game keeps its table when tables are numbered anew (PUT), or does not (DELETE)."""

    operations: ClassVar = {
        "PUT": Operation(PinPair, "pin_pair", title="Pin a game to its table.", fixed={"pinned": True}),
        "DELETE": Operation(
            PinPair,
            "unpin_pair",
            title="Unpin a game, so that renumbering tables may move it.",
            fixed={"pinned": False},
        ),
    }


class ResultView(PairView):
    """The result of a game; the answer bears the receipt of what was stored."""

    answers = ResultBody

    def after(self, game: FoundGame, stored: list[StoredEvent]) -> FoundGame:
        return game_after(game, stored)

    def respond_with(self, game: FoundGame, stored: list[StoredEvent], status: int) -> Response:
        response = pair_answer(game, status)
        response.data["receipt"] = last_code(stored)
        return response


class PairResult(ResultView):
    """The desk's word on a game."""

    operations: ClassVar = {
        "PUT": Operation(RecordResult, "record_result"),
        "DELETE": Operation(ClearResult, "clear_result"),
    }


class OwnResultView(ResultView):
    """What a player says of a game of their own."""

    statuses: ClassVar = {"POST": 201}

    def identity(self, game: FoundGame) -> dict[str, Any]:
        return {"entry_id": _own_entry(game, self.request)}


class PairReport(OwnResultView):
    operations: ClassVar = {"POST": Operation(ReportResult, "report_result")}


class PairConfirm(OwnResultView):
    operations: ClassVar = {"POST": Operation(ConfirmResult, "confirm_result")}


def _own_entry(game: FoundGame, request: Request) -> str:
    """The entry of whoever asks, who plays this game."""
    own = actor_of(request.user).entry or game.accounts.get(request.user.pk or 0)
    if own not in (game.pairing.white_id, game.pairing.black_id):
        refuse("not_in_this_game", game=str(game.pairing.game_id))
    return own


def pair_answer(game: FoundGame, status: int = 200) -> Response:
    body = pairing_body(game.pairing, game.names)
    place = reverse("api:pair", args=(game.slug, game.pairing.game_id))
    return respond_with_etag(body, version=game.version, status=status, location=place)
