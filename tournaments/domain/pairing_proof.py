"""The proof that the pairing of a large field is optimal, recorded after the round was paired."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.marking import marked
from tournaments.domain.base import Command, Event, StoryContext
from tournaments.domain.declarations import ROUND, NotApplicable, event
from tournaments.state.changes import with_round
from tournaments.state.tournament import Tournament


@event(
    "tournament.pairing-proved.v1",
    rows=ROUND,
    news=NotApplicable("the pairing is the same"),
    games=NotApplicable("it is of a round's pairing as a whole"),
    undo=NotApplicable("it is a fact about a pairing and goes with it"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class PairingProved(Event):
    """The proof of the greatest total of any pairing of a large field, found after the round was paired.

    ``inputs_digest`` identifies the matching, ``total`` is its total, ``by`` the method of the proof.
    """

    round: int
    inputs_digest: str
    total: int
    optimum: int
    by: str

    def evolve(self, state: Tournament) -> Tournament:
        return with_round(state, self.round, optimum=self.optimum, bound=self.optimum)

    def sentence(self, context: StoryContext) -> str:
        if self.total == self.optimum:
            return marked(
                "The pairing of round %(round)s was proved to be the best there is.", round=self.round
            )
        return marked(
            "The pairing of round %(round)s was found to be %(below)s below the best.",
            round=self.round,
            below=self.optimum - self.total,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordProof(Command):
    """Record the greatest total of the matching of ``round`` that ``inputs_digest`` identifies."""

    round: int
    inputs_digest: str
    optimum: int
    by: str

    def decide(self, state: Tournament) -> Sequence[Event]:
        """Return no event if the round was paired again meanwhile, or its optimum is proved already."""
        round_ = state.round(self.round)
        if round_.optimum or not round_.pairs or round_.inputs_digest != self.inputs_digest:
            return []
        return [
            PairingProved(
                round=self.round,
                inputs_digest=self.inputs_digest,
                total=round_.total,
                optimum=self.optimum,
                by=self.by,
            )
        ]
