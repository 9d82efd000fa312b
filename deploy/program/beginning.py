"""What a folder holds when the program starts on it: a club, a demonstration, or nothing yet."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from tournaments.demo.making import Demo, find_demo, make_demo
from tournaments.demo.stages import Stage
from tournaments.organisations.founding import service_has_no_operator, setup_key
from tournaments.tables.people import Organisation

HOUSE = "riverside"


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """``path``: the page to open. ``demonstration``: who logs in, where there is one.

    ``kept``: a demonstration was asked for, and something else is here.
    """

    path: str = "/"
    demonstration: dict[str, Any] | None = None
    kept: bool = False


def begin(stage: str, seed: int) -> Beginning:
    """Makes a demonstration where one is asked for and nobody has begun; else nothing."""
    invented = Organisation.objects.filter(slug=HOUSE, demonstration=True).exists()
    if invented and (there := find_demo(HOUSE)):
        return _shown(there)
    if not service_has_no_operator():
        return Beginning(kept=bool(stage))
    if not stage:
        return Beginning(path=f"/first/?key={setup_key()}")
    return _shown(make_demo(HOUSE, Stage(stage), seed, timezone.now()))


def _shown(done: Demo) -> Beginning:
    made = {name: getattr(done, name) for name in ("tournament", "stage", "logins", "url")}
    return Beginning(path=f"/tournaments/{done.tournament}/", demonstration=made)
