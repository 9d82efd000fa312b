"""Claims, findings and sequences as JSON data for REST and pages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, TypedDict
from uuid import UUID

from games.adjudication import MISSING_TEXTS, Finding, Missing, Verdict
from games.adjudication.kinds import ClaimKind
from games.analysis.positions import ActionBody, StandBody, action_data, stand_data
from games.claims.claim import Claim, Stage
from games.claims.deciding.ruling import APPEAL_DECISIONS, DECISIONS, RESULTS
from games.claims.events import AppealDecided, ClaimRuled, Remedy, RulingAppealed, RulingSeconded
from games.claims.pictures import stored_purposes
from games.claims.rows import ClaimEvidence, ClaimRow
from games.colours import ColourOrEmpty, ColourText, by_colour, colour_name
from games.log.digests import timestamp
from games.log.serialisation import encode
from games.refusals import refuse
from games.rest.bodies import DateTimeText, IdText, OptionalText, body_from
from games.speaking import translate
from rules import Game

SideText = Annotated[str, ("enum", ["black", "white", "desk"])]
SideOrUnknown = Annotated[str, ("enum", ["black", "white", "desk", ""])]
DecisionText = Annotated[str, ("enum", [*DECISIONS])]
DecisionInForce = Annotated[str, ("enum", [*DECISIONS, "changed", ""])]
AppealDecisionText = Annotated[str, ("enum", [*APPEAL_DECISIONS])]
ResultText = Annotated[str, ("enum", [*RESULTS])]


class ClaimRowBody(TypedDict):
    """A claim in a list.

    ``by``: a player, or the desk. ``decision``: the one in force, ``changed`` if an appeal changed the
    ruling; null before a ruling.
    """

    id: UUID
    game: UUID
    type: ClaimKind
    by: SideText
    made_at: datetime
    turn: int | None
    state: Stage
    decision: DecisionInForce
    appeal_until: datetime | None
    sequences: int
    version: int


class RemedyBody(TypedDict):
    """The remedy of a ruling.

    ``score`` is the final one, which includes ``penalties``.
    """

    result: ResultText
    by_default: bool
    score: OptionalText
    penalties: Annotated[dict[str, float], ("description", "Points by colour")]
    replay: bool


class ClaimRulingBody(TypedDict):
    """A ruling. ``referee``: an account, by number.

    ``game_version``, ``game_digest``: of the game as it was judged. ``corrects``: it replaces the ruling
    before it.
    ``appeal_until``: null while a second official has to confirm the ruling.
    """

    decision: DecisionText
    reasons: OptionalText
    remedy: RemedyBody
    referee: str
    game_version: int
    game_digest: OptionalText
    appeal_until: DateTimeText | None
    needs_second: bool
    corrects: bool


class SecondedBody(TypedDict):
    official: str
    appeal_until: DateTimeText | None


class AppealedBody(TypedDict):
    """An appeal.

    ``grounds``: sha256 of the text, which is in ``words``; ``picture``: sha256 of the picture that came with
    it.
    """

    by: ColourText
    grounds: str
    picture: OptionalText


class AppealDecisionBody(TypedDict):
    """A decision on an appeal. ``game_version``, ``game_digest``: of the game as it was judged."""

    decision: AppealDecisionText
    reasons: OptionalText
    remedy: RemedyBody
    official: str
    game_version: int
    game_digest: OptionalText


class WordsBody(TypedDict):
    text: OptionalText
    photo: OptionalText


class SequenceRowBody(TypedDict):
    """A sequence in a list: its beginning and the number of its actions.

    It begins in the game (``sequence`` 0) or in an earlier sequence. ``by``: who began it, a player or the
    desk; null if that was not stored. ``one_sided``: it branches off an earlier sequence and at most one
    player has played in it, so it decides nothing.
    """

    number: int
    turn: int
    sequence: int
    actions: int
    by: SideOrUnknown
    one_sided: bool


class StatementBody(TypedDict):
    """The statement of a claim.

    ``record``, ``evidence`` and ``picture``: sha256 of the record, text and picture that came with it.
    """

    type: ClaimKind
    turn: int | None
    points: list[str]
    capturable: bool
    colour: ColourOrEmpty
    count: float | None
    result: OptionalText
    record: OptionalText
    evidence: OptionalText
    picture: OptionalText


class ClaimBody(StatementBody):
    """A claim. ``words``: texts by purpose, "claim" or "appeal"; ``remedy``: the one in force.

    ``record``, ``evidence``, ``picture``: sha256 of the record, text and picture that came with the claim.
    ``earlier_rulings``: those that were corrected, in order.
    ``pictures``: the stored ones, at ``pictures/claim/`` and ``pictures/appeal/``; others were erased, or
    left where the log was copied from.
    """

    id: IdText
    game: IdText
    by: SideText
    made_at: DateTimeText
    state: Stage
    words: dict[str, WordsBody]
    pictures: list[str]
    sequences: list[SequenceRowBody]
    ruling: ClaimRulingBody | None
    earlier_rulings: list[ClaimRulingBody]
    seconded: SecondedBody | None
    appeal: AppealedBody | None
    appeal_decision: AppealDecisionBody | None
    appeal_until: DateTimeText | None
    remedy: RemedyBody | None
    version: int


class MissingBody(TypedDict):
    code: Missing
    text: str


class FindingBody(TypedDict):
    """A finding: ``proved``, ``refuted``, or ``undecidable`` with the ``missing`` requirements.

    ``follows``: the result that would follow; ``turn`` and ``position``: the place that shows it.
    """

    state: Verdict
    says: str
    turn: int | None
    clause: OptionalText
    follows: OptionalText
    missing: list[MissingBody]
    position: StandBody | None


class SequenceBody(TypedDict):
    """A sequence from its first action, and the position after ``turn`` of its actions, by default after all.

    ``by`` and ``one_sided`` as in the list; ``entered``: who entered each action.
    """

    claim: IdText
    number: int
    from_turn: int
    from_sequence: int
    game_version: int
    by: SideOrUnknown
    one_sided: bool
    actions: list[ActionBody]
    entered: list[str]
    turn: int
    turns: int
    position: StandBody


def claim_row_body(row: ClaimRow, at: datetime) -> ClaimRowBody:
    """Return a claim in the state that it has at that time."""
    state = row.stage_at(at)
    members = {"id": row.claim_id, "game": row.game_id, "type": row.kind, "by": colour_name(row.by)}
    return body_from(ClaimRowBody, row, state=state, **members)


def claim_body(claim: Claim, version: int, at: datetime) -> ClaimBody:
    """Return a claim with the texts of the players."""
    said = claim.statement
    statement = body_from(StatementBody, said, type=said.kind, colour=colour_name(said.color))
    return {
        "id": claim.claim_id,
        "game": claim.game_id,
        "by": colour_name(claim.by),
        "made_at": timestamp(datetime.fromisoformat(claim.made_at)),
        "state": claim.stage(at),
        **statement,
        "words": _words(claim.claim_id),
        "pictures": sorted(stored_purposes(claim.claim_id)),
        "sequences": sequence_rows(claim),
        "ruling": _ruling_body(claim),
        "earlier_rulings": [_earlier_body(*one) for one in claim.earlier],
        "seconded": _seconded_body(claim),
        "appeal": _appealed_body(claim.appeal) if claim.appeal else None,
        "appeal_decision": _with_remedy(claim.decided) if claim.decided else None,
        "appeal_until": _deadline(claim),
        "remedy": remedy_body(claim.remedy) if claim.remedy else None,
        "version": version,
    }


def remedy_body(remedy: Remedy) -> RemedyBody:
    """Return a remedy with its penalties by the names of the colours."""
    body: RemedyBody = encode(remedy)
    return {**body, "penalties": by_colour(remedy.penalties)}


def _with_remedy(event: ClaimRuled | AppealDecided) -> Any:
    return {**encode(event), "remedy": remedy_body(event.remedy)}


def _appealed_body(appeal: RulingAppealed) -> AppealedBody:
    return body_from(AppealedBody, appeal, by=colour_name(appeal.by))


def _ruling_body(claim: Claim) -> ClaimRulingBody | None:
    """Return the ruling. It has no deadline before it is confirmed, and then that of the confirmation."""
    if claim.ruling is None:
        return None
    ruling: ClaimRulingBody = _with_remedy(claim.ruling)
    return {**ruling, "appeal_until": _deadline(claim)}


def _seconded_body(claim: Claim) -> SecondedBody | None:
    if claim.seconded is None:
        return None
    seconded: SecondedBody = encode(claim.seconded)
    return {**seconded, "appeal_until": _deadline(claim)}


def _earlier_body(ruling: ClaimRuled, seconded: RulingSeconded | None) -> ClaimRulingBody:
    earlier: ClaimRulingBody = _with_remedy(ruling)
    until = seconded.appeal_until if seconded else ruling.appeal_until
    return {**earlier, "appeal_until": timestamp(datetime.fromisoformat(until)) if until else None}


def _deadline(claim: Claim) -> str | None:
    return timestamp(claim.appeal_until) if claim.appeal_until else None


def _words(claim_id: str) -> dict[str, WordsBody]:
    kept = ClaimEvidence.objects.filter(claim_id=claim_id)
    return {one.purpose: {"text": one.text, "photo": one.photo} for one in kept}


def sequence_rows(claim: Claim) -> list[SequenceRowBody]:
    """Return the beginning, author and length of each sequence."""
    return [
        body_from(SequenceRowBody, one, actions=len(one.actions), by=colour_name(one.by))
        for one in claim.sequences.values()
    ]


def finding_body(finding: Finding) -> FindingBody:
    """Return a finding. ``missing``: the requirements of an undecidable claim, as codes and in words."""
    return body_from(
        FindingBody,
        finding,
        state=finding.verdict,
        says=translate(finding.says),
        clause=translate(finding.clause),
        missing=[{"code": code, "text": translate(MISSING_TEXTS[code])} for code in finding.missing],
        position=stand_data(finding.position) if finding.position else None,
    )


def sequence_body(claim: Claim, number: int, positions: Sequence[Game], turn: int | None) -> SequenceBody:
    """Return a sequence with the position after ``turn`` of its actions, by default after the last."""
    sequence = claim.sequences[number]
    at = len(positions) - 1 if turn is None else turn
    if not 0 <= at < len(positions):
        refuse("no_such_turn", turn=at, turns=len(positions) - 1)
    return body_from(
        SequenceBody,
        sequence,
        claim=claim.claim_id,
        from_turn=sequence.turn,
        from_sequence=sequence.sequence,
        actions=[action_data(action) for action in sequence.actions],
        by=colour_name(sequence.by),
        entered=[colour_name(side) for side in sequence.entered],
        turn=at,
        turns=len(positions) - 1,
        position=stand_data(positions[at]),
    )
