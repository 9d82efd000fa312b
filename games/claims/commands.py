"""Commands on claims: the only place here with transactions.

Whoever set the game up is told of rulings in the transaction that stores them (``host``).
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from games.claims import deciding as d
from games.claims import events as e
from games.claims import pictures
from games.claims.claim import Claim, fold
from games.claims.host import Decided, host
from games.claims.pictures import APPEAL, CLAIM
from games.claims.playing import Games
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
    """State and version of a claim; None and 0 when it was never made."""
    return folding.load(stream_of(claim_id), None, fold, expected=expected)


def load_after(stored: Sequence[StoredEvent], claim_id: str) -> tuple[Claim, int]:
    """Return state and version of a claim after a command that stored these events last."""
    if stored and stored[-1].stream == stream_of(claim_id) and (claim := folding.after(stored[-1], fold)):
        return claim, stored[-1].version
    found, version = load(claim_id)
    if found is None:
        refuse("not_found")
    return found, version


def make(command: d.MakeClaim, by: str, context: Context) -> list[StoredEvent]:
    """Claim something of a game. ``by``: "b" or "w" for a player of it, else "desk"."""
    game_id, evidence = command.game_id, command.evidence
    brought = read_record(evidence.sgf) if evidence.sgf else None

    def work() -> list[Change]:
        store.acquire_write_lock()  # the claims that a player has made are counted before anybody can add one
        row = game_row(game_id)
        game = load_game(game_id, row)
        if brought:
            _keep_record(game.state, evidence.sgf, brought, context)
        version = game.version + len(game.lacking)
        now = d.Circumstances(
            by=by,
            actor=context.actor,
            at=context.at,
            terms=terms_for(row, by),
            game_version=version,
            games={version: game.state},
        )
        state, expected = load(command.claim_id)
        events = d.decide(command, state, now)
        _keep_words(command.claim_id, CLAIM, evidence)
        # Findings rest on the game at a version of its stream, which must therefore lack nothing.
        catch_up = Change(stream=game_stream(game_id), expected=game.version, events=game.lacking)
        made = Change(stream=stream_of(command.claim_id), expected=expected, events=events)
        return [catch_up, made] if game.lacking else [made]

    return unit_of_work.execute_many(work, context)


def terms_for(game: GameRow, by: str) -> d.Terms:
    """What holds for a claim by this side now: every claim that it has made counts, withdrawn ones too."""
    made = ClaimRow.objects.filter(game_id=game.game_id, by=by).count()
    return replace(host().surroundings(game).terms, made=made)


def _keep_record(game: GameState, sgf: bytes, brought: tuple[Records, Record], context: Context) -> None:
    """Keep the record that comes with a claim."""
    collection, record = brought
    if (record.width, record.height) != (game.width, game.height):
        sizes = [{"width": one.width, "height": one.height} for one in (record, game)]
        refuse("wrong_size", record=sizes[0], game=sizes[1])
    records.store_record(game.game_id, sgf, collection, 0, command_id=context.command_id, at=context.at)


def _keep_words(claim_id: str, purpose: str, evidence: d.Evidence) -> None:
    if digest := evidence.digest:
        ClaimEvidence.objects.create(
            claim_id=claim_id, purpose=purpose, text=evidence.text, photo=evidence.photo, sha256=digest
        )
    pictures.keep(claim_id, purpose, evidence.picture, evidence.picture_digest)


def games_of(claim: Claim, *more: int) -> Games:
    """The game at every version at which a sequence of the claim begins, and at others that are named."""
    begun = {sequence.game_version for sequence in claim.sequences.values()}
    return states_at(claim.game_id, begun.union(more))


def carry_out(claim_id: str, command: object, by: str, context: Context) -> list[StoredEvent]:
    """A command on a claim that was made; whoever set the game up is told. ``by`` as for ``make``."""
    stream = stream_of(claim_id)

    def work() -> list[StoredEvent]:
        if done := unit_of_work.earlier_events(context):
            return _stored_on(stream, done)
        claim, version = load(claim_id, expected=context.expected)
        if claim is None:
            refuse("not_found")
        events = d.decide(command, claim, _circumstances(command, claim, by, context))
        stored = unit_of_work.store_changes([Change(stream=stream, expected=version, events=events)], context)
        if isinstance(command, d.Appeal):
            _keep_words(claim_id, APPEAL, command.evidence)
        _notify_host(claim, events, context)
        return stored

    try:
        return unit_of_work.run(work, context=context)
    except VersionClash:
        # Perhaps it was this very command, sent twice at the same instant, that moved the version.
        if done := _stored_on(stream, unit_of_work.earlier_events(context)):
            return done
        raise


def erase_picture(claim_id: str, purpose: str, by: str) -> None:
    """Empty a picture that came with a claim or its appeal; the log keeps its digest. Harmless again.

    Whoever sent it may ask for that, and an official may do it. ``by`` as for ``make``.
    """
    with transaction.atomic():
        claim, _ = load(claim_id)
        if claim is None or purpose not in pictures.digests(claim):
            refuse("not_found")
        sender = claim.by if purpose == CLAIM else claim.appeal and claim.appeal.by
        if by not in (d.DESK, sender):
            refuse("not_your_picture", claim=claim_id)
        pictures.erase([claim_id], purpose)


def _circumstances(command: object, claim: Claim, by: str, context: Context) -> d.Circumstances:
    """Those that the command depends on."""
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
            return replace(now, game_version=version, game_digest=digest, terms=terms, games=games)
        case d.Appeal():
            return replace(now, stands=host().in_force(claim.game_id, claim.claim_id))
    return now


def _stored_on(stream: str, done: Sequence[StoredEvent]) -> list[StoredEvent]:
    return [recorded for recorded in done if recorded.stream == stream]


def _notify_host(claim: Claim, events: list[object], context: Context) -> None:
    """In the same transaction, and under the same command."""
    inner = Context(actor=context.actor, command_id=context.command_id, at=context.at)
    now: Claim = claim
    for event in events:
        now = fold(now, event) or now
        if isinstance(event, e.RulingAppealed):
            host().appealed(claim.game_id, claim.claim_id, inner)
        elif isinstance(event, e.ClaimRuled | e.RulingSeconded | e.AppealDecided) and now.remedy:
            _in_force(now, inner)


def _in_force(claim: Claim, context: Context) -> None:
    remedy = claim.remedy
    if remedy is None or not (remedy.result or remedy.replay):
        return
    upheld = claim.decided is not None and claim.decided.decision == "upheld"
    if upheld and remedy.replay:
        return  # it has been lifted, and perhaps been played again since
    if upheld and not host().in_force(claim.game_id, claim.claim_id):
        return  # a ruling on another claim counts by now; this one is closed without it
    if remedy.replay:
        _play_again(claim, context)
    decided = Decided(
        game_id=claim.game_id,
        claim_id=claim.claim_id,
        remedy=remedy,
        appeal_until=claim.appeal_until.isoformat() if claim.appeal_until else "",
        final=claim.decided is not None,
    )
    host().decided(decided, context)


def _play_again(claim: Claim, context: Context) -> None:
    """The record of the game that does not count is put away; the log keeps it."""
    state = load_game(claim.game_id).state
    if not state.empty and not state.withdrawn:
        reason = f"Played again after the ruling on claim {claim.claim_id}"
        games.change_record(claim.game_id, WithdrawRecord(reason=reason), context)
