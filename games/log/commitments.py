"""What somebody typed enters the log as a salted commitment (pure): ``{"salted": HEX}`` in its place.

``HEX = sha256(salt || utf8(canonical JSON of what was typed))`` with 32 random bytes of salt. Text and salt
lie beside the log (``games.log.openings``), where they can be erased: the log says the same afterwards, and
whoever holds no opening learns nothing. A typed text is a text and never such an object; the empty one stays.
What a person is called is an object, and sealed whole.
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

SALT = 32  # bytes
ERASED = "(erased)"
"""What a word is read as whose opening is gone, or does not fit; ``games.story`` says it in any language."""
FREE = (("reason",), ("reasons",), ("grounds",), ("statement", "evidence"))
"""Members of events, whatever their kind: words, and digests of words that could be guessed."""
OF_PEOPLE = (("named",), ("numbers",))
"""What a person is called, and their numbers: objects, sealed whole."""
OF_DRAWS = (("secret",),)
"""What the draw of a round will follow from."""
_SALTED = re.compile(r'\{"salted":"([0-9a-f]{64})"\}')  # no typed text has it: its quotes are escaped


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A commitment and what opens it: 64 hex digits each, and canonical JSON."""

    commitment: str
    salt: str
    said: str

    @property
    def fits(self) -> bool:
        try:
            return commitment(bytes.fromhex(self.salt), self.said) == self.commitment
        except ValueError:
            return False


def commitment(salt: bytes, said: str) -> str:
    """``said``: canonical JSON."""
    return sha256(salt + said.encode()).hexdigest()


def sealed(data: Data, salts: Iterator[bytes]) -> tuple[Data, list[Opened]]:
    """The data as they are stored, and the openings of what was typed. Each takes the next salt."""
    openings: list[Opened] = []
    for path in (*FREE, *OF_PEOPLE, *OF_DRAWS):
        if said := _at(data, path):
            salt = next(salts)
            text = canonical(said)
            openings.append(Opened(commitment=commitment(salt, text), salt=salt.hex(), said=text))
            data = _with(data, path, {"salted": openings[-1].commitment})
    return data, openings


def has_words_in_it(stored: str) -> bool:
    """Whether the data of an event, as they are stored, have what somebody typed: in logs of before."""
    data: Data = json.loads(stored)
    return any(isinstance(said := _at(data, path), str) and said != "" for path in FREE)


def commitments(stored: str) -> list[str]:
    """Every commitment in the canonical JSON of an event's data."""
    return _SALTED.findall(stored) if '{"salted":"' in stored else []


def opened(stored: str, said: Mapping[str, str]) -> Data:
    """The data as they were before: ``said`` has canonical JSON by commitment, all others are erased."""
    data: Data = msgspec.json.decode(stored)
    return _opened(data, said) if '{"salted":"' in stored else data


def all_commitments(stored: Iterable[str]) -> list[str]:
    return [one for text in stored for one in commitments(text)]


def _opened(value: Any, said: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_opened(item, said) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"salted"}:
        text = said.get(value["salted"])
        return ERASED if text is None else json.loads(text)
    return {name: _opened(item, said) for name, item in value.items()}


def _at(data: Data, path: tuple[str, ...]) -> Any:
    """What stands there; None where nothing does."""
    value: Any = data
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _with(data: Data, path: tuple[str, ...], value: Any) -> Data:
    name, *rest = path
    return {**data, name: _with(data[name], tuple(rest), value) if rest else value}


def line(position: int, opened: Opened) -> str:
    """An opening as an export has it."""
    return canonical(
        {"opening": opened.commitment, "position": position, "said": opened.said, "salt": opened.salt}
    )


def parsed(line: Mapping[str, Any]) -> tuple[int, Opened]:
    """One of an export: its position, and what it says. Raises ValueError and the like for what is none."""
    if line.keys() != {"opening", "position", "salt", "said"} or type(line["position"]) is not int:
        raise ValueError("other members than an opening has")
    one = Opened(commitment=line["opening"], salt=line["salt"], said=line["said"])
    if not one.fits:
        raise ValueError("it does not fit its commitment")
    return line["position"], one
