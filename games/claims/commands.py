"""Commands on claims: the only place here with transactions.

Whoever set the game up is told of rulings in the transaction that stores them (``around``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.adjudication.kinds import Statement
from games.claims import deciding as d
from games.claims import events as e
from games.claims.around import Decided, around
from games.claims.claim import Claim, fold
from games.claims.playing import Games
from games.claims.rows import ClaimEvidence, ClaimRow
from games.game import commands as games
from games.game import records
from games.game.loading import game_row, states_at
from games.game.loading import load as load_game
from games.game.loading import stream_of as game_stream
from games.game.state import GameState
from games.log import folding, store, unit
from games.log.store import Change, Recorded, VersionClash
from games.log.unit import Context
from games.refusals import refuse
from games.sgf import Collection as Records
from games.sgf import Record
from games.sgf.uploads import read_record
from rules import Action

LONGEST_TEXT = 4000
LONGEST_PHOTO = 500
CLAIM, APPEAL = "claim", "appeal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What comes with a claim: words, a picture's reference, another record as SGF."""

    text: str = ""
    photo: str = ""
    sgf: bytes = b""


def stream_of(claim_id: str) -> str:
    return f"claim-{claim_id}"


def load(claim_id: str, *, expected: int | None = None) -> tuple[Claim | None, int]:
    """State and version of a claim; None and 0 when it was never made."""
    return folding.load(stream_of(claim_id), None, fold, expected=expected)


def make(
    claim_id: str, game_id: str, by: str, statement: dict[str, Any], evidence: Evidence, context: Context
) -> list[Recorded]:
    """Claim something of a game. ``statement``: fields of ``Statement`` but the digests, which follow."""
    _check_evidence(evidence)
    brought = read_record(evidence.sgf) if evidence.sgf else None

    def work() -> list[Change]:
        store.take_turn()  # the claims that a player has made are counted before anybody can add one
        game = load_game(game_id)
        record = _keep_record(game.state, evidence.sgf, brought, context) if brought else ""
        said = Statement(**statement, evidence=_digest(evidence), record=record)
        command = d.MakeClaim(
            claim_id=claim_id,
            by=by,
            statement=said,
            game=game.state,
            game_version=game.version + len(game.lacking),
            terms=terms_for(game_id, by),
            actor=context.actor,
            at=context.at,
        )
        state, expected = load(claim_id)
        events = d.decide(command, state)
        _keep_words(claim_id, CLAIM, evidence)
        # Findings rest on the game at a version of its stream, which must therefore lack nothing.
        catch_up = Change(stream=game_stream(game_id), expected=game.version, events=game.lacking)
        made = Change(stream=stream_of(claim_id), expected=expected, events=events)
        return [catch_up, made] if game.lacking else [made]

    return unit.execute_many(work, context)


def _check_evidence(evidence: Evidence) -> None:
    for name, text, most in (("text", evidence.text, LONGEST_TEXT), ("photo", evidence.photo, LONGEST_PHOTO)):
        if len(text) > most:
            refuse("too_large", what=name, limit=most)


def terms_for(game_id: str, by: str) -> d.Terms:
    """What holds for a claim by this side now: every claim that it has made counts, withdrawn ones too."""
    terms = around().surroundings(game_row(game_id)).terms
    made = ClaimRow.objects.filter(game_id=game_id, by=by).count()
    return d.Terms(
        open_until=terms.open_until,
        per_player=terms.per_player,
        appeal_minutes=terms.appeal_minutes,
        two_person=terms.two_person,
        made=made,
    )


def _keep_record(game: GameState, sgf: bytes, brought: tuple[Records, Record], context: Context) -> str:
    """Keep the record that comes with a claim; its sha256."""
    collection, record = brought
    if (record.width, record.height) != (game.width, game.height):
        sizes = [{"width": one.width, "height": one.height} for one in (record, game)]
        refuse("wrong_size", record=sizes[0], game=sizes[1])
    kept = records.keep(game.game_id, sgf, collection, 0, command_id=context.command_id, at=context.at)
    return kept.sha256


def _digest(evidence: Evidence) -> str:
    words = f"{evidence.photo}\n{evidence.text}"
    return sha256(words.encode()).hexdigest() if evidence.text or evidence.photo else ""


def _keep_words(claim_id: str, purpose: str, evidence: Evidence) -> None:
    if digest := _digest(evidence):
        ClaimEvidence.objects.create(
            claim_id=claim_id, purpose=purpose, text=evidence.text, photo=evidence.photo, sha256=digest
        )


def withdraw(claim_id: str, by: str, reason: str, context: Context) -> list[Recorded]:
    """Whoever made the claim takes it back."""
    command = d.WithdrawClaim(by=by, reason=reason, at=context.at)
    return _on(claim_id, lambda _: command, context)


def begin_sequence(
    claim_id: str, context: Context, *, turn: int | None = None, sequence: int = 0, by: str = d.DESK
) -> list[Recorded]:
    """Begin to play it out, from a turn of the game or of an earlier sequence. ``by`` as for ``act``."""

    def command(claim: Claim) -> object:
        version = store.version(game_stream(claim.game_id))
        states = games_of(claim, version)
        return d.BeginSequence(
            by=by, game_version=version, games=states, at=context.at, turn=turn, sequence=sequence
        )

    return _on(claim_id, command, context)


def act(claim_id: str, number: int, action: Action, context: Context, *, by: str = d.DESK) -> list[Recorded]:
    """Play on in a sequence by one action. Refuses what the rules forbid, with the clause.

    ``by``: "b" or "w", who enters nothing for the other, or "desk".
    """

    def command(claim: Claim) -> object:
        return d.ActInSequence(number=number, action=action, by=by, games=games_of(claim), at=context.at)

    return _on(claim_id, command, context)


def rule(
    claim_id: str, decision: str, reasons: str, remedy: e.Remedy, context: Context, *, plays: bool
) -> list[Recorded]:
    """Decide on a claim. ``plays``: whoever does so plays in the game."""

    def command(claim: Claim) -> object:
        return d.Rule(
            decision=decision,
            reasons=reasons,
            remedy=remedy,
            referee=context.actor,
            game_version=store.version(game_stream(claim.game_id)),
            terms=terms_for(claim.game_id, claim.by),
            at=context.at,
            plays=plays,
        )

    return _on(claim_id, command, context)


def second(
    claim_id: str, context: Context, *, agrees: bool, reasons: str = "", plays: bool
) -> list[Recorded]:
    """Another official confirms the ruling, or disagrees."""

    def command(claim: Claim) -> object:
        return d.Second(
            official=context.actor,
            agrees=agrees,
            terms=terms_for(claim.game_id, claim.by),
            at=context.at,
            reasons=reasons,
            plays=plays,
        )

    return _on(claim_id, command, context)


def appeal(claim_id: str, by: str, evidence: Evidence, context: Context) -> list[Recorded]:
    """One of the two players appeals the ruling."""
    _check_evidence(evidence)

    def command(claim: Claim) -> object:
        stands = around().in_force(claim.game_id, claim.claim_id)
        return d.Appeal(by=by, stands=stands, grounds=_digest(evidence), at=context.at)

    return _on(claim_id, command, context, after=lambda: _keep_words(claim_id, APPEAL, evidence))


def decide_appeal(
    claim_id: str, decision: str, reasons: str, remedy: e.Remedy, context: Context, *, plays: bool
) -> list[Recorded]:
    """The committee decides; that is final."""

    def command(claim: Claim) -> object:
        return d.DecideAppeal(
            decision=decision,
            reasons=reasons,
            remedy=remedy,
            official=context.actor,
            at=context.at,
            plays=plays,
        )

    return _on(claim_id, command, context)


def games_of(claim: Claim, *more: int) -> Games:
    """The game at every version at which a sequence of the claim begins, and at others that are named."""
    begun = {sequence.game_version for sequence in claim.sequences.values()}
    return states_at(claim.game_id, begun.union(more))


def _on(
    claim_id: str,
    command: Callable[[Claim], object],
    context: Context,
    *,
    after: Callable[[], None] = lambda: None,
) -> list[Recorded]:
    """Carry out a command on a claim that was made, and tell whoever set the game up."""
    stream = stream_of(claim_id)

    def work() -> list[Recorded]:
        if done := unit.done(context):
            return _of(stream, done)
        claim, version = load(claim_id, expected=context.expected)
        if claim is None:
            refuse("not_found")
        events = d.decide(command(claim), claim)
        stored = unit.keep([Change(stream=stream, expected=version, events=events)], context)
        after()
        _tell(claim, events, context)
        return stored

    try:
        return unit.run(work, context=context)
    except VersionClash:
        # Perhaps it was this very command, sent twice at the same instant, that moved the version.
        if done := _of(stream, unit.done(context)):
            return done
        raise


def _of(stream: str, done: Sequence[Recorded]) -> list[Recorded]:
    return [recorded for recorded in done if recorded.stream == stream]


def _tell(claim: Claim, events: list[object], context: Context) -> None:
    """In the same transaction, and under the same command."""
    inner = Context(actor=context.actor, command_id=context.command_id, at=context.at)
    now: Claim = claim
    for event in events:
        now = fold(now, event) or now
        if isinstance(event, e.RulingAppealed):
            around().appealed(claim.game_id, claim.claim_id, inner)
        elif isinstance(event, e.ClaimRuled | e.RulingSeconded | e.AppealDecided) and now.remedy:
            _in_force(now, inner)


def _in_force(claim: Claim, context: Context) -> None:
    remedy = claim.remedy
    if remedy is None or not (remedy.result or remedy.replay):
        return
    upheld = claim.decided is not None and claim.decided.decision == "upheld"
    if upheld and remedy.replay:
        return  # it has been lifted, and perhaps been played again since
    if upheld and not around().in_force(claim.game_id, claim.claim_id):
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
    around().decided(decided, context)


def _play_again(claim: Claim, context: Context) -> None:
    """The record of the game that does not count is put away; the log keeps it."""
    state = load_game(claim.game_id).state
    if not state.empty and not state.withdrawn:
        games.withdraw_record(
            claim.game_id, f"Played again after the ruling on claim {claim.claim_id}", context
        )
