"""Rulesets as JSON data: every choice, what it says, where its text says so. Pure."""

from dataclasses import asdict
from typing import Annotated, Literal, TypedDict, cast

from rules import RULESETS, Ruleset
from rules.choices import Plain
from rules.clauses import describe
from rules.sources import TEXTS

RulesetName = Annotated[str, ("enum", tuple(RULESETS))]


class AxisBody(TypedDict):
    """One choice. ``clause``: where the text says so; ``mark``: T its text, I its author's aims, C ours."""

    axis: str
    value: Plain
    says: str
    clause: str
    mark: Literal["T", "I", "C", ""]


class RulesetBody(TypedDict):
    """A ruleset that has a name: a choice on every axis. ``text``: the one that it is from."""

    name: RulesetName
    text: str
    axes: list[AxisBody]


class RulesetsBody(TypedDict):
    rulesets: list[RulesetBody]


def ruleset_data(ruleset: Ruleset) -> RulesetBody:
    """``text``: "" where none is named here; ``axes`` in the ruleset's order."""
    axes = [cast("AxisBody", asdict(axis)) for axis in describe(ruleset)]
    text = TEXTS[ruleset.name][0] if ruleset.name in TEXTS else ""
    return {"name": ruleset.name, "text": text, "axes": axes}
