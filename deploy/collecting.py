"""A request as it arrives, piece by piece, and when it is whole. Pure: no socket, no clock."""

import re
from enum import Enum

HEAD = 64 * 1024  # bytes that the head may have
BODY = 16 * 1024 * 1024  # of a body that is collected: a little more than the largest form
_END = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length[ \t]*:[ \t]*([^\r\n]*)", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding[ \t]*:", re.IGNORECASE)
_CONTINUE = re.compile(rb"\r\nexpect[ \t]*:[ \t]*100-continue", re.IGNORECASE)


class Part(Enum):
    """What of a request is here."""

    HEAD = "some of its head, or nothing"
    BODY = "its head, and not all of its body"
    ALL = "all of it, or as much as is needed to refuse it"
    ENDLESS = "more than a head can be"
    UNMEASURED = "a body that does not say how long it is"


class Request:
    """``length`` is that of the body, in bytes, as soon as the head is here."""

    def __init__(self, begun: bytes = b"") -> None:
        self.bytes, self.length, self.is_too_large, self.waits_for_leave = bytearray(), 0, False, False
        self._head = 0
        self.part = Part.HEAD
        if begun:
            self.add(begun)

    def add(self, piece: bytes) -> Part:
        """What is here now."""
        seen = len(self.bytes)
        self.bytes += piece
        if self.part is Part.HEAD:
            self._look_for_the_end(max(0, seen - len(_END)))
        if self.part is Part.BODY and len(self.bytes) >= self._head + self.length:
            self.part = Part.ALL
        return self.part

    def _look_for_the_end(self, since: int) -> None:
        found = self.bytes.find(_END, since)
        if found < 0:
            self.part = Part.ENDLESS if len(self.bytes) > HEAD else Part.HEAD
            return
        self._head = found + len(_END)
        self.part = self._measured(bytes(self.bytes[:found]) + b"\r\n")

    def _measured(self, head: bytes) -> Part:
        """The server itself refuses what is ambiguous, so that it is told as every other fault of a head."""
        if _CHUNKED.search(head):
            return Part.UNMEASURED
        lengths = _LENGTH.findall(head)
        if len(lengths) != 1 or not lengths[0].strip().isdigit():
            return Part.ALL
        self.length = int(lengths[0][:20])
        self.is_too_large = self.length > BODY
        self.waits_for_leave = bool(_CONTINUE.search(head))
        return Part.ALL if self.is_too_large else Part.BODY
