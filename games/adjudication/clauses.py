"""The clause of the ruleset that a finding is based on. Pure."""

from rules import Ruleset
from rules.clauses import NOT_FOUND, clause_of_axis, describe
from rules.presets import EDITIONS
from rules.sources import TEXTS


def clause_of(ruleset: Ruleset, axis: str) -> str:
    """Return the meaning and clause of a choice: "ARG rule 7: a pass hands the opponent a token".

    The clause is omitted if the text has none, or if the choice is not that of the named ruleset.
    """
    choice = next(choice for choice in describe(ruleset) if choice.axis == axis)
    return clause_of_axis(ruleset, axis, choice.says)


def place_of(ruleset: Ruleset, axis: str) -> str:
    """Return the place of a choice in the ruleset's text, such as "ARG rule 8"; "" if it has none."""
    choice = next(choice for choice in describe(ruleset) if choice.axis == axis)
    return "" if choice.clause.startswith(NOT_FOUND) else choice.clause


def is_from_text(ruleset: Ruleset, axis: str) -> bool:
    """Return whether the text has a clause for a choice of the preset, or the organiser changed it."""
    preset = EDITIONS[ruleset.name][ruleset.edition - 1]
    return getattr(ruleset, axis) != getattr(preset, axis) or axis in TEXTS[ruleset.name][1]


def is_own_choice(ruleset: Ruleset, axis: str) -> bool:
    """Return whether a choice is ours, made where the text is silent or more detailed than the choice."""
    return next(choice for choice in describe(ruleset) if choice.axis == axis).mark == "C"
