"""The decoded text of a file, with the byte in the file of each place in the text."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from games.sgf.faults import FaultCode, Note, NoteCode, SgfFault

ESCAPED = re.compile("[\ud800-\udfff]")
"""A byte that could not be decoded, as represented in `Source.text`."""

_PIECE = 1024  # characters


class _Marks(NamedTuple):
    """The beginning of each piece of the text, in `Source.utf8` and in the file."""

    utf8: list[int]
    file: list[int]


def to_utf8(text: str) -> bytes:
    """Return text as UTF-8; lone surrogates, which stand for undecodable bytes, are preserved."""
    return text.encode("utf-8", "surrogatepass")


class Source:
    """The text of a file.

    `utf8` is parsed; `text` was decoded with `codec` after `skip` bytes of byte-order mark.

    Backslashes and brackets may be second bytes of a character in Big5, GBK and Shift_JIS, so a record is
    decoded before it is parsed, and `at` maps offsets back.
    """

    def __init__(self, text: str, codec: str, *, skip: int = 0, notes: tuple[Note, ...] = ()) -> None:
        self.text = text
        self.codec = codec
        self.skip = skip
        self.notes = notes
        self.utf8 = to_utf8(text)

    def at(self, offset: int) -> int:
        """Return the byte of the file at `offset` of `utf8`."""
        if self.codec == "utf-8" and not self._has_invalid_bytes:
            return self.skip + offset
        index = bisect_right(self._marks.utf8, offset) - 1
        begin = self._marks.utf8[index]
        piece = self.utf8[begin:offset].decode("utf-8", "surrogatepass")
        return self._marks.file[index] + len(self._encode(piece))

    def fault(self, code: FaultCode, message: str, offset: int, game: int) -> SgfFault:
        return SgfFault(code, message, offset=self.at(offset), game=game)

    def note(self, code: NoteCode, text: str, offset: int) -> Note:
        return Note(code=code, text=text, offset=self.at(offset))

    @cached_property
    def _has_invalid_bytes(self) -> bool:
        return bool(ESCAPED.search(self.text))

    @cached_property
    def _marks(self) -> _Marks:
        pieces = list(self._pieces())
        return _Marks(
            utf8=list(accumulate((len(to_utf8(piece)) for piece in pieces), initial=0)),
            file=list(accumulate((len(self._encode(piece)) for piece in pieces), initial=self.skip)),
        )

    def _pieces(self) -> Iterator[str]:
        for begin in range(0, len(self.text), _PIECE):
            yield self.text[begin : begin + _PIECE]

    def _encode(self, piece: str) -> bytes:
        return piece.encode(self.codec, "surrogateescape")
