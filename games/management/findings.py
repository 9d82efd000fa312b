"""A finding of the doctor, and the registry of examinations by other packages."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The result of one examination."""

    what: str
    value: str
    ok: bool = True


Examination = Callable[[], Iterator[Finding]]
REGISTERED: list[Examination] = []


def register_examination(examine: Examination) -> Examination:
    """Register an examination for the doctor; a decorator."""
    REGISTERED.append(examine)
    return examine
