"""What changes of limits were, and what came of them for one game, in plain words. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.game import events as g
from games.game.counted import end_by_score, komi_received, margin_of, parsed_ruleset
from games.story import Happened, Line
from games.story.base import line
from tournaments import events as e
from tournaments.events.limits import terms
from tournaments.state.evolving import fold
from tournaments.state.tournament import Tournament
from tournaments.story.sentences.base import Seen, describe

UNDONE = (g.TermsChanged, g.TurnsTakenBack, g.RecordWithdrawn)


def limit_lines(happened: Iterable[Happened], own: Sequence[Happened], *, waits: bool = False) -> list[Line]:
    """A line for each change since the game was opened.

    ``happened``: the events of its tournament; ``own``: those of the game, in order; ``waits``: it is
    still to be judged by the last change.
    """
    state, seen = Tournament(), list[tuple[Happened, Seen]]()
    for one in happened:
        before, state = state, fold(state, one.event)
        if isinstance(one.event, e.LimitsChanged) and own and one.position > own[0].position:
            seen.append((one, Seen(before=before, after=state, names={})))
    last = len(seen) - 1
    return [
        line(one, f"{describe(one.event, at)} {_came(one, at, own, waits=waits and number == last)}")
        for number, (one, at) in enumerate(seen)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stood:
    """A game as its own log had it: who opened or changed its terms last, and what it proved."""

    terms: g.GameOpened | g.TermsChanged
    told: g.GameEnded | None


def _came(change: Happened, at: Seen, own: Sequence[Happened], *, waits: bool) -> str:
    """What came of it for the game."""
    if waits:
        return "This game waits to be judged again."
    stood = _stood(one.event for one in own if one.position < change.position)
    later = [one.event for one in own if one.position > change.position]
    was, now = (_margin(stood, state, own[0].event.game_id) for state in (at.before, at.after))
    number = change.event.number
    judged = next((i for i, event in enumerate(later) if _by(event, number)), None)
    if judged is not None:
        ends = [event.text for event in later[judged + 1 : judged + 2] if isinstance(event, g.GameEnded)]
        return _judged("".join(ends), _text(stood, was))
    if was is None or now is None or was == now:
        return "Nothing in this game depended on it."
    if was * now <= 0:
        return "Other limits came before this game was judged again."
    return f"This game, counted again, is {_text(stood, now)} and no longer {_text(stood, was)}."


def _by(event: object, number: int) -> bool:
    return isinstance(event, g.TermsChanged) and event.limits == number


def _judged(now: str, was: str) -> str:
    if now and now != was:
        return f"This game was judged again and is {now}" + (f", no longer {was}." if was else ".")
    if was and not now:
        return f"This game was judged again; its record no longer proves {was}."
    return "This game was judged again, and nothing came of it."


def _stood(events: Iterable[object]) -> _Stood:
    found: g.GameOpened | g.TermsChanged | None = None
    told: g.GameEnded | None = None
    for event in events:
        told = None if isinstance(event, UNDONE) else told
        if isinstance(event, g.GameOpened | g.TermsChanged):
            found = event
        elif isinstance(event, g.GameEnded):
            told = event
    if found is None:
        raise ValueError("a game begins by being opened")
    return _Stood(terms=found, told=told)


def _margin(stood: _Stood, state: Tournament, game_id: str) -> float | None:
    """Black's total less White's under the komi of a moment; None where the game was not counted."""
    found, margin = state.pair_of(game_id), margin_of(stood.told)
    if margin is None or found is None:
        return None
    played, handicap = stood.terms.ruleset, stood.terms.handicap
    now = terms(state.limits.on(played), found[1].komi)
    return margin - (komi_received(now, handicap) - komi_received(played, handicap))


def _text(stood: _Stood, margin: float | None) -> str:
    if stood.told is None or margin is None:
        return stood.told.text if stood.told else ""
    return end_by_score(margin, parsed_ruleset(stood.terms.ruleset).ties).text
