"""Texts of elements as values, each within bounds; else an ``ExchangeError`` with the line."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.formats.fields import INTEGER, MAX_TEXT, fault, parse_rank
from tournaments.formats.safe_xml import Element

TRUTHS = {"true": True, "false": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """An element and its parent."""

    element: Element
    parent: Element


def inside(element: Element, tag: str, most: int) -> Iterator[Around]:
    """Return all elements of this tag at any depth, in the order of the file."""
    count, waiting = 0, [element]
    while waiting:
        parent = waiting.pop()
        for child in parent.children:
            if child.tag == tag:
                count += 1
                if count > most:
                    raise fault(child, "too_many_elements", f"more than {most} of {tag}")
                yield Around(element=child, parent=parent)
        waiting.extend(reversed(parent.children))


def text(element: Element, name: str, default: str = "") -> str:
    child = element.first(name)
    value = default if child is None else child.text.strip()
    if len(value) > MAX_TEXT:
        raise fault(child or element, "text_too_long", f"{name} has more than {MAX_TEXT} characters")
    return value or default


def integer(element: Element, name: str, default: int | None, *, low: int, high: int) -> int:
    value = text(element, name, "" if default is None else str(default))
    if not value:
        raise fault(element, "missing_element", f"{element.tag} has no {name}")
    if not INTEGER.fullmatch(value):
        raise fault(element, "bad_number", f"{name} is no whole number: {value[:40]!r}")
    if not low <= int(value) <= high:
        raise fault(element, "out_of_range", f"{name} is {value}; {low} to {high} are read")
    return int(value)


def truth(element: Element, name: str, *, default: bool) -> bool:
    value = text(element, name, str(default)).lower()
    if value not in TRUTHS:
        raise fault(element, "bad_truth", f"{name} is neither true nor false: {value[:40]!r}")
    return TRUTHS[value]


def rank(element: Element, name: str, default: str = "") -> int:
    value = text(element, name, default)
    found = parse_rank(value)
    if found is None:
        raise fault(element, "bad_rank", f"{name} is no rank from 30k to 9d or 9p: {value[:40]!r}")
    return found
