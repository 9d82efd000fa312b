"""Games replayed by the rules: terms, outcomes, and the results that count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.game import events as e
from games.game.counted import parsed_ruleset
from games.game.deciding import proved, terms_of
from games.game.evolving import evolve, fold
from games.game.state import GameState
from games.log.wire import Unknown
from rules import FirstIllegal
from tournaments.checking.reading import Bundle, Line
from tournaments.checking.report import Place, Report
from tournaments.checking.walking import Walk, folded
from tournaments.competition.history import Winner
from tournaments.domain import consequences
from tournaments.state.tournament import Pair
from tournaments.state.verdicts import consequence_of, finding_id, proved_result

UNSETTLED = "The bundle has no ruling that explains it; a claim that is still open would not be in it."


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A game under some terms: as ``consequence_of`` reads it, before and after."""

    terms: e.TermsChanged
    end: e.GameEnded | None
    illegal: FirstIllegal | None

    @property
    def ruleset(self) -> str:
        return self.terms.ruleset

    @property
    def length(self) -> int | None:
        return self.terms.length

    @property
    def outcome(self) -> str:
        return self.end.text if self.end else ""

    @property
    def illegal_turn(self) -> int | None:
        return self.illegal.turn if self.illegal else None


def judged(state: GameState) -> Judged:
    end = None if state.illegal else proved(state.game)
    return Judged(terms=terms_of(state), end=end, illegal=state.illegal)


def check_games(bundle: Bundle, walk: Walk, report: Report) -> None:
    """Check every game that a round has, or had before it was undone."""
    streams = (stream for stream in bundle.streams if stream.startswith("game-"))
    for game_id in dict.fromkeys([*(one.removeprefix("game-") for one in streams), *walk.told_games]):
        place = walk.place(game_id)
        with report.reading(place):
            events = bundle.events(f"game-{game_id}")
            if events is None:
                report.unchecked["games of which not everything is public"] += 1
            else:
                _Game(bundle, walk, report, game_id, place).check(events)


class _Game:
    """One game, followed through its stream. ``outcomes``: what its record proved since it last changed."""

    def __init__(self, bundle: Bundle, walk: Walk, report: Report, game_id: str, place: Place) -> None:
        self.bundle, self.walk, self.report, self.id, self.place = bundle, walk, report, game_id, place
        found = walk.state.pair_of(game_id)
        self.pair: Pair | None = found[1] if found else None
        self.owed = list(walk.told_games.get(game_id, ()))
        self.outcomes: set[Winner] = set()
        self.had: list[e.TermsChanged] = []

    def check(self, events: Sequence[tuple[Line, Any]]) -> None:
        state: GameState | None = None
        for line, event in events:
            with self.report.reading(self.walk.place(self.id, line.position)):
                if not isinstance(event, Unknown):
                    self._check_event(line, event, state)
                state = fold(state, event)
                if state and isinstance(event, e.GameOpened | e.TermsChanged):
                    self.had.append(terms_of(state))
        if state is None:
            self.report.fault(self.place, "Its stream does not open it.")
            return
        for _, event in self.owed:
            if not isinstance(event, e.TermsChanged) or not any(same_terms(event, one) for one in self.had):
                self.report.fault(
                    self.place, f"The tournament says {self._said(event)}, its own events do not."
                )
        self._check_end(state)

    def _check_event(self, line: Line, event: Any, state: GameState | None) -> None:
        place = self.walk.place(self.id, line.position)
        if isinstance(event, e.GameOpened | e.GameWithdrawn):
            owed = self._take_owed(line, type(event))
            same = owed is not None and (isinstance(event, e.GameWithdrawn) or _same_opening(event, owed))
            self.report.compare(
                place, "Opening or end of a game", self._said(event), self._said(event if same else owed)
            )
        elif state is None:
            self.report.fault(place, "This comes before the game was opened.")
        elif isinstance(event, e.TermsChanged):
            self._check_terms(line, event, state, place)
        elif isinstance(event, e.GameEnded):
            due = None if state.illegal else proved(state.game)
            self.report.compare(place, "Outcome of the record", event.text, due.text if due else None)
            if due:
                self.outcomes.add(_winner(due))
        else:
            self.outcomes.clear()

    def _take_owed(self, line: Line, kind: type) -> Any:
        """Return what the tournament says by the same command, and count it as said."""
        for one in self.owed:
            if one[0] == line.command and isinstance(one[1], kind):
                self.owed.remove(one)
                return one[1]
        return None

    def _check_terms(self, line: Line, event: e.TermsChanged, state: GameState, place: Place) -> None:
        """Compare new terms with those of the pair; under other limits, what followed from them as well."""
        due, then = self._take_owed(line, e.TermsChanged), self.walk.at_terms[line.position]
        found = then.pair_of(self.id)
        if due is None and found:
            due = consequences.terms_of(then, found[1], state.ruleset)
        same = due is not None and same_terms(event, due)
        self.report.compare(place, "Terms of the game", self._said(event), self._said(event if same else due))
        if found and event.limits > state.limits:
            self._check_consequence(line, judged(state), judged(evolve(event, state)), found[1], place)

    def _check_consequence(self, line: Line, before: Judged, after: Judged, pair: Pair, place: Place) -> None:
        """Compare what was recorded, or found for a referee, when the game was judged by other limits."""
        then, words = self.walk.at_terms[line.position], self.walk.words
        what = consequence_of(before, after, pair)
        counts = what and then.settings.claims.apply_limits and pair.ruled is None
        due = what.result if what and counts else None
        stated = self.walk.recorded.get((line.command, self.id))
        self.report.compare(
            place,
            "Result under changed limits",
            words.result(stated) if stated else None,
            words.result(due) if due else None,
        )
        events = self.bundle.events(f"claim-{finding_id(self.id, after.terms.limits)}")
        claim = folded(event for _, event in events) if events else None
        if claim and not due:
            named = (claim.statement.kind, claim.statement.turn, claim.statement.result)
            follows = what and (what.statement.kind, what.statement.turn, what.statement.result)
            self.report.compare(place, "Claim after limits changed", named, follows)

    def _check_end(self, state: GameState) -> None:
        """Compare what the record proves with what its stream says, and with the result that counts."""
        now = judged(self._in_force(state))
        if state.withdrawn or self.pair is None:
            return
        own = judged(state).end
        stated = state.end.text if state.end else None
        self.report.compare(self.place, "Last outcome of the record", stated, own.text if own else None)
        if state.illegal:
            what = f"turn {state.illegal.turn} of the record is illegal ({state.illegal.illegal.clause})"
            self.report.notes.append(f"{self.place}: {what}.")
        if now.end:
            self._check_result(now.end)

    def _in_force(self, state: GameState) -> GameState:
        """The game under the limits of now, which its own stream may not have been told."""
        if self.pair is None or self.walk.state.limits_number <= state.limits:
            return state
        return evolve(consequences.terms_of(self.walk.state, self.pair, state.ruleset), state)

    def _check_result(self, end: e.GameEnded) -> None:
        """A result that contradicts the record, without a ruling that says so, is a fault."""
        pair, due = self.pair, proved_result(end)
        if pair is None or due is None or pair.result.winner is Winner.NOBODY_YET:
            return
        self.report.checked["Result beside the record"] += 1
        if pair.result.winner is due.winner:
            return
        stated = f"the record proves {end.text}, and the result that counts is: "
        said = f"{stated}{self.walk.words.result(pair.result)}"
        if pair.ruled:
            self.report.notes.append(f"{self.place}: {said}, by the ruling on claim {pair.ruled.claim_id}.")
        elif pair.result.winner in self.outcomes:
            self.report.notes.append(f"{self.place}: {said}, as the record proved before limits changed.")
        else:
            self.report.fault(self.place, f"{said[0].upper()}{said[1:]}. {UNSETTLED}")

    def _said(self, event: Any) -> Any:
        """An opening, other terms or a withdrawal, for a sentence."""
        if not isinstance(event, e.GameOpened | e.TermsChanged):
            return "nothing" if event is None else "the game is withdrawn"
        state, words = self.walk.state, self.walk.words
        players = [words.player(state, id_) if id_ else "unknown" for id_ in (event.black, event.white)]
        facts = {
            "ruleset": event.ruleset,
            "handicap": event.handicap,
            "black": players[0],
            "white": players[1],
        }
        return facts | {"length": event.length, "limits": event.limits}


def _winner(end: e.GameEnded) -> Winner:
    result = proved_result(end)
    return result.winner if result else Winner.NOBODY_YET


def same_terms(one: e.TermsChanged, other: e.TermsChanged) -> bool:
    return _facts(one) == _facts(other)


def _same_opening(one: e.GameOpened, other: e.GameOpened) -> bool:
    board = [(x.game_id, x.context, x.width, x.height) for x in (one, other)]
    return board[0] == board[1] and _facts(one) == _facts(other)


def _facts(terms: e.TermsChanged | e.GameOpened) -> Mapping[str, object]:
    """Rulesets as values: they may be spelled as they were when they had fewer axes."""
    named = ("handicap", "black", "white", "length", "limits")
    return {name: getattr(terms, name) for name in named} | {"ruleset": parsed_ruleset(terms.ruleset)}
