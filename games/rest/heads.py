"""The last signed head of the log beside what is published, in a header: bodies stay what they were."""

from typing import TypeVar

from django.http import HttpResponseBase

from games.log.tree import keeping

R = TypeVar("R", bound=HttpResponseBase)
HEADER = "Log-Checkpoint"


def with_head(response: R) -> R:
    """The answer with origin, number of events and root; as it is where nothing was signed."""
    if last := keeping.latest():
        response[HEADER] = keeping.in_one_line(last)
    return response
