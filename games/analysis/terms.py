"""The ruleset that somebody asks for: a preset or the record's own, changed on some axes. Pure."""

from collections.abc import Mapping, Sequence

from games.sgf.rulesets import resolve_ruleset_name
from rules import Ruleset
from rules.choices import AXES

Changes = Mapping[str, object]
"""Values by axis, such as ``{"komi": 7.5}``."""
DEFAULT = "tromp-taylor"
LONGEST_NAME = 40


def chosen(named: str | None, changes: Changes, *, said: str = "", komi: float | None = None) -> Ruleset:
    """The ruleset that is named, else what a record says (``said``) where it is ours, else Tromp-Taylor.

    The record's ``komi`` counts unless a komi is named. ValueError for what no ruleset has.
    """
    text = named or _recognised(said) or DEFAULT
    after = changed(Ruleset.parse(text), changes)
    if komi is None or "komi" in changes or any(word.startswith("komi=") for word in text.split()):
        return after
    return with_komi(after, komi)


def unknown(named: str | None, said: str) -> str:
    """What to tell whoever asks, where a record names a ruleset that is none of ours; else ""."""
    if named or not said or _recognised(said):
        return ""
    short = said if len(said) <= LONGEST_NAME else f"{said[:LONGEST_NAME]}..."
    return f"RU '{short}' is not known: {DEFAULT} assumed"


def _recognised(said: str) -> str:
    """The ruleset, printed, that a record means; "" for none of ours."""
    if name := resolve_ruleset_name(said):
        return name
    try:
        return str(Ruleset.parse(said.casefold()))
    except ValueError:
        return ""


def with_komi(ruleset: Ruleset, komi: object) -> Ruleset:
    """The ruleset with this komi whatever the handicap: who names a komi means this very game.

    ValueError for a komi that no ruleset has.
    """
    return changed(ruleset, {"komi": komi})


def changed(ruleset: Ruleset, changes: Changes) -> Ruleset:
    """The ruleset with other values on some axes; a komi that is named alone holds with a handicap too.

    ValueError for what no ruleset has.
    """
    _check(changes)
    alone = "komi" in changes and "handicap_komi" not in changes
    freed = {"handicap_komi": None} if alone and ruleset.handicap_komi is not None else {}
    return ruleset.replace(**changes, **freed) if changes else ruleset


def read_changes(texts: Sequence[str]) -> dict[str, object]:
    """Changes from texts such as ``"komi=7.5"``; a flag may stand alone, and a text may hold several words.

    ValueError for what no ruleset has, and for an axis that is named twice.
    """
    axes = [word.partition("=")[0] for text in texts for word in text.split()]
    _check(axes)
    parsed = Ruleset.parse_recorded(
        " ".join([DEFAULT, *texts])
    )  # whether they fit is for the ruleset they change
    return {axis: getattr(parsed, axis) for axis in axes}


def _check(axes: Changes | Sequence[str]) -> None:
    unknown = sorted(set(axes) - AXES.keys())
    if unknown:
        raise ValueError(f"no such axis: {', '.join(unknown)[:100]}; there are {', '.join(AXES)}")
