"""Reads of claims, for REST and pages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.adjudication import SAYS, Case, Finding, find
from games.adjudication.kinds import ClaimKind
from games.analysis.affairs import affairs_data
from games.analysis.scores import prisoners_data
from games.claims.around import around
from games.claims.claim import Claim
from games.claims.commands import games_of, load
from games.claims.playing import Games, Line, agreed, continues, line, lines
from games.claims.rows import ClaimEvidence, ClaimRow
from games.game.loading import game_row, stream_of
from games.game.records import GameRecord
from games.game.state import GameState
from games.log import store
from games.log.plain import encode
from games.refusals import refuse
from games.sgf import Record
from games.sgf.uploads import read_record
from rules import Game
from rules.actions import to_data


def claim_row(claim_id: str) -> ClaimRow:
    """The row of a claim. Refuses with ``not_found``."""
    row = ClaimRow.objects.filter(claim_id=claim_id).first()
    if row is None:
        refuse("not_found")
    return row


def claim_of(claim_id: str) -> Claim:
    """The claim as the log tells it now. Refuses with ``not_found``."""
    claim, _ = load(claim_id)
    if claim is None:
        refuse("not_found")
    return claim


def finding_of(claim: Claim) -> Finding:
    """What the rules say: of the game as it is now or, once there is a ruling, as it was then."""
    version = claim.ruling.game_version if claim.ruling else store.version(stream_of(claim.game_id))
    return find(claim.statement, _case(claim, version))


_OF_TERMS = (ClaimKind.HANDICAP_DIFFERS, ClaimKind.KOMI_DIFFERS)


def _case(claim: Claim, version: int) -> Case:
    games, kind = games_of(claim, version), claim.statement.kind
    state = games[version]
    own = state.record.sha256 if state.record and kind in _OF_TERMS else ""
    held = around().surroundings(game_row(claim.game_id))
    return Case(
        state=state,
        handicap=held.handicap,
        komi=held.komi,
        second=_record(claim.game_id, claim.statement.record),
        received=_record(claim.game_id, own),
        lines=_played_on(claim, state, games),
    )


def _played_on(claim: Claim, state: GameState, games: Games) -> list[list[Game]]:
    """The positions of every sequence that goes on from the end of the record, in order."""
    played: list[Line] = list(lines(claim, games).values())
    return [
        agreed(one)
        for one in played
        if not one.sequence.one_sided and continues(one, games[one.root.game_version], state)
    ]


def _record(game_id: str, sha256: str) -> Record | None:
    """A record that was received, None where there is none or its file was erased."""
    kept = GameRecord.objects.filter(game_id=game_id, sha256=sha256).last() if sha256 else None
    if kept is None or not kept.data:
        return None
    return read_record(bytes(kept.data), kept.game_index)[1]


def sequence_line(claim: Claim, number: int) -> list[Game]:
    """The positions of one sequence, that before its first action first. Refuses with ``not_found``."""
    positions = line(claim, number, games_of(claim)).own if number in claim.sequences else []
    if not positions:
        refuse("not_found", sequence=number)
    return positions


def claim_data(claim: Claim, version: int, at: datetime, *, words: bool) -> dict[str, Any]:
    """A claim as JSON data. ``words``: with what the players wrote."""
    statement = encode(claim.statement)
    return {
        "id": claim.claim_id,
        "game": claim.game_id,
        "by": claim.by,
        "made_at": claim.made_at,
        "stage": claim.stage(at).value,
        **statement,
        "words": _words(claim.claim_id) if words else {},
        "sequences": sequence_rows(claim),
        "ruling": _ruling_data(claim),
        "seconded": encode(claim.seconded) if claim.seconded else None,
        "appeal": encode(claim.appeal) if claim.appeal else None,
        "appeal_decision": encode(claim.decided) if claim.decided else None,
        "appeal_until": claim.appeal_until.isoformat() if claim.appeal_until else None,
        "remedy": encode(claim.remedy) if claim.remedy else None,
        "version": version,
    }


def _ruling_data(claim: Claim) -> dict[str, Any] | None:
    """A ruling that waits for its second has no deadline yet; one that was confirmed has that of then."""
    if claim.ruling is None:
        return None
    until = claim.appeal_until
    told: dict[str, Any] = encode(claim.ruling)
    return told | {"appeal_until": until.isoformat() if until else None}


def sequence_rows(claim: Claim) -> list[dict[str, Any]]:
    """Where each sequence begins, whose it is, and how long."""
    return [
        {
            "number": one.number,
            "turn": one.turn,
            "sequence": one.sequence,
            "actions": len(one.actions),
            "by": one.by,
            "one_sided": one.one_sided,
        }
        for one in claim.sequences.values()
    ]


def _words(claim_id: str) -> dict[str, dict[str, str]]:
    kept = ClaimEvidence.objects.filter(claim_id=claim_id)
    return {one.purpose: {"text": one.text, "photo": one.photo} for one in kept}


def finding_data(finding: Finding) -> dict[str, Any]:
    """A finding as JSON data. ``missing``: what an undecidable claim needs, as codes and in words."""
    return {
        "verdict": finding.verdict.value,
        "says": finding.says,
        "turn": finding.turn,
        "clause": finding.clause,
        "follows": finding.follows,
        "missing": [{"code": code.value, "text": SAYS[code]} for code in finding.missing],
        "position": position_data(finding.position) if finding.position else None,
    }


def sequence_data(claim: Claim, number: int, positions: Sequence[Game], turn: int | None) -> dict[str, Any]:
    """A sequence as JSON data, with the position after ``turn`` of its actions, by default the last."""
    sequence = claim.sequences[number]
    at = len(positions) - 1 if turn is None else turn
    if not 0 <= at < len(positions):
        refuse("no_such_turn", turn=at, turns=len(positions) - 1)
    return {
        "claim": claim.claim_id,
        "number": number,
        "from_turn": sequence.turn,
        "from_sequence": sequence.sequence,
        "game_version": sequence.game_version,
        "by": sequence.by,
        "one_sided": sequence.one_sided,
        "actions": [to_data(action) for action in sequence.actions],
        "entered": list(sequence.entered),
        "turn": at,
        "turns": len(positions) - 1,
        "position": position_data(positions[at]),
    }


def position_data(game: Game) -> dict[str, Any]:
    """A position as JSON data: rows top first, X Black, O White, ``.`` empty."""
    return {
        "width": game.board.width,
        "height": game.board.height,
        "rows": game.board.to_diagram(),
        "to_play": game.to_play.value,
        "phase": game.phase.value,
        "prisoners": prisoners_data(game),
        **affairs_data(game),
        "last_move": game.last_move,
        "outcome": str(game.outcome) if game.outcome else None,
    }
