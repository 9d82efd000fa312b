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
REGISTERED: list[Examination] = []


def register_examination(examine: Examination) -> Examination:
    """Decorator: the doctor looks at this, too."""
    REGISTERED.append(examine)
    return examine
