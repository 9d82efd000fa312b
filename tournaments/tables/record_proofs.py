"""Results that records of games prove, stored next to the reported results."""

from collections.abc import Mapping, Sequence
from functools import singledispatch

from games.game import events as g
from games.game.action_events import ACTIONS
from games.game.rows import GameRow
from games.log.projections import project_streams
from games.log.store import StoredEvent
from games.log.wire import kind_of
from rules.scoring import NO_RESULT
from tournaments.competition.history import Winner
from tournaments.tables.rows import PairingRow
from tournaments.wording.record_outcomes import OutcomeSource

Proof = tuple[Winner | str, str]
"""Winner and text; both empty if nothing is proved."""

CLAIMED_WINNERS = {"B+": Winner.BLACK, "W+": Winner.WHITE, "0": Winner.JIGO, "Vo": Winner.NOBODY_YET}
"""By the beginning of the result that a record claims."""
WINNERS = {"b": Winner.BLACK, "w": Winner.WHITE, "": Winner.JIGO}
UNRELATED_EVENTS: Mapping[type, str] = {
    **dict.fromkeys(ACTIONS, "an action that ends the game is followed by GameEnded, which has the outcome"),
    g.GameOpened: "nothing is recorded yet",
    g.PositionSetUp: "a record begins with it and proves nothing yet",
    g.RecordReceived: "its actions follow, and GameEnded if they end the game",
    g.GameWithdrawn: "the pair is undone and its row deleted",
}
"""Events that change no proof, and why. They are recognised by kind and not decoded."""


@singledispatch
def proof_after(event: object) -> Proof:
    """Return the proof after the event. Raises TypeError for an event that changes no proof."""
    raise TypeError(f"no proof is changed by {type(event).__name__}")


@proof_after.register
def proof_of_ending(event: g.GameEnded) -> Proof:
    """Return the outcome as a proof; "no result" gives no winner, as if the game had not been played."""
    return Winner.NOBODY_YET if event.by == NO_RESULT else WINNERS[event.winner], event.text


@proof_after.register(g.TermsChanged)
@proof_after.register(g.TurnsTakenBack)
@proof_after.register(g.RecordWithdrawn)
def empty_proof(event: object) -> Proof:
    return "", ""


PROOF_KINDS = {kind_of(cls) for cls in proof_after.registry if cls is not object}


def outcome_of_record(pairing: PairingRow, game: GameRow | None = None) -> Proof:
    """Return the outcome that the record of a game proves, else the one that it claims, if any.

    ``game``: its row, if the caller has read it.
    """
    if pairing.proved_text:
        return pairing.proved_winner, pairing.proved_text
    found = game or GameRow.objects.filter(game_id=pairing.game_id).first()
    text = "" if found is None or found.withdrawn else found.claimed
    winner = CLAIMED_WINNERS.get(text[:2], "")
    return (winner, text) if winner else ("", "")


def source_of_outcome(pairing: PairingRow, text: str) -> OutcomeSource:
    """Return how the outcome ``text`` of ``outcome_of_record`` is known."""
    if not pairing.proved_text:
        return OutcomeSource.STATED
    return OutcomeSource.COUNTED if text[2:3].isdigit() else OutcomeSource.PLAYED


def contradicts_record(pairing: PairingRow) -> bool:
    """Return whether the players' result differs from the outcome that the record shows."""
    winner, _text = outcome_of_record(pairing)
    reported = pairing.winner != Winner.NOBODY_YET and not pairing.by_default and not pairing.ruled_claim
    return reported and winner not in ("", pairing.winner)


@project_streams("game-")
def project_proofs(batches: Sequence[Sequence[StoredEvent]]) -> None:
    """Store the proof after the last event of each batch, in one query for all games with the same proof."""
    alike: dict[Proof, list[str]] = {}
    for batch in batches:
        last = next((recorded for recorded in reversed(batch) if recorded.kind in PROOF_KINDS), None)
        if last is not None:
            alike.setdefault(proof_after(last.event), []).append(batch[0].stream.removeprefix("game-"))
    for (winner, text), game_ids in alike.items():
        PairingRow.objects.filter(game_id__in=game_ids).update(proved_winner=winner, proved_text=text)
