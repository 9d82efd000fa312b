"""The clause that a finding rests on. Pure."""

from rules import Ruleset
from rules.clauses import describe


def clause_of(ruleset: Ruleset, axis: str) -> str:
    """What a choice of the ruleset says, and where: "ARG rule 7: a pass hands the opponent a token".

    Without a place where the text has none, or where the choice is not that of the named ruleset.
    """
    choice = next(choice for choice in describe(ruleset) if choice.axis == axis)
    return f"{choice.clause}: {choice.says}" if choice.clause else choice.says


def is_own_choice(ruleset: Ruleset, axis: str) -> bool:
    """Whether a choice is ours, where the text says nothing or more, and so decides less than the text."""
    return next(choice for choice in describe(ruleset) if choice.axis == axis).mark == "C"
