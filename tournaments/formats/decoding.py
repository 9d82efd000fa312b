# ruff: noqa: RUF001 - punctuation marks that look alike are listed
"""Decode text files: UTF-8, else the encodings of European programs, else an error with the line.

| bytes                                  | read as                                                    |
|----------------------------------------|------------------------------------------------------------|
| a byte order mark of UTF-8 or UTF-16   | that                                                       |
| valid UTF-8                            | UTF-8                                                      |
| any other                              | that of ``ENCODINGS`` with the fewest senseless characters |
| NUL, or a byte that cp1252 lacks       | an error                                                   |

A character makes sense if it is a letter of the encoding's languages or a usual punctuation mark. Ties go to
Central Europe if most countries in the file are there, else to the first of ``ENCODINGS``.
"""

import re
from collections.abc import Iterator
from typing import Protocol

from games.marking import marked
from tournaments.formats.errors import ExchangeError

PUNCTUATION = frozenset("’‘‚–—“”„…«»·°§€")
WESTERN = frozenset("àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþßÿœšž") | PUNCTUATION
CENTRAL = frozenset("áâăäąćčçďđéęëěíîĺľłńňóôőöŕřśşšţťúůűüýźžżß") | PUNCTUATION
ENCODINGS = {"cp1252": WESTERN, "iso-8859-15": WESTERN, "cp1250": CENTRAL, "iso-8859-2": CENTRAL}
WESTERN_COUNTRY = re.compile(rb"\b(?:AT|BE|CH|DE|DK|ES|FI|FR|GB|IE|IS|IT|LU|NL|NO|PT|SE|UK)\b")
CENTRAL_COUNTRY = re.compile(rb"\b(?:BA|CZ|HR|HU|ME|PL|RO|RS|SI|SK)\b")
MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
WEB_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE)


class Bytes(Protocol):
    """A file that is read in binary."""

    def readline(self, size: int, /) -> bytes: ...


def text_of(data: bytes) -> tuple[str, str]:
    """Return the text of a whole file, and the name of its encoding.

    Raises ``ExchangeError`` ``encoding``.
    """
    encoding = _marked_encoding(data) or encoding_of(data)
    return text_in(data, encoding), encoding


def inferred_encoding(data: bytes) -> str:
    """Return the encoding of a file that does not tell it, as XML, workbooks and Unicode do; else empty."""
    tells = data.lstrip().startswith((b"<", b"PK\x03\x04")) or _marked_encoding(data) or is_utf8(data)
    return "" if tells else encoding_of(data)


def _marked_encoding(data: bytes) -> str:
    return next((name for mark, name in MARKS if data.startswith(mark)), "")


def text_in(data: bytes, encoding: str) -> str:
    """Return the text of a file in this encoding. Raises ``ExchangeError`` ``encoding``."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise ExchangeError("encoding", _undecodable_byte_error(data[fault.start]), line=line) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise ExchangeError(
            "encoding",
            marked(
                "this is not a text file (it contains a NUL character): choose another file,"
                " or save it as UTF-8"
            ),
            line=line,
        )
    return text


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
    names = list(ENCODINGS)
    if len(CENTRAL_COUNTRY.findall(data)) > len(WESTERN_COUNTRY.findall(data)):
        names.sort(key=lambda name: ENCODINGS[name] is not CENTRAL)
    strange = bytes(byte for byte in data if byte > 0x7F)
    return min(names, key=lambda name: _count_senseless(strange, name))


def _count_senseless(data: bytes, encoding: str) -> int:
    letters = ENCODINGS[encoding]
    return sum(each.lower() not in letters for each in data.decode(encoding, errors="replace"))


def check_no_web_page(data: bytes) -> None:
    """Refuse a web page, such as a server's error, in place of a file. Raises ``ExchangeError``."""
    if WEB_PAGE.match(data):
        message = marked("this is a web page (HTML): download the file itself, then choose that")
        raise ExchangeError("unknown_format", message, line=1)


def lines_of(file: Bytes, longest: int) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line, read one at a time, with its ending.

    Each line has an encoding of its own, since some lists were put together from several. Raises
    ``ExchangeError`` for a line of more than ``longest`` bytes, or one that is no text.
    """
    number = 0
    while data := file.readline(longest + 1):
        number += 1
        if len(data) > longest:
            raise ExchangeError(
                "line_too_long", marked("a line of more than %(most)s bytes", most=longest), line=number
            )
        yield number, _line(data, number)


def _line(data: bytes, number: int) -> str:
    try:
        text, _ = text_of(data)
    except ExchangeError as fault:
        raise ExchangeError(fault.code, fault.message, line=number) from None
    return text


def _undecodable_byte_error(byte: int) -> str:
    message = marked("the byte %(byte)s is not a letter in any supported encoding: save the file as UTF-8")
    return marked(message, byte=f"0x{byte:02X}")
