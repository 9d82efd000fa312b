"""Which program folds: a digest of its sources, so that what another one made is not taken for its own."""

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path


@cache
def digest_of_sources(names: tuple[str, ...]) -> str:
    """Of these modules, and of all modules of these packages; hex."""
    found = sha256()
    for name, path in sorted(sources(names)):
        found.update(f"{name}\n{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()


def sources(names: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """Each module by its name, with its file."""
    for name in names:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(name)
        file = Path(spec.origin)
        if spec.submodule_search_locations is None:
            yield name, file
            continue
        for path in file.parent.rglob("*.py"):
            yield ".".join((name, *path.relative_to(file.parent).with_suffix("").parts)), path
