"""The last signed checkpoint of the log in a header of published reads."""

from typing import TypeVar

from django.http import HttpResponseBase

from games.log.tree import signed_checkpoints

R = TypeVar("R", bound=HttpResponseBase)
HEADER = "Log-Checkpoint"


def with_checkpoint(response: R) -> R:
    """Add origin, number of events and root to a response, if a checkpoint was signed."""
    if last := signed_checkpoints.latest_checkpoint():
        response[HEADER] = signed_checkpoints.one_line(last)
    return response
