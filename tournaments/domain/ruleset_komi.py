"""The komi of a tournament as its ruleset has it, and which komi counts. Pure.

A director's komi counts before that of the ruleset's text (``chinese komi=8``), and this before the ruleset's
own. A ruleset whose own komi is 0 leaves it to the tournament (Tromp-Taylor, comment 10).
"""

from games.game.margins import parse_ruleset
from games.marking import marked
from rules import RULESETS, Ruleset


def komi_in_text(text: str) -> float | None:
    """Return the komi that typed text of a ruleset names; None if it names none, or is no ruleset."""
    try:
        return Ruleset.parse(text).komi if any(word.startswith("komi=") for word in text.split()) else None
    except ValueError:
        return None


def starting_komi(text: str, usual: float) -> float:
    """Return the komi of a new tournament if its director sets none. ``usual``: of country or system."""
    named = komi_in_text(text)
    if named is not None:
        return named
    try:
        return Ruleset.parse(text).komi or usual
    except ValueError:
        return usual


def which_komi_counts(recorded: str, komi: float) -> str:
    """Return which komi counts in even games, and why. ``komi``: of the settings."""
    ruleset = parse_ruleset(recorded)
    own, counts = ruleset.komi, f"{komi:g}"
    if own != RULESETS[ruleset.name].komi:
        if own == komi:
            return marked("Komi %(komi)s counts, as the text of the ruleset names it.", komi=counts)
        return marked(
            "Komi %(komi)s counts, as the settings have it; the text of the ruleset names %(own)s.",
            komi=counts,
            own=f"{own:g}",
        )
    if not own:
        return marked("Komi %(komi)s counts, as the settings have it; the ruleset has none.", komi=counts)
    if own == komi:
        return marked("Komi %(komi)s counts, the ruleset's own.", komi=counts)
    return marked(
        "Komi %(komi)s counts, as the settings have it; the ruleset's own is %(own)s.",
        komi=counts,
        own=f"{own:g}",
    )
