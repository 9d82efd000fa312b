"""What the doctor says of one thing; other rooms tell it here what else to look at."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at."""

    what: str
    value: str
    ok: bool = True


Examination = Callable[[], Iterator[Finding]]
FURTHER: list[Examination] = []


def examination(examine: Examination) -> Examination:
    """Decorator: the doctor looks at this, too."""
    FURTHER.append(examine)
    return examine
