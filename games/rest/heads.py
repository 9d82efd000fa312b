"""The last signed head of the log beside what is published, in a header: bodies stay what they were."""

from typing import TypeVar

from django.http import HttpResponseBase

from games.log.tree import signed_checkpoints

R = TypeVar("R", bound=HttpResponseBase)
HEADER = "Log-Checkpoint"


def with_head(response: R) -> R:
    """The answer with origin, number of events and root; as it is where nothing was signed."""
    if last := signed_checkpoints.latest_checkpoint():
        response[HEADER] = signed_checkpoints.one_line(last)
    return response
