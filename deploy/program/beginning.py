"""The content of a data folder when the program starts: a club, a demonstration, or nothing yet."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from tournaments.demo.making import Demo, find_demo, make_demo
from tournaments.demo.stages import Stage
from tournaments.organisations.founding import service_has_no_operator, setup_key
from tournaments.tables.people import Organisation

ORGANISATION = "riverside"


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """The page to open (``path``), and the accounts of the ``demonstration`` if there is one.

    ``kept``: a demonstration was requested, but the folder has other content.
    """

    path: str = "/"
    demonstration: dict[str, Any] | None = None
    kept: bool = False


def prepare_folder(stage: str, seed: int) -> Beginning:
    """Create the requested demonstration in an empty folder; otherwise change nothing."""
    invented = Organisation.objects.filter(slug=ORGANISATION, demonstration=True).exists()
    if invented and (there := find_demo(ORGANISATION)):
        return _beginning_of(there)
    if not service_has_no_operator():
        return Beginning(kept=bool(stage))
    if not stage:
        return Beginning(path=f"/first/?key={setup_key()}")
    return _beginning_of(make_demo(ORGANISATION, Stage(stage), seed, timezone.now()))


def _beginning_of(done: Demo) -> Beginning:
    made = {name: getattr(done, name) for name in ("tournament", "stage", "logins", "url")}
    return Beginning(path=f"/tournaments/{done.tournament}/", demonstration=made)
