"""`sh deploy/test.sh --fast`: the style of everything, and the tests of what differs from `main`.

A test file that changed runs itself; a module runs the folder of tests that mirrors its own.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("rules", "games", "tournaments", "deploy")
STYLE = (
    ("-m", "ruff", "check", "."),
    ("-m", "ruff", "format", "--check", "."),
    ("-m", "mypy"),
)


def main(base: str = "origin/main") -> int:
    """Run the checks; return the number of those that failed."""
    checks = [*STYLE]
    if paths := sorted({str(path) for name in changed_files(base) if (path := tests_of(Path(name)))}):
        sys.stdout.write(f"Tests: {' '.join(paths)}\n")
        checks.append(("-m", "pytest", "--part", "sqlite", "-q", "-n", "2", "--benchmark-disable", *paths))
    return sum(
        subprocess.run([sys.executable, *words], cwd=ROOT, check=False).returncode != 0 for words in checks
    )


def changed_files(base: str) -> list[str]:
    """Return what differs from ``base``, or from the last commit if there is no such branch."""
    known = subprocess.run(
        ["git", "rev-parse", "--verify", "--quiet", base], cwd=ROOT, capture_output=True, check=False
    )
    compared = base if known.returncode == 0 else "HEAD"
    return [*_lines("diff", "--name-only", compared), *_lines("ls-files", "--others", "--exclude-standard")]


def _lines(*words: str) -> list[str]:
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()


def tests_of(changed: Path) -> Path | None:
    """Return the tests of a changed file, as a path below the root; None if no folder mirrors its own."""
    if changed.parts[0] == "tests":
        is_test = changed.name.startswith("test_") and (ROOT / changed).exists()
        return changed if is_test else None
    if changed.parts[0] not in PRODUCT or changed.suffix not in (".py", ".html"):
        return None
    own = Path("tests") / changed.parent / f"test_{changed.stem}.py"
    folder = next(
        path
        for path in (own, *(Path("tests") / parent for parent in changed.parents if parent.parts))
        if (ROOT / path).exists()
    )
    return folder if len(folder.parts) > 2 else None


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
