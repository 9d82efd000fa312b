"""The table of forgeries; exit status 1 where a kept head or a witness misses one."""

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
    print(f"{'forgery':36}{'bundle alone':14}{'kept head':12}{'witness':10}receipt")
    for name, found in table(folder):
        alone, kept, witness, receipt = ("found" if there else "-" for there in found.by.values())
        print(f"{name:36}{alone:14}{kept:12}{witness:10}{receipt}")
        if "--why" in sys.argv:
            print(f"    {found.alone}\n    {found.kept}\n    {found.witness.splitlines()[:1]}\n    {found.receipt}")
        good = good and found.by["kept"] and found.by["witness"]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
