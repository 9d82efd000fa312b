"""The clauses of a ruleset's text behind each refusal and each choice."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules import axes
from rules.choices import AXES, Plain
from rules.illegal import Reason
from rules.presets import EDITIONS, PRESETS
from rules.ruleset import Ruleset
from rules.sources import CORRECTED, NO_CLAUSE, OTHER_OPTIONS, REASONS, TEXTS, Detail, Source

_SAYS = {
    Reason.OCCUPIED: axes.gettext_noop("a stone is played on an empty point"),
    Reason.OFF_BOARD: axes.gettext_noop("a stone is played on a point of the board"),
    Reason.NOT_YOUR_TURN: axes.gettext_noop("the players take turns"),
    Reason.KO: axes.gettext_noop("the lone stone that took a ko may not be taken back at once"),
    Reason.LOCKED_KO: axes.gettext_noop(
        "a player who is locked out of a ko may neither capture in it nor challenge it"
    ),
    Reason.OUT_OF_STONES: axes.gettext_noop(
        "a player who lost more stones than the opponent, beyond the supply, can only pass"
    ),
    Reason.NOTHING_TO_RETURN: axes.gettext_noop(
        "a delay returns a prisoner from the own bowl, or the ultimate prisoner, once"
    ),
    Reason.NO_BUTTON: axes.gettext_noop("the button is taken once in a game, where there is one"),
    Reason.NOT_A_RECAPTURE: axes.gettext_noop(
        "a challenge is for a ko capture that is possible now, in a ko in which the opponent captured before"
    ),
    Reason.ALREADY_PREPARED: axes.gettext_noop(
        "a recapture that is prepared, or free, is not challenged again"
    ),
    Reason.NO_STONES: axes.gettext_noop(
        "a claim is about stones of one player, the opponent's in a capture phase"
    ),
    Reason.CONTINUATIONS_USED_UP: axes.gettext_noop("the continuations of a stopped game are limited"),
    Reason.WRONG_PHASE: axes.gettext_noop("a stopped game goes on when a player asks for it"),
}
_GAME_OVER = {
    axes.Stopping.TWO_PASSES: axes.gettext_noop(
        "the game ends with the second consecutive pass or resignation"
    ),
    axes.Stopping.TWO_STOP: axes.gettext_noop(
        "the game ends with agreement on a stopped position or resignation"
    ),
    axes.Stopping.TWO_STOP_FOUR_END: axes.gettext_noop(
        "the game ends with agreement, a fourth consecutive pass or resignation"
    ),
    axes.Stopping.TWO_STOP_UNTIL_PLAY: axes.gettext_noop(
        "the game ends with agreement on a stopped position or resignation"
    ),
    axes.Stopping.TWO_STOP_UNTIL_PLAY_FOUR_END: axes.gettext_noop(
        "the game ends with agreement, a fourth consecutive pass or resignation"
    ),
    axes.Stopping.NEVER: axes.gettext_noop("the game ends with a resignation, a draw or the lack of a move"),
}
_OWN_EVER = axes.gettext_noop("in a capture phase a play may not repeat any board that the player ever left")
_AXIS = {
    Reason.SUICIDE: "suicide",
    Reason.KO: "repetition",
    Reason.SUPERKO: "repetition",
    Reason.OUT_OF_STONES: "stone_supply",
    Reason.PASS_NOT_ALLOWED: "passing",
    Reason.NO_BUTTON: "button",
    Reason.NO_DRAW_RIGHT: "endless",
    Reason.CONTINUATIONS_USED_UP: "continuations",
    Reason.WRONG_PHASE: "resumption",
    Reason.GAME_OVER: "stopping",
}
_NUMBERS = {
    "token": axes.gettext_noop(
        "points that a pass token is worth to who holds it, where territory is scored"
    ),
    "white_passes_last": axes.gettext_noop(
        "when Black passed last, the count gives him one more token of White"
    ),
    "button": axes.gettext_noop("points for the player who takes the button, once per game; 0: no button"),
    "stone_supply": axes.gettext_noop("the prisoner difference beyond which a player can only pass"),
    "continuations": axes.gettext_noop("how often a stopped game may go on"),
    "modified_ko": axes.gettext_noop("either player may ask for modified ko in a continuation"),
    "claims_per_player": axes.gettext_noop("how many claims a player may make"),
    "sequences_per_claim": axes.gettext_noop("how many confirmation sequences may be played for a claim"),
    "fine": axes.gettext_noop("points that an illegal move costs"),
    "komi": axes.gettext_noop("points for White"),
    "handicap_komi": axes.gettext_noop("points for White in a handicap game; none: komi"),
}
NOT_FOUND = "no clause found"
_NO_TEXT: tuple[str, Mapping[str, Source]] = ("", {})
_NO_SOURCE = Source("", "C")


@dataclass(frozen=True, slots=True, kw_only=True)
class AxisText:
    """One choice of a ruleset: its meaning, its place in the text, and its mark (T, I, C or "").

    ``clause``: the reason of our choice if no clause was found; "" for an axis that was changed; ``details``:
    the parts of the choice that have another mark.
    """

    axis: str
    value: Plain
    says: str
    clause: str
    mark: str
    details: tuple[Detail, ...]


def describe(ruleset: Ruleset) -> list[AxisText]:
    """Describe every axis of a ruleset in words, in the order of the ruleset's fields."""
    return [_axis_text(ruleset, axis) for axis in AXES]


def clause(ruleset: Ruleset, reason: Reason) -> str:
    """Return the clause for a refusal: "Tromp-Taylor rule 6: a play may not repeat an earlier board".

    If it depends on the action, forbidden.py is more specific. The rule is named if the ruleset's own text
    contains it; an axis that was changed has no rule.
    """
    source = _source(ruleset, reason)
    says = _says(ruleset, reason)
    return f"{TEXTS[ruleset.name][0]} {source}: {says}" if source else says


def clause_of_axis(ruleset: Ruleset, axis: str, says: str) -> str:
    """Return the clause of a choice in these words, with its place in the ruleset's text if it is there."""
    source = _choice_source(ruleset, axis).place
    return f"{TEXTS[ruleset.name][0]} {source}: {says}" if source else says


def mark_of(ruleset: Ruleset, axis: str, detail: str = "") -> str:
    """Return the mark of a choice, or of one detail of it: T, I or C; "" if the organiser changed it."""
    value, own = getattr(ruleset, axis), EDITIONS[ruleset.name][ruleset.edition - 1]
    if value != getattr(own, axis):
        return ""
    source = TEXTS[ruleset.name][1].get(axis, _NO_SOURCE)
    if value != getattr(PRESETS[ruleset.name], axis):
        source = CORRECTED.get((ruleset.name, axis), source)
    return source.details[detail].mark if detail in source.details else source.mark


def axis_of(reason: Reason) -> str:
    """Return the axis whose choice alone makes an action illegal for a reason, or ""."""
    return _AXIS.get(reason, "")


def _says(ruleset: Ruleset, reason: Reason) -> str:
    if reason is Reason.SUPERKO and ruleset.repetition is axes.Repetition.OWN_PREVIOUS:
        return _OWN_EVER
    if reason is Reason.WRONG_PHASE and ruleset.resumption is axes.Resumption.NONE:
        return ruleset.resumption.says
    if reason is Reason.GAME_OVER:
        return _GAME_OVER[ruleset.stopping]
    if reason is Reason.KO and ruleset.repetition is axes.Repetition.OWN_PREVIOUS:
        return ruleset.repetition.says
    return _SAYS.get(reason) or getattr(ruleset, _AXIS[reason]).says


def _source(ruleset: Ruleset, reason: Reason) -> str:
    title = TEXTS.get(ruleset.name, _NO_TEXT)[0]
    if reason in REASONS.get(title, {}):
        return REASONS[title][reason]
    axis = _AXIS.get(reason)
    return "" if axis is None else _choice_source(ruleset, axis).place


def _choice_source(ruleset: Ruleset, axis: str) -> Source:
    title, sources = TEXTS.get(ruleset.name, _NO_TEXT)
    value = getattr(ruleset, axis)
    if value == getattr(PRESETS[ruleset.name], axis):
        return sources.get(axis, _NO_SOURCE)
    return Source(OTHER_OPTIONS.get((title, str(value)), ""), "")


def _axis_text(ruleset: Ruleset, axis: str) -> AxisText:
    value = getattr(ruleset, axis)
    title = TEXTS.get(ruleset.name, _NO_TEXT)[0]
    found, mark, details = _choice_source(ruleset, axis)
    says = value.says if isinstance(value, axes.Option) else _NUMBERS[axis]
    clause = f"{title} {found}" if found else ""
    if not found and value == getattr(PRESETS[ruleset.name], axis):
        clause, mark = f"{NOT_FOUND}: {NO_CLAUSE[axis]}", "C"
    return AxisText(
        axis=axis,
        value=str(value) if isinstance(value, axes.Option) else value,
        says=says,
        clause=clause,
        mark=mark,
        details=tuple(details.values()),
    )
