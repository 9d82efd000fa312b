"""An action as JSON data, in the form in which it is entered."""

from typing import Annotated, Any, NotRequired, TypedDict, cast

from games.colours import NAMES, colour_name
from rules import Action
from rules.actions import ACTIONS, to_data

KINDS = list(ACTIONS)


class ActionBody(TypedDict):
    """An action as JSON: ``do``, and the members that this kind of action takes."""

    do: Annotated[str, ("enum", KINDS)]
    colour: NotRequired[Annotated[str | None, ("enum", [*NAMES.values(), None])]]
    at: NotRequired[str]
    points: NotRequired[list[str]]
    capturable: NotRequired[bool]
    claim: NotRequired[int]
    modified_ko: NotRequired[bool]


def action_data(action: Action) -> ActionBody:
    """Return the action with every member of its kind."""
    data: dict[str, Any] = dict(to_data(action))
    colour = {"colour": colour_name(data.pop("color")) or None} if "color" in data else {}
    return cast("ActionBody", {"do": data.pop("do"), **colour, **data})
