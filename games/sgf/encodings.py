"""The decoding of a file: byte-order mark, declared charset (CA), UTF-8, East Asian, Latin-1."""

import codecs
import re
from dataclasses import dataclass

from games.marking import marked, marked_many
from games.sgf.faults import FaultCode, Note, NoteCode, SgfFault
from games.sgf.source import ESCAPED, Source

SAMPLE = 4_000  # characters examined
LIKELY = 0.5
_UNLIKELY = -1.0
_FAMILIAR = 1.0  # extra weight of a character that is frequent in Go records

_CHINESE = frozenset(
    "的一是在了我不人有他这上们来个国中大手黑白棋段目子胜负杯赛届决第贴先半盘名王李张刘陈杨赵黄周吴古柯"
)
_TAIWANESE = frozenset(
    "的一是在了我不人有他這上們來個國中大手黑白棋段目子勝負盃賽屆決第貼先半盤名王李張劉陳楊趙黃周吳林"
)
_JAPANESE = frozenset(
    "のはをにがとでたしてるい段黒白局手目半勝負中押名人本因坊戦王座天元碁聖十九第先日藤田林井木川村山石小大武宮加趙治勲"
)
_KOREAN = frozenset(
    "김이박최정강조윤장임한오서신권황안송류홍단국흑백승패집반은는을를가의에다기전배대회불계프로사범바둑수"
)
_CA_PATTERN = re.compile(rb"(?<![A-Za-z])[Cc][Aa]\s*\[\s*([\w.:+-]{1,40})\s*\]")
_UTF16 = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_ARCHIVE_SIGNATURES = ((b"PK\x03\x04", "ZIP"), (b"\x1f\x8b", "gzip"), (b"Rar!", "RAR"), (b"7z\xbc\xaf", "7z"))
_BEYOND_ASCII = re.compile("[^\x00-\x7f]")
_GOOD_PER_BAD = 20  # readable characters per unreadable byte; fewer mean another encoding
_SURE_LIKELIHOOD = 1.1  # common characters, some of them typical of Go records
_FEWEST_EAST_ASIAN = 2  # characters that do not result from a Western charset by chance
_WESTERN = frozenset(("iso8859-1", "iso8859-15", "cp1252"))

# Supersets, as the programs that write these names use them.
_SUPERSETS = {
    "ascii": "utf-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "cp950",
    "big5hkscs": "cp950",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
# Stateless codecs, so that each place in the text has a place in the file; this also excludes codecs of
# Python that are not charsets (zip, rot13, idna).
_SUPPORTED = frozenset(
    ("utf-8", "gb18030", "cp950", "cp932", "cp949", "euc_jp", "koi8-r", "koi8-u", "tis-620")
) | {*(f"iso8859-{n}" for n in (*range(1, 12), 13, 14, 15, 16)), *(f"cp{n}" for n in range(1250, 1259))}


@dataclass(frozen=True, slots=True, kw_only=True)
class Charset:
    """An encoding.

    `rows`: (first and last lead byte, weight), for characters whose second byte is at least `trail`.
    """

    codec: str
    trail: int
    rows: tuple[tuple[int, int, float], ...]
    familiar: frozenset[str]

    def likelihood(self, text: str) -> float:
        """Return the mean weight of the characters beyond ASCII; -1 if there are none."""
        weights = []
        for index, sign in enumerate(text):
            if sign.isascii():
                continue
            weights.append(_UNLIKELY if _is_next_to_letter(text, index) else self._weight(sign))
            if len(weights) == SAMPLE:
                break
        return sum(weights) / len(weights) if weights else _UNLIKELY

    def _weight(self, sign: str) -> float:
        if sign in self.familiar:
            return 1 + _FAMILIAR
        raw = sign.encode(self.codec, "surrogateescape")
        if len(raw) != 2 or raw[1] < self.trail:
            return _UNLIKELY
        return next((weight for low, high, weight in self.rows if low <= raw[0] <= high), _UNLIKELY)


def _is_next_to_letter(text: str, index: int) -> bool:
    """Return whether a character touches an ASCII letter.

    False double-byte characters in accented Latin text always do.
    """
    around = text[max(index - 1, 0) : index] + text[index + 1 : index + 2]
    return any(sign.isascii() and sign.isalpha() for sign in around)


# In order of preference for equal likelihoods.
EAST_ASIAN = (
    Charset(
        codec="gb18030",
        trail=0xA1,
        rows=((0xA1, 0xA3, 0.5), (0xB0, 0xD7, 1.0), (0xD8, 0xF7, 0.2)),
        familiar=_CHINESE,
    ),
    Charset(
        codec="cp950",
        trail=0x40,
        rows=((0xA1, 0xA3, 0.5), (0xA4, 0xC6, 1.0), (0xC9, 0xF9, 0.2)),
        familiar=_TAIWANESE,
    ),
    Charset(
        codec="cp932",
        trail=0x40,
        rows=((0x81, 0x81, 0.5), (0x82, 0x83, 1.0), (0x88, 0x97, 1.0), (0x98, 0xEA, 0.2)),
        familiar=_JAPANESE,
    ),
    Charset(
        codec="cp949",
        trail=0xA1,
        rows=((0xA1, 0xA3, 0.5), (0xB0, 0xC8, 1.0), (0xCA, 0xFD, 0.2)),
        familiar=_KOREAN,
    ),
    Charset(
        codec="euc_jp",
        trail=0xA1,
        rows=((0xA1, 0xA3, 0.5), (0xA4, 0xA5, 1.0), (0xB0, 0xCF, 1.0), (0xD0, 0xF4, 0.2)),
        familiar=_JAPANESE,
    ),
)


def decode(data: bytes) -> Source:
    """Return the text of a file, with notes on the choice of encoding.

    Raises SgfFault for NUL and broken UTF-16.
    """
    for mark, codec in _UTF16:
        if data.startswith(mark):
            return _decode_utf16(data, codec)
    for mark, kind in _ARCHIVE_SIGNATURES:
        if data.startswith(mark):
            raise SgfFault(FaultCode.BAD_BYTES, f"A {kind} archive: unpack it first", offset=0, game=0)
    if (nul := data.find(b"\0")) >= 0:
        raise SgfFault(FaultCode.BAD_BYTES, "A NUL byte", offset=nul, game=0)
    if data.startswith(codecs.BOM_UTF8):
        return _decode_escaping(data, "utf-8", (), skip=len(codecs.BOM_UTF8))
    if data.isascii():
        return Source(data.decode("ascii"), "utf-8")
    declared, notes = _declared_codec(data)
    return (
        (declared and _decode_by_declaration(data, declared))
        or _decode_by_guessing(data, declared, notes)
        or _with_encoding_note(data.decode("latin-1"), "latin-1", notes)
    )


def _decode_utf16(data: bytes, codec: str) -> Source:
    try:
        text = data[2:].decode(codec)
    except UnicodeDecodeError as error:
        raise SgfFault(FaultCode.BAD_BYTES, "Broken UTF-16", offset=2 + error.start, game=0) from None
    source = Source(text, codec, skip=2)
    if "\0" in text:
        raise source.fault(FaultCode.BAD_BYTES, "A NUL character", source.utf8.index(0), 0)
    return source


def _declared_codec(data: bytes) -> tuple[str | None, tuple[Note, ...]]:
    """Return the codec that CA names, or None, with a note if it is not supported."""
    found = _CA_PATTERN.search(data)
    if not found:
        return None, ()
    try:
        name = codecs.lookup(found[1].decode("ascii", "replace")).name
    except LookupError:
        name = ""
    codec = _SUPERSETS.get(name, name)
    if codec in _SUPPORTED:
        return codec, ()
    text = marked("The declared charset is not supported.")
    return None, (Note(code=NoteCode.UNKNOWN_CHARSET, text=text, offset=found.start()),)


def _decode_by_declaration(data: bytes, declared: str) -> Source | None:
    """Decode with the declared codec, or with one in which the text reads far better.

    None if bytes are invalid.
    """
    source = _decode_strictly(data, declared)
    meant = _better_encoding(data, declared, source.text) if source else None
    if not meant:
        return source
    text = marked("The text is not in the declared charset (%(charset)s).", charset=declared)
    wrong = Note(code=NoteCode.WRONG_CHARSET, text=text, offset=_first_non_ascii_index(data))
    return _with_encoding_note(meant.text, meant.codec, (wrong,))


def _better_encoding(data: bytes, declared: str, text: str) -> Source | None:
    """Return the text in the encoding probably meant, if it is not the declared one.

    Many files declare ISO-8859-1 although their encoding is another. Only Western and East Asian charsets,
    in which nearly any bytes are valid, are doubted.
    """
    own = next((each for each in EAST_ASIAN if each.codec == declared), None)
    if declared == "utf-8" or (own is None and declared not in _WESTERN):
        return None
    likelihood = own.likelihood(text) if own else 0.0
    if likelihood < LIKELY and (utf8 := _decode_strictly(data, "utf-8")):
        return utf8
    score, likeliest = _likeliest_east_asian(data)
    far_better = score >= (_SURE_LIKELIHOOD if own else LIKELY) and score - likelihood >= LIKELY
    if likeliest is None or likeliest.codec == declared or not far_better:
        return None
    return likeliest if own or len(_BEYOND_ASCII.findall(likeliest.text)) >= _FEWEST_EAST_ASIAN else None


def _first_non_ascii_index(data: bytes) -> int:
    return next(index for index, byte in enumerate(data) if byte > 0x7F)


def _decode_strictly(data: bytes, codec: str) -> Source | None:
    try:
        return Source(data.decode(codec), codec)
    except UnicodeDecodeError:
        return None


def _decode_by_guessing(data: bytes, declared: str | None, notes: tuple[Note, ...]) -> Source | None:
    """Decode as UTF-8, as the declared codec with a few bad bytes, or as the likeliest East Asian codec."""
    if declared:
        text = marked("The text is not valid in the declared charset (%(charset)s).", charset=declared)
        notes += (Note(code=NoteCode.WRONG_CHARSET, text=text, offset=_first_invalid_byte(data, declared)),)
    if strict := _decode_strictly(data, "utf-8"):
        return _with_encoding_note(strict.text, "utf-8", notes)
    score, likeliest = _likeliest_east_asian(data)
    if likeliest and declared != "utf-8" and score >= _SURE_LIKELIHOOD:
        return _with_encoding_note(likeliest.text, likeliest.codec, notes)
    for codec in filter(None, (declared, "utf-8")):
        if mostly := _decode_with_few_bad_bytes(data, codec, notes):
            return mostly
    return _decode_as_east_asian(data, notes)


def _first_invalid_byte(data: bytes, codec: str) -> int:
    try:
        data.decode(codec)
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _decode_as_east_asian(data: bytes, notes: tuple[Note, ...]) -> Source | None:
    """Decode with the likeliest East Asian codec, if it is likely enough."""
    best, source = _likeliest_east_asian(data)
    return _with_encoding_note(source.text, source.codec, notes) if source and best >= LIKELY else None


def _likeliest_east_asian(data: bytes) -> tuple[float, Source | None]:
    """Return the likeliest of the codecs in which every byte is valid, with its score."""
    strict = [
        (charset, source) for charset in EAST_ASIAN if (source := _decode_strictly(data, charset.codec))
    ]
    scored = [(charset.likelihood(source.text), source) for charset, source in strict]
    return max(scored, key=lambda pair: pair[0], default=(0.0, None))


def _decode_with_few_bad_bytes(data: bytes, codec: str, notes: tuple[Note, ...]) -> Source | None:
    """Decode despite a few bad bytes, such as those of a character that a server cut in the middle."""
    try:
        source = _decode_escaping(data, codec, notes)
    except UnicodeDecodeError:
        return None
    bad = len(ESCAPED.findall(source.text))
    good = len(_BEYOND_ASCII.findall(source.text)) - bad
    return source if bad * _GOOD_PER_BAD <= good else None


def _decode_escaping(data: bytes, codec: str, notes: tuple[Note, ...], *, skip: int = 0) -> Source:
    """Decode with an escape for each invalid byte, and a note if there are any."""
    text = data[skip:].decode(codec, "surrogateescape")
    first = ESCAPED.search(text)
    if not first:
        return Source(text, codec, skip=skip, notes=notes)
    said = marked_many(
        "%(n)s byte is not valid in %(charset)s and was replaced.",
        "%(n)s bytes are not valid in %(charset)s and were replaced.",
        len(ESCAPED.findall(text)),
        charset=codec,
    )
    offset = skip + len(text[: first.start()].encode(codec, "surrogateescape"))
    note = Note(code=NoteCode.REPLACED_BYTES, text=said, offset=offset)
    return Source(text, codec, skip=skip, notes=(*notes, note))


def _with_encoding_note(text: str, codec: str, notes: tuple[Note, ...]) -> Source:
    said = marked("No valid charset is declared; the text was read as %(charset)s.", charset=codec)
    return Source(text, codec, notes=(*notes, Note(code=NoteCode.ENCODING, text=said, offset=0)))
