"""All parts of the projections made anew, by so many processes; what is done is not done again after a death.

A large part, or some small ones, are a transaction that also notes that they are done (``RebuiltPart``). Who
begins again goes on with the others, and with nothing left to do forgets the notes.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from django.db import transaction

from games.log import parts, projections, store
from games.log.parts import Part
from games.log.processes import pool
from games.log.progress import Report, silent
from games.log.tables import RebuiltPart

MOST, LARGE = 32, 1000  # parts of one transaction, and events that tell them: what writers may wait for


def rebuild_parts(*, jobs: int = 1, check: bool = False, report: Report = silent) -> list[Part]:
    """Those that were not as the log says; ``report`` is called with how many parts are done."""
    known = parts.contexts()
    done = set() if check else set(RebuiltPart.objects.values_list("context", flat=True))
    left = [context for context in known if context not in done]
    differing, number = [], len(known) - len(left)
    report(number)
    for part in _each(left, jobs, check=check):
        number += 1
        report(number)
        if part.differing:
            differing.append(part)
    if not check:
        differing += _end()
    return differing


def _each(contexts: Sequence[str], jobs: int, *, check: bool) -> Iterator[Part]:
    make = partial(parts.rebuild_together, check=check, is_noted=not check)
    if jobs == 1:
        yield from chain.from_iterable(map(make, _groups(contexts)))
        return
    with pool(jobs) as processes:
        yield from chain.from_iterable(processes.map(make, list(_groups(contexts))))


def _groups(contexts: Sequence[str]) -> Iterator[list[str]]:
    """What is made in one transaction."""
    sizes, group, size = parts.sizes(), list[str](), 0
    for context in contexts:
        if group and (len(group) == MOST or size + sizes.get(context, 0) > LARGE):
            yield group
            group, size = [], 0
        group.append(context)
        size += sizes.get(context, 0)
    if group:
        yield group


def _end() -> list[Part]:
    """Rows of contexts that the log does not know go; all that is stored is projected."""
    with transaction.atomic():
        store.take_turn()
        stray = parts.stray()
        gone = parts.rebuild_together(stray) if stray else []
        projections.note(store.head())
        RebuiltPart.objects.all().delete()
    return gone
