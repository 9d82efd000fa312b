"""The table of forgeries; exit status 1 where a kept head misses one. ``--why``: reasons."""

import sys
import tempfile
from pathlib import Path

from tests.verifier.house import opened


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)):
        return _printed(Path(folder))


def _printed(folder: Path) -> int:
    from tests.verifier.forgeries.readers import table

    good = True
    sys.stdout.write(f"{'forgery':36}{'bundle alone':14}{'kept head':12}receipt\n")
    for name, found in table(folder):
        alone, kept, receipt = ("found" if there else "-" for there in found.by.values())
        sys.stdout.write(f"{name:36}{alone:14}{kept:12}{receipt}\n")
        if "--why" in sys.argv:
            sys.stdout.writelines(f"    {why[:160]!r}\n" for why in found.said)
        good = good and (name == "nothing" or found.by["kept"])
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
