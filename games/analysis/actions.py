"""An action as JSON data, in the form in which it is entered."""

from typing import Annotated, NotRequired, TypedDict, cast

from rules import Action
from rules.actions import ACTIONS, to_data

KINDS = list(ACTIONS)


class ActionBody(TypedDict):
    """What was done; which members it has, the table of the request says."""

    do: Annotated[str, ("enum", KINDS)]
    color: NotRequired[Annotated[str | None, ("enum", ["b", "w", None])]]
    at: NotRequired[str]
    points: NotRequired[list[str]]
    capturable: NotRequired[bool]
    claim: NotRequired[int]
    modified_ko: NotRequired[bool]


def action_data(action: Action) -> ActionBody:
    """The action with every member that its kind has."""
    return cast("ActionBody", to_data(action))
