"""Read untrusted XML in one pass: no entities, no external files, within limits.

The result has elements, attributes, and text that is not blank: OpenGotha's format has none, MacMahon's has.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import ParseError
from xml.parsers.expat import ErrorString

from defusedxml import DTDForbidden, EntitiesForbidden, ExternalReferenceForbidden
from defusedxml.ElementTree import DefusedXMLParser

from games.marking import marked
from tournaments.formats.decoding import is_utf8
from tournaments.formats.errors import ExchangeError

MAX_BYTES = 20_000_000
MAX_MARKUP_BYTES = 256 * 1024  # one tag, comment or instruction
MAX_ATTRIBUTES = 100  # of one element
MAX_DEPTH = 20
MAX_TEXT = 10_000  # characters inside one element
MAX_ELEMENTS = 300_000

CHUNK = 64 * 1024
REFERENCE = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)[^\W\d][\w.-]*;")
UNDEFINED_ENTITY = 11
INVALID_TOKEN, PARTIAL_CHARACTER, UNKNOWN_ENCODING, WRONG_ENCODING = 4, 6, 18, 19  # expat's error numbers


@dataclass(slots=True, kw_only=True)
class Element:
    """An element, its first line, and its content."""

    tag: str
    line: int
    attributes: dict[str, str]
    children: list["Element"] = field(default_factory=list)
    text: str = ""

    def all(self, *path: str) -> Iterator["Element"]:
        """Return the elements at the end of ``path``, in the order of the file."""
        if not path:
            yield self
            return
        for child in self.children:
            if child.tag == path[0]:
                yield from child.all(*path[1:])

    def first(self, *path: str) -> "Element | None":
        return next(self.all(*path), None)


class _Parser(DefusedXMLParser):  # type: ignore[misc]
    """A parser that loads nothing and accepts a document type naming a file, as old programs write.

    ``doctype``: there is one, so that a reference to an entity it might define is not a fault by itself.
    """

    doctype = False

    def defused_start_doctype_decl(
        self, name: str, sysid: str | None, pubid: str | None, has_internal_subset: int
    ) -> None:
        if has_internal_subset:
            raise DTDForbidden(name, sysid, pubid)
        self.doctype = True


class _Builder:
    """The target of the parser, which checks limits while it builds the elements."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self.open: list[Element] = []
        self.seen = 0
        self.parser: _Parser | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        line = self.parser.parser.CurrentLineNumber if self.parser else 0
        self._bound(tag, attributes, line)
        element = Element(tag=tag, line=line, attributes=attributes)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def data(self, text: str) -> None:
        if not self.open or not text.strip():
            return
        element = self.open[-1]
        if len(element.text) + len(text) > MAX_TEXT:
            message = f"more than {MAX_TEXT} characters in one element"
            raise ExchangeError("text_too_long", message, line=element.line, element=element.tag)
        element.text += text

    def end(self, tag: str) -> None:
        self.open.pop()

    def close(self) -> Element | None:
        return self.root

    def _bound(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.seen += 1
        if self.seen > MAX_ELEMENTS:
            raise ExchangeError(
                "too_many_elements", f"more than {MAX_ELEMENTS} elements", line=line, element=tag
            )
        if len(self.open) >= MAX_DEPTH:
            raise ExchangeError(
                "too_deep", f"elements nested deeper than {MAX_DEPTH}", line=line, element=tag
            )
        if len(attributes) > MAX_ATTRIBUTES:
            raise ExchangeError(
                "too_many_attributes", f"more than {MAX_ATTRIBUTES} attributes", line=line, element=tag
            )


def read(data: bytes) -> Element:
    """Return the root element. Raises ``ExchangeError`` for any invalid bytes."""
    if len(data) > MAX_BYTES:
        raise ExchangeError("too_large", f"{len(data)} bytes; at most {MAX_BYTES} are read")
    builder = _Builder()
    parser = _Parser(target=builder, forbid_dtd=True)
    builder.parser = parser
    try:
        return _feed(parser, data)
    except ParseError as fault:
        if fault.code == UNDEFINED_ENTITY and parser.doctype:
            raise _entity_error(fault.position[0]) from None
        raise _parse_error(fault, data) from None
    except (DTDForbidden, EntitiesForbidden, ExternalReferenceForbidden):
        line = parser.parser.CurrentLineNumber
        raise ExchangeError("dtd", "a document type or entity declaration is not read", line=line) from None
    except (LookupError, ValueError):  # from the codec that an 8-bit encoding declaration asks for
        raise ExchangeError(
            "encoding", marked("the declared encoding is not one that is read"), line=1
        ) from None
    finally:
        builder.parser = None  # the parser references the builder: release both now


def _feed(parser: _Parser, data: bytes) -> Element:
    """Pass the data in pieces, so that an endless tag is noticed before all of it is in memory."""
    for begin in range(0, len(data), CHUNK):
        piece = data[begin : begin + CHUNK]
        parser.feed(piece)
        if begin + len(piece) - parser.parser.CurrentByteIndex > MAX_MARKUP_BYTES:
            line = parser.parser.CurrentLineNumber
            raise ExchangeError(
                "markup_too_long", f"one tag of more than {MAX_MARKUP_BYTES} bytes", line=line
            )
    root: Element = parser.close()
    if parser.doctype:
        _refuse_references(data.replace(b"\0", b""))  # also searches UTF-16
    return root


def _refuse_references(data: bytes) -> None:
    """Refuse references to entities, which expat drops silently if a document type might define them."""
    if found := REFERENCE.search(data):
        line = data.count(b"\n", 0, found.start()) + 1
        raise _entity_error(line)


def _entity_error(line: int) -> ExchangeError:
    return ExchangeError("dtd", "an entity that only a document type can define is not read", line=line)


def _parse_error(fault: ParseError, data: bytes) -> ExchangeError:
    line = fault.position[0]
    if fault.code in (PARTIAL_CHARACTER, UNKNOWN_ENCODING, WRONG_ENCODING):
        return ExchangeError("encoding", marked("the bytes do not fit the declared encoding"), line=line)
    if fault.code == INVALID_TOKEN and not is_utf8(data):
        return ExchangeError(
            "encoding", marked("a byte that is not UTF-8, and no other encoding declared"), line=line
        )
    error = ErrorString(fault.code)
    message = marked("not well-formed XML: %(error)s", error=error)
    return ExchangeError("not_well_formed", message, line=line)
