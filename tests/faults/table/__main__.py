"""Print fault, target, measured: ``python -m tests.faults.table [redis|database|processes|log]...``.

It starts servers of its own; under ``python -m tests.services`` it finds the programs that fit them. Status 1
where a target is not met.
"""

import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.faults.club import ELSEWHERE
from tests.faults.table.rows import Row

PARTS = ("redis", "database", "processes", "log")


def main(asked: list[str]) -> int:
    if unknown := set(asked) - set(PARTS):
        sys.exit(f"There is no part {unknown.pop()}: {', '.join(PARTS)}.")
    good = True
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was started is stopped
    _say(Row(fault="fault", target="target", measured="measured", good=None))
    with tempfile.TemporaryDirectory(prefix="nigiri-table-") as folder:
        _set_up(Path(folder))
        for name in asked or PARTS:
            own = Path(folder, name)
            own.mkdir()
            for row in _rows(name, own):
                _say(row)
                good = good and row.good is not False
    return 0 if good else 1


def _rows(name: str, folder: Path) -> Iterator[Row]:
    """Of one part; if it breaks off, the others are measured all the same."""
    try:
        yield from import_module(f"tests.faults.table.{name}_rows").rows(folder)
    except Exception as broken:  # noqa: BLE001 - whatever it is, it is told
        told = f"broken off: {broken!r}"
        yield Row(fault=f"the rest of {name}", target="can be measured", measured=told, good=False)


def _set_up(folder: Path) -> None:
    """Some of the parts import the program, which wants its settings; no server of ours is one of it."""
    for name in ELSEWHERE:
        os.environ.pop(name, None)
    os.environ |= {"DJANGO_SETTINGS_MODULE": "deploy.settings", "NIGIRI_LOG_LEVEL": "WARNING"}
    os.environ["NIGIRI_DATA"] = str(folder)
    import django

    django.setup()


def _say(row: Row) -> None:
    sys.stdout.write(f"{row}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
