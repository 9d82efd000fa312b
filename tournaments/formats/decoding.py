"""Decode text files: UTF-8, else the encodings of Western programs, else an error with the line.

| bytes                                      | read as                                              |
|--------------------------------------------|------------------------------------------------------|
| a byte order mark of UTF-8 or UTF-16       | that                                                 |
| valid UTF-8                                | UTF-8                                                |
| 0x80 to 0x9F                               | cp1252: in the ISO's sets these are controls         |
| such as 0xA4 or 0xBC, and none of the above | ISO-8859-15, which has € and letters in these places |
| any other                                  | cp1252, in which the rest is as in ISO-8859-1        |
| NUL, or a byte that cp1252 does not define | an error                                             |
"""

import re
from collections.abc import Iterator
from typing import Protocol

from tournaments.formats.errors import ExchangeError

OF_CP1252 = re.compile(rb"[\x80-\x9f]")
OF_LATIN_9 = re.compile(rb"[\xa4\xa6\xa8\xb4\xb8\xbc\xbd\xbe]")
MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
ENDINGS = "\r\n"


class Bytes(Protocol):
    """A file that is read in binary."""

    def readline(self, size: int, /) -> bytes: ...


def text_of(data: bytes) -> tuple[str, str]:
    """Return the text of a whole file, and the name of its encoding.

    Raises ``ExchangeError`` ``encoding``.
    """
    encoding = next((name for mark, name in MARKS if data.startswith(mark)), "") or encoding_of(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise ExchangeError("encoding", _undecodable_byte_error(data[fault.start]), line=line) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise ExchangeError("encoding", "a NUL: this is no text, or text in UTF-16", line=line)
    return text, encoding


def is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def encoding_of(data: bytes) -> str:
    """Return the encoding of text without a byte order mark."""
    if is_utf8(data):
        return "utf-8"
    if OF_CP1252.search(data) or not OF_LATIN_9.search(data):
        return "cp1252"
    return "iso-8859-15"


def lines_of(file: Bytes, longest: int) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line, read one at a time, without its ending.

    Each line has an encoding of its own, since some lists were put together from several. Raises
    ``ExchangeError`` for a line of more than ``longest`` bytes, or one that is no text.
    """
    number = 0
    while data := file.readline(longest + 1):
        number += 1
        if len(data) > longest:
            raise ExchangeError("line_too_long", f"a line of more than {longest} bytes", line=number)
        yield number, _line(data, number)


def _line(data: bytes, number: int) -> str:
    try:
        text, _ = text_of(data)
    except ExchangeError as fault:
        raise ExchangeError(fault.code, fault.message, line=number) from None
    return text.rstrip(ENDINGS)


def _undecodable_byte_error(byte: int) -> str:
    return f"the byte 0x{byte:02X} is no letter in any encoding that is read: save the file as UTF-8"
