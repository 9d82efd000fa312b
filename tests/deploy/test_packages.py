import ast
import subprocess
import sys
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("rules", "games", "tournaments", "deploy")


def named(file):
    """A file's module; a package's is its ``__init__``."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {named(file): file for top in PRODUCT for file in sorted((ROOT / top).rglob("*.py"))}
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
    """The arrows between the modules and packages directly in a package; "" is above them all."""
    depth = package.count(".") + 2 if package else 1
    start = f"{package}." if package else ""
    shortened = {
        tuple(".".join(name.split(".")[:depth]) for name in arrow)
        for arrow in arrows()
        if all(name.startswith(start) for name in arrow)
    }
    return {(one, other) for one, other in shortened if one != other}


def test_the_rules_load_in_a_python_that_has_nothing_else():
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import rules; print(rules.__file__)"
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(ROOT / "rules" / "__init__.py")


def test_no_modules_import_in_a_circle():
    found = circle(arrows())
    assert found is None


def test_no_packages_import_in_a_circle():
    circles = {package: circle(between_children(package)) for package in ["", *PACKAGES]}
    assert {package: found for package, found in circles.items() if found} == {}
