"""Replay games by the rules, and check their terms, outcomes and the results that count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.game import events as e
from games.game.deciding import end_event_of, proved_end, terms_of
from games.game.evolving import evolve, fold
from games.game.margins import parse_ruleset
from games.game.state import GameState
from games.log.wire import Unknown
from rules import FirstIllegal
from tournaments.checking.reading import Bundle, Line
from tournaments.checking.replaying import Replay, claim_after
from tournaments.checking.report import Place, Report
from tournaments.competition.history import Winner
from tournaments.domain import consequences
from tournaments.state.tournament import Pair
from tournaments.state.verdicts import consequence_of, finding_id, proved_result

UNSETTLED = "The bundle has no ruling that explains it; a claim that is still open would not be in it."


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The outcome of a game under some terms, as ``consequence_of`` reads it."""

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


def judge(state: GameState) -> Judgement:
    end = proved_end(state)
    return Judgement(terms=terms_of(state), end=end, illegal=state.illegal)


def check_games(bundle: Bundle, replay: Replay, report: Report) -> None:
    """Check every game of the rounds, those of undone pairings included."""
    streams = (stream for stream in bundle.streams if stream.startswith("game-"))
    for game_id in dict.fromkeys([*(one.removeprefix("game-") for one in streams), *replay.expected_events]):
        place = replay.place(game_id)
        with report.reading(place):
            events = bundle.events(f"game-{game_id}")
            if events is None:
                report.unchecked["games of which not everything is public"] += 1
            else:
                _GameCheck(bundle, replay, report, game_id, place).check(events)


class _GameCheck:
    """The check of one game, event by event. ``outcomes``: the winners proved since the record changed."""

    def __init__(self, bundle: Bundle, replay: Replay, report: Report, game_id: str, place: Place) -> None:
        self.bundle, self.replay, self.report, self.id, self.place = bundle, replay, report, game_id, place
        found = replay.state.pair_of(game_id)
        self.pair: Pair | None = found[1] if found else None
        self.expected = list(replay.expected_events.get(game_id, ()))
        self.outcomes: set[Winner] = set()
        self.terms: list[e.TermsChanged] = []

    def check(self, events: Sequence[tuple[Line, Any]]) -> None:
        state: GameState | None = None
        for line, event in events:
            with self.report.reading(self.replay.place(self.id, line.position)):
                if not isinstance(event, Unknown):
                    self._check_event(line, event, state)
                state = fold(state, event)
                if state and isinstance(event, e.GameOpened | e.TermsChanged):
                    self.terms.append(terms_of(state))
        if state is None:
            self.report.fault(self.place, "Its stream does not open it.")
            return
        for _, event in self.expected:
            if not isinstance(event, e.TermsChanged) or not any(same_terms(event, one) for one in self.terms):
                self.report.fault(
                    self.place, f"The tournament says {self._describe(event)}, its own events do not."
                )
        self._check_end(state)

    def _check_event(self, line: Line, event: Any, state: GameState | None) -> None:
        place = self.replay.place(self.id, line.position)
        if isinstance(event, e.GameOpened | e.GameWithdrawn):
            expected = self._take_expected_event(line, type(event))
            same = expected is not None and (
                isinstance(event, e.GameWithdrawn) or _same_opening(event, expected)
            )
            self.report.compare(
                place,
                "Opening or end of a game",
                self._describe(event),
                self._describe(event if same else expected),
            )
        elif state is None:
            self.report.fault(place, "This comes before the game was opened.")
        elif isinstance(event, e.TermsChanged):
            self._check_terms(line, event, state, place)
        elif isinstance(event, e.GameEnded):
            end = proved_end(state) or self._end_of_older_version(state, place)
            self.report.compare(place, "Outcome of the record", event.text, end.text if end else None)
            if end:
                self.outcomes.add(_winner(end))
        else:
            self.outcomes.clear()

    def _end_of_older_version(self, state: GameState, place: Place) -> e.GameEnded | None:
        """Return the end that older versions took as proved although the start or the file is against it."""
        if state.illegal or state.guessed or not _is_doubted(state):
            return None
        self.report.notes.append(f"{place}: the start of the record, or its file, contradicts its outcome.")
        return end_event_of(state.game)

    def _take_expected_event(self, line: Line, kind: type) -> Any:
        """Remove and return the expected event of this kind and of the line's command."""
        for one in self.expected:
            if one[0] == line.command and isinstance(one[1], kind):
                self.expected.remove(one)
                return one[1]
        return None

    def _check_terms(self, line: Line, event: e.TermsChanged, state: GameState, place: Place) -> None:
        """Compare new terms with those of the pair and, under other limits, their consequence."""
        expected, later = self._take_expected_event(line, e.TermsChanged), self.replay.at_terms[line.position]
        found = later.pair_of(self.id)
        if expected is None and found:
            expected = consequences.terms_of(later, found[1], state.ruleset)
        same = expected is not None and same_terms(event, expected)
        self.report.compare(
            place, "Terms of the game", self._describe(event), self._describe(event if same else expected)
        )
        if found and event.limits > state.limits:
            self._check_consequence(line, judge(state), judge(evolve(event, state)), found[1], place)

    def _check_consequence(
        self, line: Line, before: Judgement, after: Judgement, pair: Pair, place: Place
    ) -> None:
        """Compare the result or finding that was recorded when the game was judged by other limits."""
        later, words = self.replay.at_terms[line.position], self.replay.words
        what = consequence_of(before, after, pair)
        counts = what and later.settings.claims.apply_limits and pair.ruled is None
        expected = what.result if what and counts else None
        stated = self.replay.recorded.get((line.command, self.id))
        self.report.compare(
            place,
            "Result under changed limits",
            words.result(stated) if stated else None,
            words.result(expected) if expected else None,
        )
        events = self.bundle.events(f"claim-{finding_id(self.id, after.terms.limits)}")
        claim = claim_after(event for _, event in events) if events else None
        if claim and not expected:
            named = (claim.statement.kind, claim.statement.turn, claim.statement.result)
            follows = what and (what.statement.kind, what.statement.turn, what.statement.result)
            self.report.compare(place, "Claim after limits changed", named, follows)

    def _check_end(self, state: GameState) -> None:
        """Compare the outcome of the record with that of the stream, and with the result that counts."""
        now = judge(self._in_force(state))
        if state.withdrawn or self.pair is None:
            return
        own = judge(state).end
        if own is None and not state.guessed and _is_doubted(state):
            own = state.end  # of an older version, and noted where it was stored
        stated = state.end.text if state.end else None
        self.report.compare(self.place, "Last outcome of the record", stated, own.text if own else None)
        if state.illegal:
            what = f"turn {state.illegal.turn} of the record is illegal ({state.illegal.illegal.clause})"
            self.report.notes.append(f"{self.place}: {what}.")
        if now.end:
            self._check_result(now.end)

    def _in_force(self, state: GameState) -> GameState:
        """Return the game under the current limits, which its own stream may lack."""
        if self.pair is None or self.replay.state.limits_number <= state.limits:
            return state
        return evolve(consequences.terms_of(self.replay.state, self.pair, state.ruleset), state)

    def _check_result(self, end: e.GameEnded) -> None:
        """Report a result that contradicts the record without a ruling."""
        pair, expected = self.pair, proved_result(end)
        if pair is None or expected is None or pair.result.winner is Winner.NOBODY_YET:
            return
        self.report.checked["Result beside the record"] += 1
        if pair.result.winner is expected.winner:
            return
        stated = f"the record proves {end.text}, and the result that counts is: "
        sentence = f"{stated}{self.replay.words.result(pair.result)}"
        if pair.ruled:
            self.report.notes.append(
                f"{self.place}: {sentence}, by the ruling on claim {pair.ruled.claim_id}."
            )
        elif pair.result.winner in self.outcomes:
            self.report.notes.append(f"{self.place}: {sentence}, as the record proved before limits changed.")
        else:
            self.report.fault(self.place, f"{sentence[0].upper()}{sentence[1:]}. {UNSETTLED}")

    def _describe(self, event: Any) -> Any:
        """Describe an opening, new terms or a withdrawal for a sentence."""
        if not isinstance(event, e.GameOpened | e.TermsChanged):
            return "nothing" if event is None else "the game is withdrawn"
        state, words = self.replay.state, self.replay.words
        players = [words.player(state, id_) if id_ else "unknown" for id_ in (event.black, event.white)]
        facts = {
            "ruleset": event.ruleset,
            "handicap": event.handicap,
            "black": players[0],
            "white": players[1],
        }
        return facts | {"length": event.length, "limits": event.limits}


def _is_doubted(state: GameState) -> bool:
    return state.starts_differently or state.contradicts_count


def _winner(end: e.GameEnded) -> Winner:
    result = proved_result(end)
    return result.winner if result else Winner.NOBODY_YET


def same_terms(one: e.TermsChanged, other: e.TermsChanged) -> bool:
    return _facts(one) == _facts(other)


def _same_opening(one: e.GameOpened, other: e.GameOpened) -> bool:
    board = [(x.game_id, x.context, x.width, x.height) for x in (one, other)]
    return board[0] == board[1] and _facts(one) == _facts(other)


def _facts(terms: e.TermsChanged | e.GameOpened) -> Mapping[str, object]:
    """Return terms for comparison, rulesets as values, since older texts of them have fewer axes."""
    named = ("handicap", "black", "white", "length", "limits")
    return {name: getattr(terms, name) for name in named} | {"ruleset": parse_ruleset(terms.ruleset)}
