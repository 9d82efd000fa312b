import ast
import subprocess
import sys
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES = sorted((ROOT / "rules").rglob("*.py"))
PRODUCT = ("rules", "games", "tournaments", "deploy")
MOST_LOOSE_MODULES = 10


def named(file):
    """A file's module; a package's is its ``__init__``."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {named(file): file for room in PRODUCT for file in sorted((ROOT / room).rglob("*.py"))}
PACKAGES = sorted(name for name, file in FILES.items() if file.name == "__init__.py")


def inside(block):
    """The statements of a block and of the blocks in it."""
    for node in block:
        yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from inside(getattr(node, part, ()))


@cache
def statements(module):
    return list(inside(ast.parse(FILES[module].read_text()).body))


def ours(module):
    """The modules of ours that a module imports, in functions and for types alone too."""
    package = module if module in PACKAGES else module.rpartition(".")[0]
    for node in statements(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in FILES)
        elif isinstance(node, ast.ImportFrom):
            origin = resolve_name("." * node.level + (node.module or ""), package)
            parts = (f"{origin}.{alias.name}" for alias in node.names)
            yield from {part if part in FILES else origin for part in parts} & FILES.keys()


@cache
def arrows():
    return {(module, other) for module in FILES for other in ours(module)}


def circle(pairs):
    """A circle among arrows, as the nodes on it; None where there is none."""
    graph = defaultdict(set)
    for one, other in pairs:
        graph[one].add(other)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return None


def between_children(package):
    """The arrows between the modules and packages directly in a package; "" is where the rooms are."""
    depth = package.count(".") + 2 if package else 1
    start = f"{package}." if package else ""
    shortened = {
        tuple(".".join(name.split(".")[:depth]) for name in arrow)
        for arrow in arrows()
        if all(name.startswith(start) for name in arrow)
    }
    return {(one, other) for one, other in shortened if one != other}


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
    customary = {"LICENSE", "CONTRIBUTING.md", "CHANGELOG.md"}
    assert visible <= rooms | customary | {"pyproject.toml", "README.md", "manage.py"}


@pytest.mark.parametrize(
    ("pairs", "found"),
    [
        ([("a", "b"), ("b", "c"), ("a", "c")], None),
        ([("a", "b"), ("b", "c"), ("c", "a")], {"a", "b", "c"}),
        ([("a", "a")], {"a"}),
    ],
)
def test_a_circle_is_found(pairs, found):
    assert (circle(pairs) and set(circle(pairs))) == found


def test_no_modules_import_in_a_circle():
    found = circle(arrows())
    assert found is None


def test_no_packages_import_in_a_circle():
    circles = {package: circle(between_children(package)) for package in ["", *PACKAGES]}
    assert {package: found for package, found in circles.items() if found} == {}


@pytest.mark.parametrize("room", ["games", "tournaments"])
def test_few_modules_stand_outside_the_rooms(room):
    loose = [file.stem for file in (ROOT / room).glob("*.py") if file.stem != "__init__"]
    assert len(loose) <= MOST_LOOSE_MODULES, loose


def test_every_function_has_a_name():
    functions = {
        f"{module}:{node.lineno}": node.name
        for module in FILES
        for node in statements(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert [place for place, name in functions.items() if not name.strip("_")] == []
