import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES = sorted((ROOT / "rules").rglob("*.py"))


def imported(file):
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.name)
def test_the_rules_need_the_standard_library_alone(file):
    assert set(imported(file)) <= sys.stdlib_module_names | {"rules"}


def test_the_rules_load_in_a_python_that_has_nothing_else():
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import rules; print(rules.__file__)"
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(ROOT / "rules" / "__init__.py")


def test_nothing_else_stands_at_the_top():
    tracked = subprocess.run(
        ["git", "ls-tree", "--name-only", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if tracked.returncode:
        pytest.skip("not a git clone")
    visible = {name for name in tracked.stdout.split() if not name.startswith(".")}
    rooms = {"rules", "games", "tournaments", "deploy", "tests"}
    assert visible <= rooms | {"pyproject.toml", "README.md", "manage.py", "LICENSE"}
