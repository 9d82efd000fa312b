"""A page of the service as a page of a copy: links lead to the copy's files, and nothing asks a server."""

from collections.abc import Callable
from html import escape
from html.parser import HTMLParser

GONE = ("form",)
"""What does nothing without a server."""

LEADING = {"a": "href", "link": "href", "script": "src", "img": "src"}
Found = Callable[[str], str | None]
"""From an address as the page says it to the one in the copy; None where the copy has no such page."""


class _Rewriting(HTMLParser):
    """Everything as it came, but for addresses and for what is gone."""

    def __init__(self, found: Found) -> None:
        super().__init__(convert_charrefs=False)
        self.found, self.pieces, self.within = found, list[str](), 0

    def say(self, text: str) -> None:
        if not self.within:
            self.pieces.append(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.within += tag in GONE
        if tag in LEADING:
            self.say(_opened(tag, self._led(tag, attrs)))
        else:
            self.say(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def _led(self, tag: str, attrs: list[tuple[str, str | None]]) -> list[tuple[str, str | None]]:
        """A link to what is not in the copy stays as words, without an address."""
        led = [
            (name, self.found(value) if name == LEADING[tag] and value else value) for name, value in attrs
        ]
        return [(name, value) for name, value in led if value is not None or name != LEADING[tag]]

    def handle_endtag(self, tag: str) -> None:
        self.say(f"</{tag}>")
        self.within -= tag in GONE

    def handle_data(self, data: str) -> None:
        self.say(data)

    def handle_entityref(self, name: str) -> None:
        self.say(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.say(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self.say(f"<!{decl}>")


def _opened(tag: str, attrs: list[tuple[str, str | None]]) -> str:
    said = (name if value is None else f'{name}="{escape(value)}"' for name, value in attrs)
    return f"<{' '.join((tag, *said))}>"


def rewritten(page: str, found: Found) -> str:
    parser = _Rewriting(found)
    parser.feed(page)
    parser.close()
    return "".join(parser.pieces)
