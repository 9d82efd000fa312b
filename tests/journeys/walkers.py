"""Two ways to walk through pages, so that one journey is told once: a browser, and forms without one.

Both follow what a page holds: a link or a button is found by its words, never by an address that nobody saw.
"""

import re
from pathlib import Path

from tests.tournaments.web.visitor import Visitor

KEYS = {"white": "1", "black": "0", "jigo": "="}
TEXTS = {"white": "1-0", "black": "0-1", "jigo": "½-½"}
PHONE = {"width": 360, "height": 740}
WIDTH = "document.documentElement.scrollWidth"


class ByForms(Visitor):
    """No browser, and no JavaScript: what each page says is read, and its forms are sent."""

    def __init__(self):
        super().__init__()
        self.client.defaults["SERVER_NAME"] = "localhost"

    @property
    def text(self):
        return self.page.text

    def enter(self, **typed):
        self.press("Enter this player", **typed)

    def record(self, table, winner):
        labels = (
            label for label in self.page.buttons if label.startswith(f"{TEXTS[winner]} at table {table}:")
        )
        self.press(next(labels))

    def correct(self, **typed):
        self.press("Save", **typed)

    def download(self, ending):
        address = next(address for said, address in self.page.links if said.endswith(ending))
        return self.client.get(address).content


class InBrowser:
    """A page of a browser. ``wide``: what is wider than a phone, by address, looked at when left."""

    def __init__(self, page, *, scripted):
        self.page, self.scripted, self.seen, self.wide = page, scripted, set(), {}

    @property
    def text(self):
        return " ".join(self.page.inner_text("body").split())

    def open(self, address):
        self._measure()
        self.page.goto(address)

    def follow(self, text):
        """The first link whose text begins so."""
        self._measure()
        with self.page.expect_navigation():
            self.page.get_by_role("link", name=re.compile(f"^{re.escape(text)}")).first.click()

    def press(self, label, **typed):
        """The first button that is labelled so, with what was typed into the fields of its form."""
        self._measure()
        button = self._filled(label, typed)
        with self.page.expect_navigation():
            button.click()

    def enter(self, **typed):
        """A new player by keyboard alone; returns how many keys that takes beyond what is typed."""
        keys = ["Tab"] * (len(typed) - 1) + ["Enter"]
        assert self.page.evaluate("document.activeElement.name") == "family_name"
        with self.page.expect_navigation():
            for (name, text), key in zip(typed.items(), keys, strict=True):
                assert self.page.evaluate("document.activeElement.name") == name
                self.page.keyboard.type(text)
                self.page.keyboard.press(key)
        return len(keys)

    def record(self, table, winner):
        """By keyboard where a script listens: table number, Return, one key."""
        if not self.scripted:
            self.page.get_by_role("button", name=f"{TEXTS[winner]} at table {table}:").click()
            self.page.wait_for_selector(f"[data-table='{table}'][data-now={winner}]")
            return
        for key in (*str(table), "Enter", KEYS[winner]):
            self.page.keyboard.press(key)
        self.page.locator(f"tr[data-table='{table}'] [data-state]:has-text('✓ saved')").wait_for()

    def correct(self, **typed):
        self._filled("Save", typed).click()
        self.page.wait_for_selector(f"[data-table='1'][data-now={typed['result']}]")

    def download(self, ending):
        self._measure()
        with self.page.expect_download() as told:
            self.page.get_by_role("link", name=re.compile(f"{re.escape(ending)}$")).first.click()
        return Path(told.value.path()).read_bytes()

    def _filled(self, label, typed):
        button = self.page.locator("button").filter(has_text=re.compile(rf"^\s*{re.escape(label)}\s*$")).first
        form = button.locator("xpath=ancestor::form")
        if not button.is_visible():
            button.locator("xpath=ancestor::details/summary").first.click()
        for name, value in typed.items():
            self._fill(form.locator(f"[name={name}]"), value)
        return button

    def _fill(self, field, value):
        if isinstance(value, bytes):
            field.set_input_files({"name": "file", "mimeType": "application/octet-stream", "buffer": value})
        elif field.evaluate("field => field.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)

    def _measure(self):
        """Each address once: how wide the page is in the window of a phone."""
        address = self.page.url.partition("?")[0]
        if address in self.seen:
            return
        self.seen.add(address)
        usual = self.page.viewport_size
        self.page.set_viewport_size(PHONE)
        if (width := self.page.evaluate(WIDTH)) > PHONE["width"]:
            self.wide[address] = width
        self.page.set_viewport_size(usual)
