"""The requested ruleset: a preset or the record's own, changed on some axes. Pure."""

from collections.abc import Mapping, Sequence

from games.sgf.rulesets import identify_ruleset, is_assumed_ruleset
from rules import Ruleset
from rules.choices import AXES

Changes = Mapping[str, object]
"""Values by axis, such as ``{"komi": 7.5}``."""
DEFAULT = "tromp-taylor"
LONGEST_NAME = 40


def resolve_ruleset(
    named: str | None, changes: Changes, *, said: str = "", komi: float | None = None
) -> Ruleset:
    """Return the requested ruleset, else the record's (``said``) if it is known, else Tromp-Taylor.

    The record's ``komi`` applies unless a komi is requested. Raises ValueError for invalid values.
    """
    text = named or identify_ruleset(said) or DEFAULT
    after = change_ruleset(Ruleset.parse(text), changes)
    if komi is None or "komi" in changes or any(word.startswith("komi=") for word in text.split()):
        return after
    return with_komi(after, komi)


def unknown_ruleset_note(named: str | None, said: str) -> str:
    """Return a message if the ruleset was assumed, as none, an unknown one or a scoring is named; else ""."""
    if named:
        return ""
    if not said:
        return f"No ruleset is named (RU): {DEFAULT} assumed"
    short = said if len(said) <= LONGEST_NAME else f"{said[:LONGEST_NAME]}..."
    if is_assumed_ruleset(said):
        return f"RU '{short}' names a scoring alone: {identify_ruleset(said)} assumed"
    return "" if identify_ruleset(said) else f"RU '{short}' is not known: {DEFAULT} assumed"


def with_komi(ruleset: Ruleset, komi: object) -> Ruleset:
    """Return the ruleset with this komi at every handicap, as the komi was requested for this game.

    Raises ValueError for an invalid komi.
    """
    return change_ruleset(ruleset, {"komi": komi})


def change_ruleset(ruleset: Ruleset, changes: Changes) -> Ruleset:
    """Return the ruleset with other values on some axes; a komi alone also applies to handicap games.

    Raises ValueError for invalid values.
    """
    _check(changes)
    alone = "komi" in changes and "handicap_komi" not in changes
    freed = {"handicap_komi": None} if alone and ruleset.handicap_komi is not None else {}
    return ruleset.replace(**changes, **freed) if changes else ruleset


def read_changes(texts: Sequence[str]) -> dict[str, object]:
    """Parse changes such as ``"komi=7.5"``; a flag needs no value, and a text may contain several changes.

    Raises ValueError for invalid changes, and for an axis that is named twice.
    """
    axes = [word.partition("=")[0] for text in texts for word in text.split()]
    _check(axes)
    parsed = Ruleset.parse_recorded(" ".join([DEFAULT, *texts]))  # the changed ruleset checks them
    return {axis: getattr(parsed, axis) for axis in axes}


def _check(axes: Changes | Sequence[str]) -> None:
    unknown = sorted(set(axes) - AXES.keys())
    if unknown:
        raise ValueError(f"no such axis: {', '.join(unknown)[:100]}; there are {', '.join(AXES)}")
