"""Changes of limits, and their consequences for one game, in words. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.game import events as g
from games.game.margins import end_by_score, margin_of, parse_ruleset, white_komi
from games.marking import join_marked, marked
from games.story import Line, RecordedEvent
from games.story.base import line_of
from tournaments.domain.base import StoryContext, sentence_for
from tournaments.state.limits import ruleset_with_komi
from tournaments.state.tournament import Tournament

UNDOING = (g.TermsChanged, g.TurnsTakenBack, g.RecordWithdrawn)
"""The events after which a game has no outcome until it ends again."""


Change = tuple[RecordedEvent, StoryContext]
"""Limits that were changed, and the tournament before and after."""


def limit_lines(
    changes: Sequence[Change], game: Sequence[RecordedEvent], *, waits: bool = False
) -> list[Line]:
    """Return a line for each change.

    ``changes``: those since the game was opened; ``game``: its own events, in order; ``waits``: it is not
    judged by the last change yet.
    """
    last = len(changes) - 1
    return [
        line_of(
            one,
            join_marked(
                [sentence_for(one.event, at), _sentence(one, at, game, waits=waits and number == last)]
            ),
        )
        for number, (one, at) in enumerate(changes)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _GameBefore:
    """A game before a change: its terms, and the outcome that its record proved."""

    terms: g.GameOpened | g.TermsChanged
    end: g.GameEnded | None


def _sentence(change: RecordedEvent, at: StoryContext, game: Sequence[RecordedEvent], *, waits: bool) -> str:
    """Return the consequence of the change for the game, in words."""
    if waits:
        return marked("This game waits to be judged again.")
    before = _game_after(one.event for one in game if one.position < change.position)
    later = [one.event for one in game if one.position > change.position]
    margin_before, margin_after = (
        _margin(before, state, game[0].event.game_id) for state in (at.before, at.after)
    )
    number = change.event.number
    judged = next((i for i, event in enumerate(later) if _brings_limits(event, number)), None)
    if judged is not None:
        ends = [event.text for event in later[judged + 1 : judged + 2] if isinstance(event, g.GameEnded)]
        return _outcome_sentence("".join(ends), _outcome(before, margin_before))
    if margin_before is None or margin_after is None or margin_before == margin_after:
        return marked("Nothing in this game depended on it.")
    if margin_before * margin_after <= 0:
        return marked("The limits were changed again before this game was judged.")
    return marked(
        "This game, counted again, is %(now)s and no longer %(was)s.",
        now=_outcome(before, margin_after),
        was=_outcome(before, margin_before),
    )


def _brings_limits(event: object, number: int) -> bool:
    return isinstance(event, g.TermsChanged) and event.limits == number


def _outcome_sentence(now: str, was: str) -> str:
    if now and now != was:
        if was:
            return marked("This game was judged again and is %(now)s, no longer %(was)s.", now=now, was=was)
        return marked("This game was judged again and is %(now)s.", now=now)
    if was and not now:
        return marked("This game was judged again; its record no longer proves %(was)s.", was=was)
    return marked("This game was judged again with the same result.")


def _game_after(events: Iterable[object]) -> _GameBefore:
    terms: g.GameOpened | g.TermsChanged | None = None
    end: g.GameEnded | None = None
    for event in events:
        end = None if isinstance(event, UNDOING) else end
        if isinstance(event, g.GameOpened | g.TermsChanged):
            terms = event
        elif isinstance(event, g.GameEnded):
            end = event
    if terms is None:
        raise ValueError("a game begins by being opened")
    return _GameBefore(terms=terms, end=end)


def _margin(before: _GameBefore, state: Tournament, game_id: str) -> float | None:
    """Return Black's total less White's under the komi of ``state``; None if the game was not counted."""
    found, margin = state.pair_of(game_id), margin_of(before.end)
    if margin is None or found is None:
        return None
    played, handicap = before.terms.ruleset, before.terms.handicap
    now = ruleset_with_komi(state.limits.apply_to(played), found[1].komi)
    return margin - (white_komi(now, handicap) - white_komi(played, handicap))


def _outcome(before: _GameBefore, margin: float | None) -> str:
    if before.end is None or margin is None:
        return before.end.text if before.end else ""
    return end_by_score(margin, parse_ruleset(before.terms.ruleset).ties).text
