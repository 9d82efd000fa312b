"""The choices of a ruleset on which a finding rests, with their clauses and marks. Pure."""

from typing import NamedTuple

from games.marking import Marked, join_marked, marked
from rules import Ruleset
from rules.clauses import NOT_FOUND, clause_of_axis, describe, mark_of
from rules.sources import TEXTS


class Ground(NamedTuple):
    """A choice of the ruleset on which a finding rests, or one detail of it."""

    axis: str
    detail: str = ""


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


def is_from_text(ruleset: Ruleset, ground: Ground) -> bool:
    """Return whether the text itself says so, or the organiser who changed the choice."""
    return mark_of(ruleset, *ground) in ("T", "")


def has_place(clause: str) -> bool:
    """Return whether a clause names its place in a text."""
    return any(clause.startswith(f"{text} ") for text, _ in TEXTS.values())


def marked_clause(clause: str) -> Marked:
    """Return a clause of the rules as marked text: its place in a text, and its meaning to translate."""
    place, _, says = clause.partition(": ") if has_place(clause) else ("", "", clause)
    return join_marked([f"{place}:", marked(says)]) if says and place else marked(clause)
