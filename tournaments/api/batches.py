"""Many lines in one request: all of them or none, or a verdict on each."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, TypedDict

from django.http import HttpResponse
from django.utils import translation

from games.log.store import StoredEvent
from games.log.unit_of_work import Context
from games.receipts.codes import code_of
from games.refusals import Fault, Refusal, facts_of
from games.rest.bodies import IdText, OptionalText
from games.rest.operations import Operation
from games.rest.views import context_of, respond_with_etag
from games.speaking import translate
from tournaments.access.actors import actor_of, tournament_subject
from tournaments.access.table import may
from tournaments.api.base import RoundView, TournamentView, version_after
from tournaments.commands import carry_out_lines
from tournaments.domain.batches import CommandBatch, Verdict, faults_of_line
from tournaments.domain.bulk_entries import ChangePresences, EnterPlayers
from tournaments.domain.entries import EnterPlayer
from tournaments.domain.presence import ChangePresence, WithdrawEntry
from tournaments.domain.results import RecordResult, RecordResults
from tournaments.persons.sides import entry_fields, players_of_lines
from tournaments.reading.game_lookup import FoundGame, find_games
from tournaments.tables.rows import TournamentRow


class Became(StrEnum):
    """What became of a line; ``same``: everything was so already."""

    STORED = "stored"
    SAME = "same"
    REFUSED = "refused"


class VerdictBody(TypedDict):
    """``place`` of the line in the request, ``id`` of its game or entry. ``receipt``: of what was stored.

    ``errors``: why it is refused; ``facts`` of that, or null.
    """

    place: OptionalText
    state: Became
    id: IdText | None
    receipt: str | None
    errors: list[Fault]
    facts: dict[str, Any] | None


class BatchBody(TypedDict):
    """How many lines were stored, were so already, and were refused; and every line, in the order sent."""

    stored: int
    same: int
    refused: int
    lines: Sequence[VerdictBody]


class Batch(TournamentView):
    """An operation of many lines. ``about``: the fact of an event by which its line is known."""

    answers: ClassVar[Any] = BatchBody
    about = "entry_id"

    def perform(self, operation: Operation[Any], *, slug: str, **address: Any) -> HttpResponse:
        row = self.find(slug, **address)
        context = context_of(self.request)
        values = self.arguments(row, operation.from_request(self.request))
        command = operation.command_for(values, context, **address)
        stored, verdicts = self._carry_out(row, command, context)
        version = version_after(row)
        with translation.override(translation.get_language_from_request(self.request)):  # as problems are
            body = self._body(stored, verdicts)
        return respond_with_etag(body, version=version)

    def _carry_out(
        self, row: TournamentRow, command: CommandBatch, context: Context
    ) -> tuple[list[StoredEvent], list[Verdict]]:
        return carry_out_lines(str(row.id), command, context)

    def _body(self, stored: Sequence[StoredEvent], verdicts: Sequence[Verdict]) -> BatchBody:
        receipts = {getattr(one.event, self.about, ""): code_of(one) for one in stored}
        lines = [self._line(verdict, receipts) for verdict in verdicts]
        count = {kind: sum(line["state"] is kind for line in lines) for kind in Became}
        return {
            "stored": count[Became.STORED],
            "same": count[Became.SAME],
            "refused": count[Became.REFUSED],
            "lines": lines,
        }

    def _line(self, verdict: Verdict, receipts: Mapping[str, str]) -> VerdictBody:
        about = self._about(verdict)
        return {
            "place": verdict.line.place,
            "state": _became(verdict),
            "id": about or None,
            "receipt": receipts.get(about) if verdict.events else None,
            "errors": [
                {**fault, "message": translate(fault["message"])} for fault in faults_of_line(verdict)
            ],
            "facts": facts_of(verdict.refusal) if verdict.refusal else None,
        }

    def _about(self, verdict: Verdict) -> str:
        """The game or entry of the line; of a player who is not entered, nothing."""
        named = {str(getattr(event, self.about, "")) for event in verdict.events} - {""}
        return min(named, default=self._about_command(verdict.line.command))

    def _about_command(self, command: object) -> str:
        """The same of a line that changed nothing."""
        return str(getattr(command, self.about, ""))


def _became(verdict: Verdict) -> Became:
    if verdict.refusal is not None:
        return Became.REFUSED
    return Became.STORED if verdict.events else Became.SAME


class RoundResults(Batch, RoundView):
    """The desk's word on games of a round (PUT)."""

    operations: ClassVar = {"PUT": Operation(RecordResults, "record_results")}
    about = "game_id"

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        """The right is asked for every game, as it would be for one alone."""
        said = [line for line in values["results"] if isinstance(line, RecordResult)]
        games = find_games([line.game_id for line in said])
        found = {game_id: game for game_id, game in games.items() if game.slug == row.slug}
        asked = (self._refuse_forbidden(line, found) for line in values["results"])
        return {**values, "results": tuple(asked)}

    def _refuse_forbidden(
        self, line: RecordResult | Refusal, found: Mapping[str, FoundGame]
    ) -> RecordResult | Refusal:
        game = None if isinstance(line, Refusal) else found.get(line.game_id)
        if isinstance(line, Refusal) or game is None:
            return line
        if may(actor_of(self.request.user), self.right, game.subject):
            return line
        return Refusal(
            "forbidden" if self.sees_game(game.subject) else "unknown_pairing", {"game": line.game_id}
        )


class EntriesBatch(Batch):
    """Several players entered (POST)."""

    operations: ClassVar = {"POST": Operation(EnterPlayers, "enter_players")}

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        known = players_of_lines(row, (line for line in values["entries"] if not isinstance(line, Refusal)))
        entered = []
        for line in values["entries"]:
            try:
                entered.append(line if isinstance(line, Refusal) else _entering(row, line, known))
            except Refusal as unknown:
                entered.append(unknown)
        return {**values, "entries": tuple(entered)}

    def _about_command(self, command: object) -> str:
        return ""  # a refused line has no entry


def _entering(row: TournamentRow, line: Mapping[str, Any], known: Mapping[str, Any]) -> EnterPlayer:
    """Its id follows from the number of the line."""
    return EnterPlayer(entry_id="", **entry_fields(row, line, known))


class EntriesPresence(Batch):
    """The presence of several players, each as their line says."""

    operations: ClassVar = {"PATCH": Operation(ChangePresences, "change_presences")}

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        if may(actor_of(self.request.user), WithdrawEntry.right, tournament_subject(row)):
            return values
        return {**values, "entries": tuple(_without_state(line) for line in values["entries"])}


def _without_state(line: ChangePresence | Refusal) -> ChangePresence | Refusal:
    """Return the line, or its refusal if only directors may give it."""
    if isinstance(line, Refusal) or line.state is None:
        return line
    return Refusal("forbidden", {"entry": line.entry_id})
