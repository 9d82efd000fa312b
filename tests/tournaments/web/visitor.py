"""A visitor without JavaScript: opens pages, follows links, fills in forms and presses their buttons."""

from html.parser import HTMLParser

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

LANGUAGES = "/language/"  # the form at the foot of every page
TYPED = ("text", "search", "number", "email", "url", "date", "time", "datetime-local")
"""Types of inputs into which something is typed; passwords are never shown again."""


class Form:
    """``typed``: the fields into which text is typed, and how long it may be."""

    def __init__(self, attrs):
        self.action, self.method = attrs.get("action", ""), attrs.get("method", "get")
        self.fields, self.buttons, self.typed = {}, [], {}


class Page(HTMLParser):
    """What a page holds: ``text`` without tags, ``forms``, ``links`` as (text, address)."""

    def __init__(self, response):
        super().__init__()
        self.status, self.html = response.status_code, response.content.decode()
        self.forms, self.links, self.said = [], [], []
        self.open, self.select, self.area, self.is_script = [], None, None, False
        self.feed(self.html)
        self.forms = [form for form in self.forms if form.action != LANGUAGES]
        self.text = " ".join(" ".join(self.said).split())

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.is_script = tag == "script"
        if tag == "form":
            self.forms.append(Form(attrs))
        elif tag == "button" and attrs.get("type") == "button":
            return  # opens or closes something in a browser, and sends nothing
        elif tag == "button":
            action = attrs.get("formaction", self.forms[-1].action)
            self.forms[-1].buttons.append(["", attrs.get("name"), attrs.get("value", ""), action])
            self.open.append(("button", self.forms[-1].buttons[-1]))
        elif tag == "a":
            self.links.append(["", attrs.get("href", "")])
            self.open.append(("a", self.links[-1]))
        elif tag == "select":
            self.select = attrs["name"]
        elif tag == "option" and ("selected" in attrs or self.select not in self.forms[-1].fields):
            self.forms[-1].fields[self.select] = attrs["value"]
        elif tag == "textarea":
            self.area = attrs["name"]
            self.forms[-1].fields[self.area] = ""
            self.forms[-1].typed[self.area] = int(attrs.get("maxlength", 100))
        elif tag == "input" and attrs.get("type") != "file":
            self._input(attrs)

    def _input(self, attrs):
        chosen = attrs.get("type") not in ("radio", "checkbox") or "checked" in attrs
        if chosen and "name" in attrs:
            self.forms[-1].fields[attrs["name"]] = attrs.get("value", "")
        if "name" in attrs and attrs.get("type", "text") in TYPED:
            self.forms[-1].typed[attrs["name"]] = int(attrs.get("maxlength", 100))

    def handle_endtag(self, tag):
        if self.open and self.open[-1][0] == tag:
            self.open.pop()
        if tag == "textarea":
            fields = self.forms[-1].fields
            fields[self.area] = fields[self.area].removeprefix("\n")  # as browsers do
            self.area = None
        self.is_script = False

    def handle_data(self, data):
        if self.is_script:
            return
        self.said.append(data if data.strip() else " ")
        if self.area:
            self.forms[-1].fields[self.area] += data
        for _, held in self.open:
            held[0] = " ".join(f"{held[0]} {data}".split())

    def forms_to(self, address):
        """The forms of which a button sends them to this address."""
        return [
            form
            for form in self.forms
            if form.method.lower() == "post"
            and address in (form.action, *(button[3] for button in form.buttons))
        ]

    @property
    def buttons(self):
        return [button[0] for form in self.forms for button in form.buttons]


class Visitor:
    """One browser; ``page`` is what it shows."""

    def __init__(self, user=None):
        self.client = Client(enforce_csrf_checks=True)
        if user is not None:
            self.client.force_login(user)
        self.page = None

    def open(self, address):
        self.page = Page(self.client.get(address, follow=True))
        return self.page

    def follow(self, text):
        """The first link whose text begins so."""
        return self.open(next(address for said, address in self.page.links if said.startswith(text)))

    def press(self, label, **typed):
        """The first button that is labelled so, with what was typed into the fields of its form."""
        form, button = next(
            (form, button) for form in self.page.forms for button in form.buttons if button[0] == label
        )
        files = {name: held for name, held in typed.items() if isinstance(held, bytes)}
        data = {**form.fields, **typed}
        data |= {name: SimpleUploadedFile(f"{name}.sgf", held) for name, held in files.items()}
        if button[1]:
            data[button[1]] = button[2]
        send = self.client.post if form.method == "post" else self.client.get
        self.page = Page(send(button[3], data, follow=True))
        return self.page
