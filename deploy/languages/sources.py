"""The sentences that are marked for translation in the sources, found without GNU gettext.

Python is parsed, so that calls inside f-strings are found in every version of Python; templates are converted
by Django's ``templatize`` and read by Babel.
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.extract import extract_python
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("rules", "games", "tournaments", "deploy")
LEFT_OUT = ("migrations", "static", "locale")

# How a call says what: the places of its context (c), its sentence (1) and the same of many (2).
CALLS: dict[str, tuple[str, ...]] = {
    "_": ("1",),
    "gettext": ("1",),
    "gettext_lazy": ("1",),
    "gettext_noop": ("1",),
    "marked": ("1",),
    "ngettext": ("1", "2"),
    "ngettext_lazy": ("1", "2"),
    "marked_many": ("1", "2"),
    "counted": ("1", "2"),
    "pgettext": ("c", "1"),
    "pgettext_lazy": ("c", "1"),
    "npgettext": ("c", "1", "2"),
    "npgettext_lazy": ("c", "1", "2"),
}
COMMENTS = ("Translators",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence. ``many``: its plural, or "". ``file``: relative to the root of the sources."""

    one: str
    many: str = ""
    context: str = ""
    file: str
    line: int
    comments: tuple[str, ...] = ()


def sentences() -> list[Sentence]:
    """Return the sentences of all sources, by file and place."""
    return [found for file in _files() for found in _sentences_in_file(file)]


def _files() -> list[Path]:
    found = [
        file
        for top in PRODUCT
        for kind in ("*.py", "*.html", "*.txt")
        for file in (ROOT / top).rglob(kind)
        if not set(LEFT_OUT).intersection(file.relative_to(ROOT).parts)
        and (file.suffix == ".py" or "templates" in file.parts)
    ]
    return sorted(found)


def _sentences_in_file(file: Path) -> list[Sentence]:
    text, name = file.read_text(encoding="utf-8"), file.relative_to(ROOT).as_posix()
    return sorted(
        sentences_in_python(text, name) if file.suffix == ".py" else sentences_in_template(text, name),
        key=lambda found: found.line,
    )


def sentences_in_python(text: str, file: str) -> Iterator[Sentence]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and (places := CALLS.get(_function_name(node.func))):
            words = [_constant(word) for word in node.args[: len(places)]]
            if len(words) == len(places) and all(words):
                yield _sentence(places, [word for word in words if word], file=file, line=node.lineno)


def _function_name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _constant(node: ast.expr) -> str | None:
    """Return a string constant; the parser has joined adjacent ones."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def sentences_in_template(text: str, file: str) -> Iterator[Sentence]:
    python = "\n".join(line.lstrip() for line in templatize(text, origin=file).splitlines())
    read = BytesIO(python.encode())
    found = extract_python(read, dict.fromkeys(CALLS), COMMENTS, {"encoding": "utf-8"})
    for line, name, words, comments in found:
        said: tuple[Any, ...] = words if isinstance(words, tuple) else (words,)
        places = CALLS[str(name)]
        if all(said[: len(places)]):
            yield _sentence(places, said, file=file, line=line, comments=tuple(comments or ()))


def _sentence(places: Sequence[str], words: Sequence[str], **where: Any) -> Sentence:
    said = dict(zip(places, words, strict=False))
    return Sentence(one=said["1"], many=said.get("2", ""), context=said.get("c", ""), **where)
