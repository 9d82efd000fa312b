"""Refusals in words: what is wrong, the facts, what to do."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games.adjudication.clauses import marked_clause
from games.log.store import VersionClash
from games.marking import marked
from games.refusals import Refusal
from games.speaking import translate


def why(no: Refusal | VersionClash) -> str:
    """A refusal, or a clash of versions, in words."""
    if isinstance(no, Refusal):
        return refusal_in_words(no)
    return gettext("Another user changed this meanwhile. Look again, then repeat.")


def refusal_in_words(refusal: Refusal) -> str:
    """A refusal in words: what is wrong, the facts, what to do."""
    if (field := refusal.facts.get("field")) and (fault := refusal.facts.get("fault")):
        return _of_field(str(field), fault)
    advice = TO_PEOPLE.get(refusal.code, refusal.advice)
    return " ".join(part for part in (translate(refusal.title), _facts(refusal), translate(advice)) if part)


def _of_field(field: str, fault: Any) -> str:
    """Return the fault of one field of a form, by the name in the form; a sentence stays as it is."""
    if str(fault)[:1].isupper():
        return ended(translate(fault))
    return ended(gettext("%(field)s: %(fault)s") % {"field": field_name(field), "fault": translate(fault)})


def ended(words: str) -> str:
    """With a full stop, as the language has it."""
    return words if words.endswith((".", "?", "。")) else gettext("%(words)s.") % {"words": words}


def field_name(field: str) -> str:
    """Return the label of a field: the last part of "pairing.draw_up" is "Draw up"."""
    return translate(FIELDS.get(field)) if field in FIELDS else gettext(_capital(field))


def _capital(field: str) -> str:
    return field.rpartition(".")[2].replace("_", " ").capitalize()


def _facts(refusal: Refusal) -> str:
    """Return the subject of a refusal: the clause of an illegal move, the tables of a round, a gap."""
    facts = refusal.facts
    if plain := facts.get("message") or facts.get("fault"):
        return f"{translate(plain)}{_where(facts)}"
    if clause := facts.get("clause"):
        repeats, rule = facts.get("repeats_turn"), translate(marked_clause(str(clause)))
        if repeats is None:
            return gettext("The rule: %(rule)s.") % {"rule": rule}
        return gettext("The rule: %(rule)s. It would repeat the board after turn %(turn)s.") % {
            "rule": rule,
            "turn": repeats,
        }
    for name, words in (NAMED | NAMED_OF.get(refusal.code, {})).items():
        if (value := facts.get(name)) is not None:
            listed = ", ".join(map(str, value)) if isinstance(value, list) else value
            return gettext(words) % {"value": translate(listed)}
    return ""


def _where(facts: Mapping[str, Any]) -> str:
    """In which byte of a file the fault is, counted from 0."""
    return "" if facts.get("offset") is None else gettext(" (at byte %(offset)s).") % facts


NAMED = {
    "tables": gettext_noop("Without a result, or disputed: table %(value)s."),
    "missing": gettext_noop("Missing: %(value)s."),
    "until": gettext_noop("Until %(value)s."),
    "turns": gettext_noop("The last turn is %(value)s."),
    "what": gettext_noop("Too large: %(value)s."),
}
"""Facts that are worth a sentence, and which."""

NAMED_OF = {
    "no_winner": {"tables": gettext_noop("The game at table %(value)s has no winner yet.")},
    "game_moved": {"table": gettext_noop("It is now at table %(value)s.")},
}
"""The same for one code, where it is another."""

FIELDS = {
    "begins": marked("First day"),
    "ends": marked("Last day"),
    "teams.boards": marked("Boards of a team"),
    "schedule.dates": marked("Dates of the rounds"),
    "slug": marked("Address"),
    "players_per_side": marked("Players on a side"),
}
"""The labels of fields in forms, if they differ from their names."""

TO_PEOPLE = {
    "alike_players": marked("Choose in the list who it is."),
    "round_has_results": marked("At each of its tables choose ?-? for the result."),
    "no_winner": marked("Open the result of that table and enter who goes on."),
}
"""Advice that names a form's fields, where the refusal's own names those of REST."""
