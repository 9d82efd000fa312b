"""The state of a claim, which its events fold into. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import singledispatch

from games.adjudication.kinds import ClaimKind, Statement
from games.claims import events as e
from games.log.wire import Unknown
from rules import Action
from rules.actions import from_data

OTHER = {"b": "w", "w": "b"}
_SIDES = {"black": "b", "white": "w"}


class Stage(StrEnum):
    """The stages of a claim; the names are stable."""

    OPEN = "open"
    PROPOSED = "proposed"  # ruled on by one official and to be confirmed by a second
    RULED = "ruled"
    APPEALED = "appealed"
    FINAL = "final"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence:
    """A sequence that is played out: its beginning and its actions.

    ``sequence`` 0: it begins in the game itself; ``by``: the side that began it; ``entered``: the side that
    entered each action: "b", "w", "desk", or "" in older events, which did not store it; ``taken_back``: how
    many actions were taken back.
    """

    number: int
    game_version: int
    turn: int
    sequence: int = 0
    actions: tuple[Action, ...] = ()
    by: str = ""
    entered: tuple[str, ...] = ()
    taken_back: int = 0

    @property
    def one_sided(self) -> bool:
        """Return whether it branches off another sequence and at most one player has played in it.

        Such a sequence decides nothing: one player alone cannot undo what both have played out.
        """
        return self.sequence > 0 and any(set(self.entered) <= {side} for side in ("b", "w"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The state of a claim. ``ruling``: the latest, in force once no second referee has to confirm it.

    ``officials``: the accounts of all who ruled on the claim, or confirmed or rejected a ruling on it;
    ``earlier``: the rulings that were corrected, each with its confirmation, in order.
    """

    claim_id: str
    game_id: str
    context: str
    by: str
    statement: Statement
    game_version: int
    actor: str
    made_at: str
    sequences: Mapping[int, Sequence] = field(default_factory=dict)
    ruling: e.ClaimRuled | None = None
    seconded: e.RulingSeconded | None = None
    appeal: e.RulingAppealed | None = None
    decided: e.AppealDecided | None = None
    withdrawn: bool = False
    officials: frozenset[str] = frozenset()
    earlier: tuple[tuple[e.ClaimRuled, e.RulingSeconded | None], ...] = ()

    @property
    def proposed(self) -> bool:
        """Return whether a ruling waits for a second official."""
        return bool(self.ruling and self.ruling.needs_second and not self.seconded)

    @property
    def appeal_until(self) -> datetime | None:
        """The deadline for an appeal against a ruling in force."""
        event = self.seconded or self.ruling
        return datetime.fromisoformat(event.appeal_until) if event and not self.proposed else None

    @property
    def remedy(self) -> e.Remedy | None:
        """The remedy in force; None before a ruling is in force."""
        if self.decided and self.decided.decision == "changed":
            return self.decided.remedy
        if self.proposed:
            return self.earlier[-1][0].remedy if self.earlier else None
        return self.ruling.remedy if self.ruling else None

    @property
    def decision(self) -> str:
        """The decision in force, "changed" if an appeal changed the ruling; empty before a ruling."""
        if self.decided and self.decided.decision == "changed":
            return self.decided.decision
        return self.ruling.decision if self.ruling else ""

    def satisfied(self, result: str) -> str:
        """Return the side that the ruling gives all it could have, and that cannot appeal; "" for neither.

        ``result``: that of the game, such as "black", which a ruling without a remedy leaves as it is. A
        claimant whose claim was denied can always appeal.
        """
        if self.ruling is None:
            return ""
        remedy, denied = self.ruling.remedy, self.ruling.decision == "denied"
        if winner := _SIDES.get(remedy.result if remedy.decides else result, ""):
            return "" if denied and winner == self.by and not remedy.decides else winner
        if remedy.decides or self.by not in OTHER:
            return ""
        asked = self.statement.kind is ClaimKind.WRONG_RESULT  # upheld without a remedy: not satisfied
        sides = {"upheld": "" if asked else self.by, "denied": OTHER[self.by]}
        return sides.get(self.ruling.decision, "")

    def stage(self, at: datetime) -> Stage:
        """Return the stage of the claim at that time: a ruling becomes final by the lapse of time."""
        if self.withdrawn:
            return Stage.WITHDRAWN
        if self.decided:
            return Stage.FINAL
        if self.appeal:
            return Stage.APPEALED
        if self.ruling is None:
            return Stage.OPEN
        if self.appeal_until is None:
            return Stage.PROPOSED
        return Stage.RULED if at <= self.appeal_until else Stage.FINAL


def fold(state: Claim | None, event: object) -> Claim | None:
    """Return the state after ``event``, or None before the claim is made."""
    if isinstance(event, e.ClaimMade):
        return evolve_claim_made(event)
    return None if state is None else evolve(event, state)


@singledispatch
def evolve(event: object, state: Claim) -> Claim:
    """Return the state of a claim after ``event``. Raises TypeError for other kinds of event."""
    raise TypeError(f"no claim changes by {type(event).__name__}")


@evolve.register
def evolve_unknown(event: Unknown, state: Claim) -> Claim:
    """Ignore an event of a later version of the program: history is never rejected."""
    return state


@evolve.register
def evolve_claim_made(event: e.ClaimMade, state: Claim | None = None) -> Claim:
    return Claim(
        claim_id=event.claim_id,
        game_id=event.game_id,
        context=event.context,
        by=event.by,
        statement=event.statement,
        game_version=event.game_version,
        actor=event.actor,
        made_at=event.at,
    )


@evolve.register
def evolve_claim_withdrawn(event: e.ClaimWithdrawn, state: Claim) -> Claim:
    return replace(state, withdrawn=True)


@evolve.register
def evolve_sequence_begun(event: e.SequenceBegun, state: Claim) -> Claim:
    begun = Sequence(
        number=event.number,
        game_version=event.game_version,
        turn=event.turn,
        sequence=event.sequence,
        by=event.by,
    )
    return replace(state, sequences={**state.sequences, event.number: begun})


@evolve.register
def evolve_sequence_acted(event: e.SequenceActed, state: Claim) -> Claim:
    sequence = state.sequences[event.number]
    sequence = replace(
        sequence,
        actions=(*sequence.actions, from_data(event.action)),
        entered=(*sequence.entered, event.by),
    )
    return replace(state, sequences={**state.sequences, event.number: sequence})


@evolve.register
def evolve_sequence_taken_back(event: e.SequenceTakenBack, state: Claim) -> Claim:
    sequence = state.sequences[event.number]
    sequence = replace(
        sequence,
        actions=sequence.actions[: event.to_turn],
        entered=sequence.entered[: event.to_turn],
        taken_back=sequence.taken_back + 1,
    )
    return replace(state, sequences={**state.sequences, event.number: sequence})


@evolve.register
def evolve_claim_ruled(event: e.ClaimRuled, state: Claim) -> Claim:
    earlier = state.earlier
    if event.corrects and state.ruling and not state.proposed:
        earlier = (*earlier, (state.ruling, state.seconded))
    officials = state.officials | {event.referee}
    return replace(state, ruling=event, seconded=None, earlier=earlier, officials=officials)


@evolve.register
def evolve_ruling_seconded(event: e.RulingSeconded, state: Claim) -> Claim:
    return replace(state, seconded=event, officials=state.officials | {event.official})


@evolve.register
def evolve_ruling_not_seconded(event: e.RulingNotSeconded, state: Claim) -> Claim:
    state = replace(state, officials=state.officials | {event.official})
    if not state.earlier:
        return replace(state, ruling=None, seconded=None)
    ruling, seconded = state.earlier[-1]
    before = replace(state, ruling=ruling, seconded=seconded, earlier=state.earlier[:-1])
    return _with_deadline(before, event.appeal_until) if event.appeal_until else before


@evolve.register
def evolve_ruling_restored(event: e.RulingRestored, state: Claim) -> Claim:
    return state if state.proposed else _with_deadline(state, event.appeal_until)


def _with_deadline(state: Claim, until: str) -> Claim:
    if state.seconded:
        return replace(state, seconded=replace(state.seconded, appeal_until=until))
    return replace(state, ruling=state.ruling and replace(state.ruling, appeal_until=until))


@evolve.register
def evolve_ruling_appealed(event: e.RulingAppealed, state: Claim) -> Claim:
    return replace(state, appeal=event)


@evolve.register
def evolve_appeal_decided(event: e.AppealDecided, state: Claim) -> Claim:
    return replace(state, decided=event)
