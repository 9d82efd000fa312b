"""All parts of the projections made anew, by so many processes; what is done is not done again after a death.

Each part is a transaction of its own that also notes that it is done (``RebuiltPart``). Who begins again goes
on with the others, and with nothing left to do forgets the notes.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from django.db import transaction

from games.log import parts, projections, store
from games.log.parts import Part
from games.log.processes import pool
from games.log.progress import Report, silent
from games.log.tables import RebuiltPart

AT_ONCE = 8  # parts that a process is given


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
    if jobs == 1:
        yield from (parts.rebuild_part(context, check=check) for context in contexts)
        return
    batches = [contexts[at : at + AT_ONCE] for at in range(0, len(contexts), AT_ONCE)]
    with pool(jobs) as processes:
        for made in processes.map(partial(_batch, check=check), batches):
            yield from made


def _batch(contexts: Sequence[str], *, check: bool) -> list[Part]:
    return [parts.rebuild_part(context, check=check) for context in contexts]


def _end() -> list[Part]:
    """Rows of contexts that the log does not know go; all that is stored is projected."""
    with transaction.atomic():
        store.take_turn()
        stray = parts.stray()
        gone = [parts.rebuild_part(context) for context in stray]
        projections.note(store.head())
        RebuiltPart.objects.all().delete()
    return gone
