"""Queries of claims for REST and pages, and checks for undecided claims, whose games must not change."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import Q

from games.adjudication import Case, Finding, find
from games.claims.claim import Claim, Stage, fold
from games.claims.commands import games_of
from games.claims.commands import stream_of as claim_stream
from games.claims.events import ClaimMade
from games.claims.host import host
from games.claims.lines import GamesByVersion, line_of, lines_to_judge
from games.claims.rows import ClaimRow
from games.game.loading import game_row
from games.game.loading import load as load_game
from games.game.marked_dead import marked_points
from games.game.records import GameRecord, record_of, record_of_claim
from games.game.rows import GameRow
from games.log import folding
from games.log.store import StoredEvent
from games.log.wire import kind_of
from games.refusals import refuse
from games.sgf import Record
from games.sgf.uploads import read_record
from rules import Game

STREAM, MADE = "claim-", kind_of(ClaimMade)


def claim_row(claim_id: str) -> ClaimRow:
    """Return the row of a claim. Refuses with ``not_found``."""
    row = ClaimRow.objects.filter(claim_id=claim_id).first()
    if row is None:
        refuse("not_found")
    return row


def games_and_contexts(stored: Iterable[StoredEvent]) -> dict[str, tuple[str, str]]:
    """Return game and context of each claim with an event among these, by the claim's stream."""
    events = [one for one in stored if one.stream.startswith(STREAM)]
    found = {one.stream: (one.data["game_id"], one.data["context"]) for one in events if one.kind == MADE}
    older = {one.stream.removeprefix(STREAM) for one in events if one.stream not in found}
    rows = ClaimRow.objects.filter(pk__in=older) if older else ()
    return found | {f"{STREAM}{row.claim_id}": (str(row.game_id), row.context) for row in rows}


def claim_at(claim_id: str, version: int) -> Claim | None:
    """Return the claim at a version of its stream, or None before it was made."""
    return folding.fold(claim_stream(claim_id), None, fold, upto=version)


def finding_of(claim: Claim) -> Finding:
    """Return the finding on a claim: for the current game or, after a ruling, for the game at the ruling."""
    row = game_row(claim.game_id)
    now = load_game(claim.game_id, row)
    version = claim.ruling.game_version if claim.ruling else now.version
    known = not claim.sequences and version == now.version
    games = {version: now.state} if known else games_of(claim, version)
    return find(claim.statement, _case(claim, row, games, version))


def _case(claim: Claim, row: GameRow, games: GamesByVersion, version: int) -> Case:
    state = games[version]
    own, brought = state.record.sha256 if state.record else "", claim.statement.record
    held = host().claim_terms(row)
    return Case(
        state=state,
        handicap=held.handicap,
        komi=held.komi,
        second=_record(record_of_claim(claim.game_id, brought)) if brought else None,
        received=_record(record_of(claim.game_id, own, upto=version)) if own else None,
        lines=lines_to_judge(claim, state, games),
        marked=marked_points(state),
        by=claim.by,
    )


def _record(kept: GameRecord | None) -> Record | None:
    """Return a received record, or None if there is none or its file was erased."""
    if kept is None or not kept.data:
        return None
    return read_record(bytes(kept.data), kept.game_index)[1]


def sequence_line(claim: Claim, number: int) -> list[Game]:
    """Return the positions of a sequence, from the one before its first action.

    Refuses with ``not_found``.
    """
    positions = line_of(claim, number, games_of(claim)).own if number in claim.sequences else []
    if not positions:
        refuse("not_found", sequence=number)
    return positions


UNSETTLED = (Stage.OPEN, Stage.PROPOSED, Stage.APPEALED)


def require_no_open_claims(game_ids: Collection[str], at: datetime) -> None:
    """Refuse with ``claim_open`` if a claim on one of the games is not final; the refusal names the claim.

    Call it in a transaction that has stored its events: it holds the write lock, so that no claim can be made
    in between.
    """
    if not game_ids:
        return
    waits = Q(stage__in=UNSETTLED) | Q(stage=Stage.RULED, appeal_until__gte=at)
    first = ClaimRow.objects.filter(waits, game_id__in=game_ids).order_by("made_at", "claim_id").first()
    if first is not None:
        refuse("claim_open", claim=str(first.claim_id), game=str(first.game_id), kind=first.kind)


def require_no_open_sequences(game_id: str) -> None:
    """Refuse with ``claim_open`` if an undecided claim on the game has sequences.

    A longer record would detach the sequences that continue from its end.
    """
    played = ClaimRow.objects.filter(game_id=game_id, stage__in=UNSETTLED, sequences__gt=0).first()
    if played is not None:
        refuse("claim_open", claim=str(played.claim_id), game=game_id, kind=played.kind)
