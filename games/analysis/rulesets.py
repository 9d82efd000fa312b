"""Rulesets as JSON data: every choice, its meaning and its clause. Pure."""

from dataclasses import asdict
from typing import Annotated, Literal, TypedDict, cast

from games.rest.bodies import OptionalText
from rules import RULESETS, Ruleset
from rules.choices import Plain
from rules.clauses import AxisText, describe
from rules.sources import TEXTS, YEARS

RulesetName = Annotated[str, ("enum", tuple(RULESETS))]


MarkName = Literal["T", "I", "C"]


class DetailBody(TypedDict):
    """A detail of a choice that has another mark than the choice itself."""

    says: str
    mark: MarkName


class AxisBody(TypedDict):
    """A choice on one axis.

    ``clause``: its place in the text; ``mark``: T in the text, I inferred from the author's aims, C our
    choice; ``details``: those with a mark of their own.
    """

    axis: str
    value: Plain
    says: str
    clause: OptionalText
    mark: Literal["T", "I", "C", ""]
    details: list[DetailBody]


class RulesetBody(TypedDict):
    """A named ruleset: a choice on every axis.

    ``text``: the text that it follows; ``year``: of the text, "" if unknown.
    """

    name: RulesetName
    text: str
    year: OptionalText
    axes: list[AxisBody]


class RulesetsBody(TypedDict):
    results: list[RulesetBody]


def ruleset_data(ruleset: Ruleset) -> RulesetBody:
    """Return the data of a ruleset. ``text``: "" if none is named; ``axes``: in the ruleset's order."""
    axes = [_axis_body(axis) for axis in describe(ruleset)]
    text = TEXTS[ruleset.name][0] if ruleset.name in TEXTS else ""
    return {"name": ruleset.name, "text": text, "year": YEARS.get(text, ""), "axes": axes}


def _axis_body(axis: AxisText) -> AxisBody:
    details = [detail._asdict() for detail in axis.details]
    return cast("AxisBody", {**asdict(axis), "details": details})
