"""Secrets behind random draws.

Each is committed to in the log before the results that it is combined with are known.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.log.commitments import ERASED
from games.marking import marked
from tournaments.competition.drawn_seed import DrawFacts, drawn_seed, players_before_draw, results_before_draw
from tournaments.competition.facts import SeedFacts
from tournaments.competition.schedules import SCHEDULES
from tournaments.domain.base import Event, StoryContext, UndoContext, UndoPlan
from tournaments.domain.declarations import OF_PAIRING, STATE_ONLY, NotApplicable, event
from tournaments.domain.pairs import PairMadeByHand
from tournaments.domain.rounds import RoundPaired, RoundUnpaired
from tournaments.domain.settings import SettingsChanged
from tournaments.domain.tournament import TournamentCreated
from tournaments.state.changes import replace_fields
from tournaments.state.groups import NO_GROUP, pairing_group
from tournaments.state.tournament import Tournament


@event(
    "tournament.seed-committed.v1",
    rows=STATE_ONLY,
    news=NotApplicable("it says nothing before the round is paired"),
    games=OF_PAIRING,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class SeedCommitted(Event):
    """The commitment to ``secret`` (64 hex digits), from which the seed of ``round`` will be drawn."""

    round: int
    secret: str

    def evolve(self, state: Tournament) -> Tournament:
        """Return the state with the secret, unless the round has one already."""
        return replace_fields(state, secrets={self.round: self.secret, **state.secrets})

    def sentence(self, context: StoryContext) -> str:
        return marked("The draw of round %(round)s is sealed.", round=self.round)

    def undo(self, context: UndoContext) -> UndoPlan:
        """Restore nothing; the rest of the command can still be undone."""
        return UndoPlan(subject=lambda state: self.round in state.secrets, commands=[])


@dataclass(frozen=True, slots=True, kw_only=True)
class Seed(SeedFacts):
    """A seed and its source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedSource:
    """The source of seeds: the user's (``given``), else a round's secret, else a random seed (``chance``)."""

    chance: int
    given: int | None = None

    def seed_for(self, state: Tournament, number: int, group: str = NO_GROUP) -> Seed:
        """Return the seed of round ``number``, of one group if there are several."""
        if self.given is not None:
            return Seed(seed=self.given, seed_given=True)
        drawn = seed_from_secret(state, number, group)
        return Seed(seed=self.chance) if drawn is None else Seed(seed=drawn, seed_of=number)


def seed_from_secret(state: Tournament, number: int, group: str = NO_GROUP) -> int | None:
    """Return the seed drawn from the round's secret and earlier results; None if the secret is not known."""
    secret = state.secrets.get(number, ERASED)
    return None if secret == ERASED else drawn_seed(secret, number, results_before(state, number, group))


def results_before(state: Tournament, number: int, group: str = NO_GROUP) -> DrawFacts:
    """Return the results before the round, or its present players if there are none."""
    if group != NO_GROUP and not state.settings.teams.boards:
        state = pairing_group(state, group, number)
    earlier = [round_ for before, round_ in state.rounds.items() if before < number]
    pairs = ((round_.number, pair) for round_ in earlier for pair in round_.pairs.values())
    results = results_before_draw((n, pair.white, pair.black, pair.result.winner) for n, pair in pairs)
    return results or players_before_draw(
        entry.id for entry in state.entries.values() if entry.present_in(number)
    )


def seed_follows(event: RoundPaired, before: Tournament) -> bool | None:
    """Return whether the seed follows from its secret; None if there is no secret or it is not known.

    Rounds of a schedule that are drawn at once are drawn from the secret of the first of them.
    """
    if not event.seed_of:
        return None
    if event.seed_of not in before.secrets:
        return False
    at_once = event.method in SCHEDULES and event.seed_of < event.round
    if event.seed_of != event.round and not at_once:
        return False
    found = seed_from_secret(before, event.seed_of, event.group)
    return None if found is None else found == event.seed


def with_commitments(events: Sequence[object], state: Tournament, secrets: Iterator[str]) -> Sequence[object]:
    """Return the events, with a new secret for each round that can be paired next and has none.

    ``state``: before the events. Secrets come first, so that the last event is the command's, but follow
    the creation of a tournament.
    """
    numbers = {number for event in events for number in _next_rounds(event, state)}
    if not numbers:
        return events
    paired = {event.round for event in events if isinstance(event, RoundPaired)}
    due = sorted(numbers - paired - state.secrets.keys())
    last = _round_count(events, state)
    committed = [SeedCommitted(round=n, secret=next(secrets)) for n in due if n <= last]
    first = 1 if isinstance(events[0], TournamentCreated) else 0
    return [*events[:first], *committed, *events[first:]]


def _next_rounds(event: object, state: Tournament) -> Iterator[int]:
    """Yield the rounds that can be paired next after the event."""
    if isinstance(event, TournamentCreated):
        yield 1
    elif isinstance(event, RoundPaired | PairMadeByHand):
        yield event.round + 1
    elif isinstance(event, RoundUnpaired):
        yield event.round
    elif isinstance(event, SettingsChanged):
        yield max(state.rounds, default=0) + 1


def _round_count(events: Sequence[object], state: Tournament) -> int:
    """Return the number of rounds of the tournament after the events."""
    changes = [event for event in events if isinstance(event, TournamentCreated | SettingsChanged)]
    return changes[-1].settings.rounds if changes else state.settings.rounds
