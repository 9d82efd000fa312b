"""Canonical JSON, in which data are stored, digested and exported.

Sorted keys, no blanks, no escaped characters beyond the necessary, ``1`` and ``1.0`` distinct, no NaN or
infinity. ``canonical(parse(text)) == text`` for every canonical text.
"""

import json
from typing import Any, NoReturn

LARGEST_INTEGER = 2**63 - 1


def canonical(value: object) -> str:
    """Return the canonical text of plain JSON data. Raises ValueError or TypeError if there is none."""
    text = _ENCODER.encode(value)
    text.encode()  # a lone surrogate has no bytes: UnicodeEncodeError is a ValueError
    return text


def parse(text: str | bytes) -> Any:
    """Parse JSON in UTF-8 strictly. Raises ValueError for NaN, 1e999, duplicate keys, too deep nesting."""
    try:
        return _DECODER.decode(text if isinstance(text, str) else text.decode())
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is too large for a number")
    return number


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        raise ValueError("a key is given twice")
    return read


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_no_twins)
