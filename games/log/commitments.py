"""Salted commitments, ``{"salted": HEX}``, which replace typed texts and personal names in the log (pure).

``HEX = sha256(salt || utf8(canonical JSON of the value))`` with 32 random bytes of salt. Value and salt are
stored outside the log (``games.log.openings``), where they can be erased: the log stays intact, and without
the opening the commitment reveals nothing. A typed text is a string and never such an object; an empty one is
left as it is. A person's name is an object, and committed to as a whole.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec

from games.log.canonical import canonical

Data = dict[str, Any]

SALT_BYTES = 32  # bytes
ERASED = "(erased)"
"""The value of a commitment whose opening is erased or does not match; ``games.story`` translates it."""
TEXT_PATHS = (("reason",), ("reasons",), ("grounds",), ("statement", "evidence"))
"""Members of events of any kind that hold typed texts, or digests of texts that could be guessed."""
PERSON_PATHS = (("named",), ("numbers",))
"""Members with a person's name and numbers: objects, committed to as a whole."""
SECRET_PATHS = (("secret",),)
"""The seed of a round's draw."""
_SALTED = re.compile(r'\{"salted":"([0-9a-f]{64})"\}')  # no typed text matches: its quotes are escaped


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedCommitment:
    """A commitment and its opening: two times 64 hex digits, and the value as canonical JSON."""

    commitment: str
    salt: str
    said: str

    @property
    def fits(self) -> bool:
        try:
            return commitment(bytes.fromhex(self.salt), self.said) == self.commitment
        except ValueError:
            return False


def commitment(salt: bytes, text: str) -> str:
    """Return the commitment to a value, given as canonical JSON."""
    return sha256(salt + text.encode()).hexdigest()


def commit_texts(data: Data, salts: Iterator[bytes]) -> tuple[Data, list[OpenedCommitment]]:
    """Return the data with commitments in place of texts, and their openings. Each takes the next salt."""
    openings: list[OpenedCommitment] = []
    for path in (*TEXT_PATHS, *PERSON_PATHS, *SECRET_PATHS):
        if value := _value_at(data, path):
            salt = next(salts)
            text = canonical(value)
            openings.append(OpenedCommitment(commitment=commitment(salt, text), salt=salt.hex(), said=text))
            data = _replace_at(data, path, {"salted": openings[-1].commitment})
    return data, openings


def has_plain_text(stored: str) -> bool:
    """Return whether the stored data of an event contain a typed text, as in logs of earlier versions."""
    data: Data = json.loads(stored)
    return any(isinstance(text := _value_at(data, path), str) and text != "" for path in TEXT_PATHS)


def commitments_in(stored: str) -> list[str]:
    """Return every commitment in the canonical JSON of an event's data."""
    return _SALTED.findall(stored) if '{"salted":"' in stored else []


def open_commitments(stored: str, texts: Mapping[str, str]) -> Data:
    """Return the data with the texts, canonical JSON by commitment, in place; ERASED for all others."""
    data: Data = msgspec.json.decode(stored)
    return _open_value(data, texts) if '{"salted":"' in stored else data


def all_commitments(stored: Iterable[str]) -> list[str]:
    return [one for text in stored for one in commitments_in(text)]


def _open_value(value: Any, texts: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_open_value(item, texts) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"salted"}:
        text = texts.get(value["salted"])
        return ERASED if text is None else json.loads(text)
    return {name: _open_value(item, texts) for name, item in value.items()}


def _value_at(data: Data, path: tuple[str, ...]) -> Any:
    """Return the value at the path; None if there is none."""
    value: Any = data
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _replace_at(data: Data, path: tuple[str, ...], value: Any) -> Data:
    name, *rest = path
    return {**data, name: _replace_at(data[name], tuple(rest), value) if rest else value}


def opening_line(position: int, opened: OpenedCommitment) -> str:
    """Return the line of an export for an opening."""
    return canonical(
        {"opening": opened.commitment, "position": position, "said": opened.said, "salt": opened.salt}
    )


def read_opening(line: Mapping[str, Any]) -> tuple[int, OpenedCommitment]:
    """Return the position and the opening from a line of an export.

    Raises ValueError, TypeError or KeyError.
    """
    if line.keys() != {"opening", "position", "salt", "said"} or type(line["position"]) is not int:
        raise ValueError("other members than an opening has")
    one = OpenedCommitment(commitment=line["opening"], salt=line["salt"], said=line["said"])
    if not one.fits:
        raise ValueError("it does not fit its commitment")
    return line["position"], one
