"""An answer's body, read to a limit of size and of time, whatever a broken service or a proxy sends."""

import zlib
from collections.abc import Iterator
from time import monotonic

import httpx

CODINGS = {"", "identity", "gzip", "x-gzip"}


def whole(response: httpx.Response, *, largest: int, until: float) -> httpx.Response:
    """The streamed response with its body, unpacked, of at most so many bytes; ``until`` is of ``monotonic``.

    Raises httpx.DecodingError for a body that is larger or in a coding that nobody asked for, and
    httpx.ReadTimeout for one that is still not complete.
    """
    if response.is_stream_consumed:  # a transport that had it in memory
        return response
    content = bytearray()
    try:
        for part in _unpacked(response, largest + 1):
            content += part
            if len(content) > largest:
                raise httpx.DecodingError(f"a body of more than {largest} bytes", request=response.request)
            if monotonic() > until:
                raise httpx.ReadTimeout("the body takes too long", request=response.request)
    finally:
        response.close()
    return httpx.Response(
        response.status_code,
        headers=[line for line in response.headers.raw if line[0].lower() != b"content-encoding"],
        content=bytes(content),
        request=response.request,
        extensions=response.extensions,
        history=response.history,
    )


def _unpacked(response: httpx.Response, most: int) -> Iterator[bytes]:
    """Part by part, each of at most ``most`` bytes: httpx would unpack all of it at once."""
    coding = response.headers.get("Content-Encoding", "").strip().lower()
    if coding not in CODINGS:
        raise httpx.DecodingError(f"Content-Encoding {coding} was not asked for", request=response.request)
    gzip = zlib.decompressobj(16 + zlib.MAX_WBITS) if "gzip" in coding else None
    for raw in response.iter_raw():
        try:
            yield gzip.decompress(raw, most) if gzip else raw
        except zlib.error as broken:
            raise httpx.DecodingError(str(broken), request=response.request) from broken
