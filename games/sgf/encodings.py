"""From the bytes of a file to its text: byte-order mark, declared (CA), UTF-8, East Asian, Latin-1."""

import codecs
import re

from games.sgf.charsets import EAST_ASIAN, LIKELY
from games.sgf.faults import FaultCode, Note, NoteCode, SgfFault
from games.sgf.source import ESCAPED, Source

_DECLARED = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([\w.:+-]{1,40})\s*\]")
_UTF16 = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_BEYOND_ASCII = re.compile("[^\x00-\x7f]")
_GOOD_PER_BAD = 20  # a text with fewer readable characters for each unreadable byte is another encoding's

# Supersets, as the programs that write these names use them.
_WIDER = {
    "ascii": "utf-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "cp950",
    "big5hkscs": "cp950",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
# Codecs that keep no state, so that a place in the text is a place in the file; also keeps out the codecs
# of Python that are no charsets at all (zip, rot13, idna).
_KNOWN = frozenset(
    ("utf-8", "gb18030", "cp950", "cp932", "cp949", "euc_jp", "koi8-r", "koi8-u", "tis-620")
) | {*(f"iso8859-{n}" for n in (*range(1, 12), 13, 14, 15, 16)), *(f"cp{n}" for n in range(1250, 1259))}


def decode(data: bytes) -> Source:
    """The text of `data`, with notes on any decision taken. Raises SgfFault for NUL and broken UTF-16."""
    for mark, codec in _UTF16:
        if data.startswith(mark):
            return _utf16(data, codec)
    if (nul := data.find(b"\0")) >= 0:
        raise SgfFault(FaultCode.BAD_BYTES, "A NUL byte", offset=nul, game=0)
    if data.startswith(codecs.BOM_UTF8):
        return _escaped(data, "utf-8", (), skip=len(codecs.BOM_UTF8))
    if data.isascii():
        return Source(data.decode("ascii"), "utf-8")
    declared, notes = _declared(data)
    return (
        (declared and _strictly(data, declared))
        or _guessed(data, declared, notes)
        or _noted(data.decode("latin-1"), "latin-1", notes)
    )


def _utf16(data: bytes, codec: str) -> Source:
    try:
        text = data[2:].decode(codec)
    except UnicodeDecodeError as error:
        raise SgfFault(FaultCode.BAD_BYTES, "Broken UTF-16", offset=2 + error.start, game=0) from None
    source = Source(text, codec, skip=2)
    if "\0" in text:
        raise source.fault(FaultCode.BAD_BYTES, "A NUL character", source.utf8.index(0), 0)
    return source


def _declared(data: bytes) -> tuple[str | None, tuple[Note, ...]]:
    """The codec that CA names, or None; a note when it names none that we know."""
    found = _DECLARED.search(data)
    if not found:
        return None, ()
    try:
        name = codecs.lookup(found[1].decode("ascii", "replace")).name
    except LookupError:
        name = ""
    codec = _WIDER.get(name, name)
    if codec in _KNOWN:
        return codec, ()
    text = "The declared charset is not one that records are read in."
    return None, (Note(code=NoteCode.UNKNOWN_CHARSET, text=text, offset=found.start()),)


def _strictly(data: bytes, codec: str) -> Source | None:
    try:
        return Source(data.decode(codec), codec)
    except UnicodeDecodeError:
        return None


def _guessed(data: bytes, declared: str | None, notes: tuple[Note, ...]) -> Source | None:
    """UTF-8, the declared codec with a few bad bytes, or the likeliest East Asian codec."""
    if declared:
        text = f"The text is not valid in the declared charset ({declared})."
        notes += (Note(code=NoteCode.WRONG_CHARSET, text=text, offset=_first_bad(data, declared)),)
    if strict := _strictly(data, "utf-8"):
        return _noted(strict.text, "utf-8", notes)
    for codec in filter(None, (declared, "utf-8")):
        if mostly := _mostly(data, codec, notes):
            return mostly
    return _east_asian(data, notes)


def _first_bad(data: bytes, codec: str) -> int:
    try:
        data.decode(codec)
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _east_asian(data: bytes, notes: tuple[Note, ...]) -> Source | None:
    """The likeliest of the codecs in which every byte is valid."""
    strict = [(charset, source) for charset in EAST_ASIAN if (source := _strictly(data, charset.codec))]
    scored = [(charset.likelihood(source.text), source) for charset, source in strict]
    best, source = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return _noted(source.text, source.codec, notes) if source and best >= LIKELY else None


def _mostly(data: bytes, codec: str, notes: tuple[Note, ...]) -> Source | None:
    """Read with a few unreadable bytes, as when a server cut a comment in the middle of a character."""
    try:
        source = _escaped(data, codec, notes)
    except UnicodeDecodeError:
        return None
    bad = len(ESCAPED.findall(source.text))
    good = len(_BEYOND_ASCII.findall(source.text)) - bad
    return source if bad * _GOOD_PER_BAD <= good else None


def _escaped(data: bytes, codec: str, notes: tuple[Note, ...], *, skip: int = 0) -> Source:
    """Read with every unreadable byte standing for itself, and a note if there are any."""
    text = data[skip:].decode(codec, "surrogateescape")
    first = ESCAPED.search(text)
    if not first:
        return Source(text, codec, skip=skip, notes=notes)
    said = f"{len(ESCAPED.findall(text))} bytes are not valid in {codec} and were replaced."
    offset = skip + len(text[: first.start()].encode(codec, "surrogateescape"))
    note = Note(code=NoteCode.REPLACED_BYTES, text=said, offset=offset)
    return Source(text, codec, skip=skip, notes=(*notes, note))


def _noted(text: str, codec: str, notes: tuple[Note, ...]) -> Source:
    said = f"No valid charset is declared; the text was read as {codec}."
    return Source(text, codec, notes=(*notes, Note(code=NoteCode.ENCODING, text=said, offset=0)))
