"""Changes of game limits after the ruleset was chosen: komi, stones, claims and the rest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated, Any

from games.inputs import ALWAYS, Input
from games.marking import join_marked, marked
from games.refusals import refuse
from games.story.base import because
from rules import Ruleset
from rules.choices import UNLIMITED
from tournaments.domain.base import Command, Event, StoryContext, UndoContext, UndoPlan
from tournaments.domain.declarations import NotApplicable, Rows, event
from tournaments.domain.differences import change_in_words
from tournaments.domain.guards import need_reason
from tournaments.state.limits import AXES, Limits, limits_in_force, ruleset_with_komi, with_limits
from tournaments.state.tournament import Pair, Round, Tournament

MOST_KOMI = 400
MOST_TURNS = 10_000
MOST_MINUTES = 7 * 24 * 60
LONGEST_RULESET = 200


@event(
    "tournament.limits-changed.v1",
    rows=(Rows.DEADLINES,),
    news=NotApplicable("no score depends on it; results that follow from it are recorded"),
    games=NotApplicable("tournaments.limits.story has it, with what came of it for the game"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsChanged(Event):
    """A change of limits; unchanged ones are None. ``number`` counts such changes from 1.

    Games are judged again afterwards, with events in their own streams.
    """

    number: int
    limits: Limits
    reason: str

    def evolve(self, state: Tournament) -> Tournament:
        settings = with_limits(state.settings, self.limits)
        longer = timedelta(minutes=settings.claims.minutes - state.settings.claims.minutes)
        even, handicap = (
            KomiChange(before=state.settings.komi_for(stones), after=settings.komi_for(stones))
            for stones in (0, 1)
        )
        rounds = {
            number: replace(
                round_,
                pairs=_reprice_pairs(round_.pairs, even, handicap),
                claims_until=_move_deadline(round_, longer),
            )
            for number, round_ in state.rounds.items()
        }
        return replace(
            state,
            settings=settings,
            ruleset=self.limits.apply_to(state.ruleset),
            rounds=rounds,
            limits=state.limits.merge(self.limits),
            limits_number=self.number,
            limits_reason=self.reason,
        )

    def sentence(self, context: StoryContext) -> str:
        old, new = _limits_by_name(context.before), _limits_by_name(context.after)
        changes = [
            change_in_words(name.replace("_", " "), old[name], new[name]) for name in self.limits.by_name
        ]
        return marked(
            "Limits were changed, %(changes)s%(because)s",
            changes=join_marked(changes, "; "),
            because=because(self.reason),
        )

    def undo(self, context: UndoContext) -> UndoPlan:
        def limits(state: Tournament) -> Mapping[str, Any]:
            now = limits_in_force(state.settings, state.ruleset, state.limits).by_name
            return {name: now[name] for name in self.limits.by_name}

        inverse = ChangeLimits(limits=Limits(**limits(context.before)), reason=context.reason)
        return UndoPlan(subject=limits, commands=[inverse])


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLimits(Command, right="limits.change", reason_needed=ALWAYS):
    """Change limits; None for no change."""

    limits: Annotated[Limits, Input(help="Those that change.")]
    reason: str

    def decide(self, state: Tournament) -> Sequence[Event]:
        changed = check_limits(self.limits, state)
        if not changed.by_name:
            return []
        need_reason(self.reason, about="limits")
        return [LimitsChanged(number=state.limits_number + 1, limits=changed, reason=self.reason)]


@dataclass(frozen=True, slots=True, kw_only=True)
class KomiChange:
    """A komi before and after a change."""

    before: float
    after: float

    def reprice(self, pair: Pair) -> Pair:
        """Return the pair with the new komi; a pair whose komi was set by hand keeps it."""
        return replace(pair, komi=self.after) if pair.komi == self.before != self.after else pair


def check_limits(limits: Limits, state: Tournament) -> Limits:
    """Return the limits that differ from the current ones. Refuses invalid ones, with the limit."""
    for name, fault in limit_faults(limits, state.ruleset):
        refuse("invalid_limit", field=f"limits.{name}", limit=name, fault=fault)
    now = limits_in_force(state.settings, state.ruleset, state.limits).by_name
    return Limits(
        **{name: _normalise_zero(value) for name, value in limits.by_name.items() if value != now[name]}
    )


def _normalise_zero(value: Any) -> Any:
    """Return 0.0 for -0.0, which would be printed with its sign."""
    return value + 0 if isinstance(value, float) else value


def limit_faults(limits: Limits, ruleset: str) -> list[tuple[str, str]]:
    """Return the limits that are invalid under this ruleset, each with the reason."""
    found = [*_faults_of_numbers(limits), *_faults_of_axes(limits, ruleset)]
    return found or _fault_of_length(limits, ruleset)


def _faults_of_numbers(limits: Limits) -> list[tuple[str, str]]:
    found = [
        (name, f"half points from -{MOST_KOMI} to {MOST_KOMI}, not {value:g}")
        for name, value in (("komi", limits.komi), ("handicap_komi", limits.handicap_komi))
        if value is not None and not _is_half_point(value)
    ]
    length = limits.length
    if length not in (None, UNLIMITED) and not (isinstance(length, int) and 1 <= length <= MOST_TURNS):
        found.append(("length", f"turns from 1 to {MOST_TURNS}, or unlimited, not {length!r}"))
    if limits.claim_minutes is not None and not 0 <= limits.claim_minutes <= MOST_MINUTES:
        found.append(("claim_minutes", "0 minutes to a week"))
    return found


def _is_half_point(value: float) -> bool:
    """Return whether a value is a number of half points; Python counts truth values as numbers."""
    return not isinstance(value, bool) and abs(value) <= MOST_KOMI and value * 2 == int(value * 2)


def _faults_of_axes(limits: Limits, ruleset: str) -> list[tuple[str, str]]:
    found, rules = [], Ruleset.parse_recorded(ruleset)
    for axis in AXES:
        value = getattr(limits, axis)
        try:
            rules.replace(**{axis: value}) if value is not None else None
        except ValueError as fault:
            found.append((axis, str(fault)))
    return found


def _fault_of_length(limits: Limits, ruleset: str) -> list[tuple[str, str]]:
    longest = ruleset_with_komi(limits.apply_to(ruleset), -0.5 - MOST_KOMI + 1)
    if len(longest) <= LONGEST_RULESET:
        return []
    return [("ruleset", f"with these limits it takes more than {LONGEST_RULESET} characters to print")]


def _reprice_pairs(pairs: Mapping[str, Pair], even: KomiChange, handicap: KomiChange) -> Mapping[str, Pair]:
    if even.before == even.after and handicap.before == handicap.after:
        return pairs
    return {id_: (handicap if pair.handicap else even).reprice(pair) for id_, pair in pairs.items()}


def _move_deadline(round_: Round, longer: timedelta) -> str:
    """Return the new deadline of claims of a closed round."""
    if not (round_.claims_until and longer):
        return round_.claims_until
    return (datetime.fromisoformat(round_.claims_until) + longer).isoformat()


def _limits_by_name(state: Tournament) -> dict[str, Any]:
    return limits_in_force(state.settings, state.ruleset, state.limits).by_name
