"""The archive's rows made anew and its log verified, one after the other.

Processor time is that of this process, of those it began and of PostgreSQL, where that runs on this machine.
"""

import os
import resource
from pathlib import Path
from time import perf_counter

TICKS = os.sysconf("SC_CLK_TCK")


def table():
    """Lines, as they are measured; each way changes nothing and finds nothing."""
    from games.log import store

    events = store.head()
    yield f"{events} events; load {os.getloadavg()[0]:.1f}; {os.cpu_count()} processors"
    names = ("seconds", "events/s", "processor s", "events/processor s", "of the first", "load")
    yield "  ".join(names) + "  what"
    widths, first = [len(name) for name in names], {}
    for what, run in _ways():
        seconds, used = _measured(run)
        of = first.setdefault(what.split()[0], used)
        load = os.getloadavg()[0]
        row = (seconds, events / seconds, used, events / used, used / of, load)
        forms = (".1f", ".0f", ".1f", ".0f", ".2f", ".1f")
        told = (f"{value:>{width}{form}}" for value, width, form in zip(row, widths, forms, strict=True))
        yield "  ".join(told) + f"  {what}"


def _ways():
    from django.utils import timezone

    from games.log.checking import check
    from games.log.rebuilding import rebuild

    def good(found):
        if not found:
            raise SystemExit("the archive is not whole: make it anew")

    yield "rebuild --check", lambda: good(all(one.same for one in rebuild(check=True)))
    yield "verify", lambda: good(check(timezone.now()).good)


def _measured(run):
    """Seconds by the clock and of the processor."""
    begun, used, server = perf_counter(), _own(), _server()
    run()
    return perf_counter() - begun, _own() - used + _server() - server


def _own():
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def _server():
    """Of the server's processes, those that have ended too; 0 where it is on another machine."""
    from django.db import connection

    connection.ensure_connection()
    parent = _stat(connection.connection.info.backend_pid)
    if not parent:
        return 0.0
    found = [_stat(process.name) for process in Path("/proc").iterdir() if process.name.isdigit()]
    live = sum(sum(map(int, one[11:13])) for one in found if one and one[1] == parent[1])
    return (live + sum(map(int, _stat(parent[1])[13:15]))) / TICKS


def _stat(process):
    """Fields of /proc/PID/stat after the name: state, parent, ...; own times from 11, of children from 13."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
    except OSError:
        return []
