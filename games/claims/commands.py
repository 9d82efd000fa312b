"""Commands on claims.

The host of the game is notified of rulings in the transaction that stores them (``host``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from hashlib import sha256

from django.db import transaction
from django.db.models import QuerySet

from games.adjudication.kinds import ClaimKind, Statement
from games.claims import deciding as d
from games.claims import events as e
from games.claims import pictures
from games.claims.claim import Claim, Stage, fold
from games.claims.host import RulingEffect, RulingInForce, host
from games.claims.lines import GamesByVersion
from games.claims.pictures import APPEAL, CLAIM
from games.claims.rows import ClaimEvidence, ClaimRow
from games.game import commands as games
from games.game import records
from games.game.deciding import WithdrawRecord
from games.game.loading import game_row, states_at
from games.game.loading import load as load_game
from games.game.loading import stream_of as game_stream
from games.game.rows import GameRow
from games.game.state import GameState
from games.log import folding, store, unit_of_work
from games.log.store import Change, StoredEvent, VersionClash
from games.log.unit_of_work import Context
from games.refusals import refuse
from games.sgf import Collection as Records
from games.sgf import Record
from games.sgf.uploads import read_record


def stream_of(claim_id: str) -> str:
    return f"claim-{claim_id}"


def load(claim_id: str, *, expected: int | None = None) -> tuple[Claim | None, int]:
    """Return the state and version of a claim; None and 0 if it was never made."""
    return folding.load(stream_of(claim_id), None, fold, expected=expected)


def load_after(stored: Sequence[StoredEvent], claim_id: str) -> tuple[Claim, int]:
    """Return state and version of a claim after a command that stored these events last."""
    if stored and stored[-1].stream == stream_of(claim_id) and (claim := folding.after(stored[-1], fold)):
        return claim, stored[-1].version
    found, version = load(claim_id)
    if found is None:
        refuse("not_found")
    return found, version


def make_claim(command: d.MakeClaim, by: str, context: Context) -> list[StoredEvent]:
    """Make a claim on a game. ``by``: "b" or "w" for a player of it, else "desk"."""
    game_id, evidence = command.game_id, command.evidence
    brought = read_record(evidence.sgf) if evidence.sgf else None

    def work() -> list[Change]:
        store.acquire_write_lock()  # the claims that a player has made are counted before anybody can add one
        row = game_row(game_id)
        game = load_game(game_id, row)
        if brought:
            _store_record(game.state, evidence.sgf, brought, context)
        now = d.Circumstances(
            by=by,
            actor=context.actor,
            at=context.at,
            terms=terms_for(row, by),
            game_version=game.version,  # the store pins the one after the events that the game lacks
            games={game.version: game.state},
        )
        state, expected = load(command.claim_id)
        events = d.decide(command, state, now)
        if by != d.DESK:
            _refuse_same_claim(events)
        _store_evidence(command.claim_id, CLAIM, evidence)
        # Findings refer to a version of the game's stream, which must therefore be up to date.
        catch_up = Change(stream=game_stream(game_id), expected=game.version, events=game.lacking)
        made = Change(stream=stream_of(command.claim_id), expected=expected, events=events)
        return [catch_up, made] if game.lacking else [made]

    return unit_of_work.execute_many(work, context)


def _refuse_same_claim(events: Sequence[object]) -> None:
    """Refuse a claim that the player has made in the same words, and that is still open."""
    made = reduce(fold, events, None)
    rows = ClaimRow.objects.filter(game_id=made.game_id, by=made.by, stage=Stage.OPEN) if made else ()
    for row in rows:
        other, _ = load(str(row.claim_id))
        if made and other and other.statement == made.statement:
            refuse("claim_made_already", claim=other.claim_id)


def terms_for(game: GameRow, by: str) -> d.Terms:
    """Return the current terms for a claim by this side. All its claims count, including withdrawn ones."""
    made = ClaimRow.objects.filter(game_id=game.game_id, by=by).count()
    return replace(host().claim_terms(game).terms, made=made)


def _store_record(game: GameState, sgf: bytes, brought: tuple[Records, Record], context: Context) -> None:
    """Store the record that comes with a claim."""
    collection, record = brought
    if (record.width, record.height) != (game.width, game.height):
        sizes = [{"width": one.width, "height": one.height} for one in (record, game)]
        refuse("wrong_size", record=sizes[0], game=sizes[1])
    records.store_record(game.game_id, sgf, collection, 0, command_id=context.command_id, at=context.at)


def _store_evidence(claim_id: str, purpose: str, evidence: d.Evidence) -> None:
    if digest := evidence.digest:
        ClaimEvidence.objects.create(
            claim_id=claim_id, purpose=purpose, text=evidence.text, photo=evidence.photo, sha256=digest
        )
    pictures.store_picture(claim_id, purpose, evidence.picture, evidence.picture_digest)


def games_of(claim: Claim, *more: int) -> GamesByVersion:
    """Return the game at the versions at which sequences of the claim begin, and at the versions ``more``."""
    begun = {sequence.game_version for sequence in claim.sequences.values()}
    return states_at(claim.game_id, begun.union(more))


def execute(claim_id: str, command: object, by: str, context: Context) -> list[StoredEvent]:
    """Execute a command on an existing claim and notify the host of the game.

    ``by`` as for ``make_claim``.
    """
    stream = stream_of(claim_id)

    def work() -> list[StoredEvent]:
        if done := unit_of_work.earlier_events(context):
            return _events_of_stream(stream, done)
        claim, version = load(claim_id, expected=context.expected)
        if claim is None:
            refuse("not_found")
        events = d.decide(command, claim, _circumstances(command, claim, by, context))
        stored = unit_of_work.store_changes([Change(stream=stream, expected=version, events=events)], context)
        if isinstance(command, d.Appeal):
            _store_evidence(claim_id, APPEAL, command.evidence)
        _notify_host(claim, events, context)
        return stored

    try:
        return unit_of_work.run(work, context=context)
    except VersionClash:
        # The same command may have been sent twice at once; then the other copy of it moved the version.
        if done := _events_of_stream(stream, unit_of_work.earlier_events(context)):
            return done
        raise


def erase_picture(claim_id: str, purpose: str, by: str) -> None:
    """Erase a picture that came with a claim or its appeal; the log keeps its digest. Idempotent.

    The sender and officials may do so. ``by`` as for ``make_claim``.
    """
    with transaction.atomic():
        claim, _ = load(claim_id)
        if claim is None or purpose not in pictures.digests(claim):
            refuse("not_found")
        sender = claim.by if purpose == CLAIM else claim.appeal and claim.appeal.by
        if by not in (d.DESK, sender):
            refuse("not_your_picture", claim=claim_id)
        pictures.erase([claim_id], purpose)


def foresee_effect(
    claim_id: str, command: d.Rule | d.DecideAppeal, by: str, context: Context
) -> RulingEffect:
    """Return what a decision would change for the host. Stores nothing; refuses as ``execute``."""
    claim, _ = load(claim_id, expected=context.expected)
    if claim is None:
        refuse("not_found")
    for event in d.decide(command, claim, _circumstances(command, claim, by, context)):
        claim = fold(claim, event) or claim
    remedy = command.remedy if claim.proposed else _remedy_to_apply(claim)
    return host().effect_of_ruling(claim.game_id, _ruling_in_force(claim, remedy) if remedy else None)


def _circumstances(command: object, claim: Claim, by: str, context: Context) -> d.Circumstances:
    """Return the circumstances on which the command depends."""
    now = d.Circumstances(by=by, actor=context.actor, at=context.at)
    match command:
        case d.BeginSequence():
            version = store.version(game_stream(claim.game_id))
            return replace(now, game_version=version, games=games_of(claim, version))
        case d.ActInSequence():
            return replace(now, games=games_of(claim))
        case d.Rule() | d.Second() | d.DecideAppeal():
            version, digest = store.stream_end(game_stream(claim.game_id))
            terms, games = terms_for(game_row(claim.game_id), claim.by), states_at(claim.game_id, {version})
            decides_appeal = isinstance(command, d.DecideAppeal)
            before = host().result(claim.game_id, without="" if decides_appeal else claim.claim_id)
            now = replace(
                now, game_version=version, game_digest=digest, terms=terms, games=games, before=before
            )
            corrects = isinstance(command, d.CorrectRuling)
            return replace(now, stands=not corrects or host().in_force(claim.game_id, claim.claim_id))
        case d.Appeal():
            stands = host().in_force(claim.game_id, claim.claim_id)
            return replace(now, stands=stands, before=host().result(claim.game_id))
    return now


def _events_of_stream(stream: str, done: Sequence[StoredEvent]) -> list[StoredEvent]:
    return [recorded for recorded in done if recorded.stream == stream]


def _notify_host(claim: Claim, events: list[object], context: Context) -> None:
    """Notify the host in the same transaction and under the same command."""
    inner = Context(actor=context.actor, command_id=context.command_id, at=context.at)
    now: Claim = claim
    for event in events:
        now = fold(now, event) or now
        if isinstance(event, e.RulingAppealed):
            host().mark_appealed(claim.game_id, claim.claim_id, inner)
        elif isinstance(event, e.ClaimRuled | e.RulingSeconded | e.AppealDecided) and not now.proposed:
            _apply_remedy(now, inner)
        elif isinstance(event, e.RulingNotSeconded):
            _apply_again(now, inner)


def _apply_remedy(claim: Claim, context: Context) -> None:
    remedy = _remedy_to_apply(claim)
    if remedy is None:
        return
    if remedy.replay:
        _withdraw_record(claim, context)
    host().apply_ruling(_ruling_in_force(claim, remedy), context)


def _remedy_to_apply(claim: Claim) -> e.Remedy | None:
    """Return the remedy that the last decision on the claim applies to the game; None if it applies none."""
    remedy = claim.remedy
    if remedy is None or (claim.statement.kind is ClaimKind.CONDUCT and not _concerns_result(claim)):
        return None
    if claim.decided is None or claim.decided.decision == "changed":
        return remedy
    if remedy.replay:
        return None  # the ruling already took effect, and the game may have been replayed since
    # a later ruling on another claim may be in force
    return remedy if host().in_force(claim.game_id, claim.claim_id) else None


def _concerns_result(claim: Claim) -> bool:
    """Return whether any decision on the claim gave a result or a replay."""
    rulings = [*(one for one, _ in claim.earlier), claim.ruling, claim.decided]
    return any(one.remedy.decides for one in rulings if one)


def _apply_again(claim: Claim, context: Context) -> None:
    """Give the result of a ruling its new deadline after a correction of it was rejected."""
    remedy = claim.remedy
    if remedy and not remedy.replay and host().in_force(claim.game_id, claim.claim_id):
        host().apply_ruling(_ruling_in_force(claim, remedy), context)


def restore_ruling(claim_id: str, appeal_until: str, context: Context) -> None:
    """Record that the ruling on a claim is in force again, with a new deadline for an appeal.

    For a host, in the transaction of the decision that revoked the ruling on another claim.
    """
    _, version = load(claim_id)
    restored = Change(
        stream=stream_of(claim_id), expected=version, events=[e.RulingRestored(appeal_until=appeal_until)]
    )
    unit_of_work.store_changes([restored], context)


def _ruling_in_force(claim: Claim, remedy: e.Remedy) -> RulingInForce:
    return RulingInForce(
        game_id=claim.game_id,
        claim_id=claim.claim_id,
        remedy=remedy,
        appeal_until=claim.appeal_until.isoformat() if claim.appeal_until else "",
        final=claim.decided is not None,
    )


def _withdraw_record(claim: Claim, context: Context) -> None:
    """Withdraw the record of the game that is replayed; the log keeps it."""
    state = load_game(claim.game_id).state
    if not state.empty and not state.withdrawn:
        reason = f"Played again after the ruling on claim {claim.claim_id}"
        games.change_record(claim.game_id, WithdrawRecord(reason=reason), context)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClaim:
    """A claim to be made on a game at a version of its stream.

    The caller derives the id from the finding, so that a claim is made only once.
    """

    claim_id: str
    game_id: str
    context: str
    game_version: int
    statement: Statement
    text: str


def make_claims(found: Sequence[NewClaim], context: Context) -> list[StoredEvent]:
    """Create the claims that do not exist yet."""
    made = ClaimRow.objects.filter(claim_id__in=[one.claim_id for one in found])
    known = {str(claim_id) for claim_id in made.values_list("claim_id", flat=True)}
    new = [one for one in found if one.claim_id not in known]
    if not new:
        return []
    ClaimEvidence.objects.bulk_create(
        [
            ClaimEvidence(claim_id=one.claim_id, purpose=CLAIM, text=one.text, sha256=_digest_of_text(one))
            for one in new
        ]
    )
    return unit_of_work.execute_many(lambda: [_change_that_makes(one, context) for one in new], context)


def open_claims(context: str) -> QuerySet[ClaimRow]:
    """Return the claims of the desk on games of a tournament that nobody has ruled on."""
    return ClaimRow.objects.filter(context=context, by=d.DESK, stage=Stage.OPEN)


def withdrawals(claims: Sequence[ClaimRow], reason: str) -> list[Change]:
    """Return the changes that withdraw claims."""
    return [
        Change(stream=stream_of(str(one.pk)), expected=one.version, events=[e.ClaimWithdrawn(reason=reason)])
        for one in claims
    ]


def _digest_of_text(found: NewClaim) -> str:
    """Return the digest of the text, computed as for claims of players."""
    return sha256(f"\n{found.text}".encode()).hexdigest()


def _change_that_makes(found: NewClaim, context: Context) -> Change:
    made = e.ClaimMade(
        claim_id=found.claim_id,
        game_id=found.game_id,
        context=found.context,
        by=d.DESK,
        statement=replace(found.statement, evidence=_digest_of_text(found)),
        game_version=found.game_version,
        actor=context.actor,
        at=context.at.isoformat(),
    )
    return Change(stream=stream_of(found.claim_id), expected=0, events=[made])
