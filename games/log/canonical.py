"""The one spelling of a JSON value: what is stored, digested and exported.

Sorted keys, no blanks, characters as they are, ``1`` and ``1.0`` kept apart, no NaN or infinity.
``canonical(parse(text)) == text`` for every text made here.
"""

import json
from typing import Any, NoReturn

LARGEST_INTEGER = 2**63 - 1


def canonical(value: object) -> str:
    """The canonical text of plain JSON data. Raises ValueError or TypeError where there is none."""
    text = _ENCODER.encode(value)
    text.encode()  # a lone surrogate has no bytes: UnicodeEncodeError is a ValueError
    return text


def parse(text: str | bytes) -> Any:
    """Read JSON in UTF-8 strictly. Raises ValueError for NaN, 1e999, a key given twice, too deep nesting."""
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
