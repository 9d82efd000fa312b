"""The parser of multipart bodies, as strict as that of JSON."""

from io import BytesIO
from typing import IO, Any

from django.http import QueryDict
from django.utils.http import parse_header_parameters
from rest_framework.exceptions import ParseError
from rest_framework.parsers import DataAndFiles, MultiPartParser

BYTES = "latin-1"
"""A charset of which each character is a byte: Django replaces what is not in the charset."""


class StrictMultiPartParser(MultiPartParser):
    """Parse multipart/form-data. Raises ParseError (400) for a body that is cut off or not UTF-8."""

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        body = stream.read()
        sent = super().parse(BytesIO(body), media_type, {**parser_context, "encoding": BYTES})
        delimiter = b"--" + parse_header_parameters(media_type or "")[1]["boundary"].encode("ascii")
        if not body.rstrip(b"\r\n").endswith(delimiter + b"--"):
            raise ParseError("The body ends before its last boundary.")
        read = sum(len(values) for parts in (sent.data, sent.files) for _, values in parts.lists())
        if read != body.count(delimiter) - 1:
            raise ParseError("A part of the body has no name in UTF-8, or its file has none.")
        texts = QueryDict(mutable=True)
        for name, values in sent.data.lists():
            texts.setlist(name, [_text(name, value) for value in values])
        return DataAndFiles(texts, sent.files)


def _text(name: str, value: str) -> str:
    try:
        return value.encode(BYTES).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ParseError(f"{name[:100]} is not UTF-8: byte {error.start}.") from error
