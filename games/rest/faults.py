"""The faults that the framework finds in a request, in the form of all faults.

A place in a body is its members and indices, ``entries.0.rank``, "" the body as a whole; other places
begin with ``query:`` or ``header:``.
"""

import re
from collections.abc import Mapping
from typing import Any

from rest_framework.settings import api_settings

from games.refusals import CODES, FAULTS, Fault

QUERY = "query:"


def validation_faults(detail: Any, place: str = "") -> list[Fault]:
    """Return the faults in the framework's nested messages: ``entries.0.rank`` for one of an entry."""
    if isinstance(detail, Mapping):
        inner = [(member_place(place, name), value) for name, value in detail.items()]
    elif isinstance(detail, list):
        nested = any(isinstance(item, Mapping | list) for item in detail)
        inner = [(member_place(place, index) if nested else place, item) for index, item in enumerate(detail)]
    else:
        code = str(getattr(detail, "code", ""))
        known = code in FAULTS or code in CODES
        return [{"place": place, "code": code if known else "invalid", "message": str(detail)}]
    return [fault for at, value in inner for fault in validation_faults(value, at)]


def member_place(place: str, name: Any) -> str:
    """Return the place of a member of an object, or of an item of a list."""
    if name in ("", api_settings.NON_FIELD_ERRORS_KEY):
        return place
    return f"{place}.{name}" if place else str(name)


PLAIN = (
    (re.compile(r"This field (is required|may not be (null|blank))\."), "fill this in"),
    (re.compile(r"Ensure this value is greater than or equal to (?P<bound>.+)\."), "{bound} or more"),
    (re.compile(r"Ensure this value is less than or equal to (?P<bound>.+)\."), "{bound} at most"),
    (re.compile(r"Ensure this field has at least (?P<bound>\d+) elements\."), "choose at least {bound}"),
    (
        re.compile(r"Ensure this field has no more than (?P<bound>\d+) (?P<what>\w+)\."),
        "{bound} {what} at most",
    ),
    (re.compile(r"A valid integer is required\."), "a whole number"),
    (re.compile(r"A valid number is required\."), "a number"),
    (re.compile(r"Must be a valid boolean\."), "yes or no"),
    (re.compile(r"Must be a valid UUID\.|\".*\" is not a valid choice\."), "choose one of the list"),
)


def in_form_words(fault: str) -> str:
    """Return the fault as a fragment to follow the field's name; unknown sentences are unchanged."""
    for sentence, words in PLAIN:
        if found := sentence.fullmatch(fault):
            return words.format(**found.groupdict())
    return fault
