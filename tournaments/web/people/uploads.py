"""Files of forms: uploaded, packed into the form that takes them over, in an encoding that can be chosen.

What was seen travels inside of the form that takes it over, packed; it is read again there, and may be
refused then if things have changed in between.
"""

import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import pgettext_lazy

from games.marking import marked
from games.refusals import refuse
from tournaments.formats.decoding import inferred_encoding, text_in
from tournaments.formats.errors import ExchangeError

LARGEST = 4_000_000
ENCODINGS = {
    "cp1252": pgettext_lazy("letters", "Western European (cp1252)"),
    "iso-8859-15": pgettext_lazy("letters", "Western European (ISO 8859-15)"),
    "cp1250": pgettext_lazy("letters", "Central European (cp1250)"),
    "iso-8859-2": pgettext_lazy("letters", "Central European (ISO 8859-2)"),
    "cp1257": pgettext_lazy("letters", "Baltic (cp1257)"),
    "cp1251": pgettext_lazy("letters", "Cyrillic (cp1251)"),
    "koi8-u": pgettext_lazy("letters", "Cyrillic (KOI8)"),
    "cp1253": pgettext_lazy("letters", "Greek (cp1253)"),
    "cp1254": pgettext_lazy("letters", "Turkish (cp1254)"),
    "gb18030": pgettext_lazy("letters", "Chinese (GB 18030)"),
    "big5": pgettext_lazy("letters", "Chinese (Big5)"),
    "cp932": pgettext_lazy("letters", "Japanese (Shift JIS)"),
    "cp949": pgettext_lazy("letters", "Korean (cp949)"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file as it was sent. ``chosen``: the encoding that was chosen for it, or empty."""

    data: bytes
    chosen: str = ""

    @property
    def encodings(self) -> list[tuple[str, str, bool]]:
        """Name, words and choice of each possible encoding; none for a file that tells its own."""
        inferred = inferred_encoding(self.data)
        return [
            (name, str(words), name == (self.chosen or inferred))
            for name, words in ENCODINGS.items()
            if inferred
        ]

    @property
    def packed(self) -> str:
        return b64encode(zlib.compress(self.data, 9)).decode()

    def readable(self) -> bytes:
        """The file, in UTF-8 where an encoding was chosen. Refuses ``exchange_fault``."""
        if not self.chosen:
            return self.data
        try:
            return text_in(self.data, self.chosen).encode()
        except ExchangeError as error:
            refuse("exchange_fault", reason=error.code, fault=error.message, line=error.line, element="")


def sent_file(request: HttpRequest, longest: int = LARGEST) -> Upload:
    """Return the file of the form, or else the one that was previewed. Refuses ``too_large``, ``invalid``."""
    chosen = request.POST.get("encoding", "")
    if chosen and chosen not in ENCODINGS:
        refuse("invalid", field="encoding", fault=marked("choose an encoding of the list"))
    file = request.FILES.get("file")
    if file is None and "packed" in request.POST:
        return Upload(data=unpacked(request.POST["packed"], longest), chosen=chosen)
    if file is None:
        refuse("invalid", field="file", fault=marked("choose a file"))
    if (file.size or 0) > longest:
        refuse(
            "too_large",
            what=marked("%(size)s bytes; at most %(longest)s", size=file.size, longest=longest),
        )
    return Upload(data=file.read(), chosen=chosen)


def unpacked(text: str, longest: int = LARGEST) -> bytes:
    """What ``packed`` made. Refuses ``invalid`` for anything else."""
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(b64decode(text, validate=True), longest + 1)
    except (ValueError, zlib.error):
        refuse("invalid", field="packed", fault=marked("choose the file again: it was not previewed here"))
    if len(data) > longest or not unpacking.eof:
        refuse("too_large", what=marked("more than %(longest)s bytes", longest=longest))
    return data
