"""The table of forgeries; exit status 1 where a tool misses one that it has to find. ``--why``: sentences."""

import sys
import tempfile
from pathlib import Path

from tests.verifier.house import opened


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)):
        return _printed(Path(folder))


def _printed(folder: Path) -> int:
    from tests.verifier.forgeries.kinds import FORGERIES, PUBLISHED
    from tests.verifier.forgeries.readers import table

    good = True
    sys.stdout.write(f"{'':36}{'check_bundle finds':36}nigiri check finds\n")
    sys.stdout.write(f"{'forgery':36}{'alone':12}{'kept head':12}{'receipt':12}alone\n")
    for name, found in table(folder):
        cells = [found.alone, found.head, found.receipt, found.meaning]
        sys.stdout.write(name.ljust(36) + "".join(f"{'found' if why else '-':12}" for why in cells) + "\n")
        if "--why" in sys.argv:
            sys.stdout.writelines(f"    {why[:200]}\n" for why in cells)
        signed, contradicts = name in FORGERIES, name in PUBLISHED
        if signed:
            contradicts = FORGERIES[name].contradicts
        good = good and bool(found.head) == signed and bool(found.meaning) == contradicts
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
