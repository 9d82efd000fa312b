"""`sh deploy/test.sh --fast`: the style of everything, and the tests of what differs from `main`.

A test file that changed runs itself; a module runs the folder of tests that mirrors its own, a template that
of the modules that name it.
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
    changed = [Path(name) for file in changed_files(base) for name in (file, *modules_naming(Path(file)))]
    if paths := sorted({str(path) for file in changed if (path := tests_of(file))}):
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


def modules_naming(template: Path) -> list[str]:
    """Return the modules that name a template: "nigiri/home.html"."""
    if template.suffix != ".html" or "templates" not in template.parts:
        return []
    name = "/".join(template.parts[template.parts.index("templates") + 1 :])
    found = subprocess.run(
        ["git", "grep", "-l", "--fixed-strings", f'"{name}"', "--", *PRODUCT],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return [module for module in found.stdout.splitlines() if module.endswith(".py")]


def tests_of(changed: Path) -> Path | None:
    """Return the tests of a changed file, as a path below the root; None if no folder mirrors its own."""
    if changed.parts[0] == "tests":
        is_test = changed.name.startswith("test_") and (ROOT / changed).exists()
        return changed if is_test else None
    if changed.parts[0] not in PRODUCT or changed.suffix != ".py":
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
