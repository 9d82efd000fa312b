"""An action as JSON data, in the form in which it is entered."""

from typing import Annotated, NotRequired, TypedDict, cast

from rules import Action
from rules.actions import ACTIONS, to_data

KINDS = list(ACTIONS)


class ActionBody(TypedDict):
    """An action as JSON: ``do``, and the members that this kind of action takes."""

    do: Annotated[str, ("enum", KINDS)]
    color: NotRequired[Annotated[str | None, ("enum", ["b", "w", None])]]
    at: NotRequired[str]
    points: NotRequired[list[str]]
    capturable: NotRequired[bool]
    claim: NotRequired[int]
    modified_ko: NotRequired[bool]


def action_data(action: Action) -> ActionBody:
    """Return the action with every member of its kind."""
    return cast("ActionBody", to_data(action))
