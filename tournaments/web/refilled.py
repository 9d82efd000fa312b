"""A page with one of its forms filled in again, and what was wrong said at the field. Text in, text out.

Every page is HTML of our own templates: each form names its address, and each control its name.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser

MACHINE = {"command", "version", "next", "csrfmiddlewaretoken"}
"""Hidden fields that a page makes anew each time."""
FIXED = {"hidden", "password", "file", "submit", "button", "image", "reset"}
"""Kinds of inputs that keep what the page has: forms are told apart by them, or pages may not fill them."""
TICKED = {"checkbox", "radio"}

WRONG: Mapping[str, str | bool] = {"aria-invalid": "true", "aria-describedby": "fault", "autofocus": True}

Attributes = list[tuple[str, str | None]]
Edit = tuple[int, int, str]  # from where to where of the page, and what is there instead


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """``field``: as the form calls it, "" for none of them."""

    said: str
    field: str = ""


@dataclass(slots=True, kw_only=True)
class Control:
    """One control of a form: its start tag, and for a text area its text, or for a list its options."""

    tag: str
    attributes: Attributes
    start: int
    end: int
    closed: int = 0
    options: list["Control"] = field(default_factory=list)

    def get(self, name: str) -> str:
        return next((value or "" for key, value in self.attributes if key == name), "")


@dataclass(slots=True, kw_only=True)
class Form:
    """``folded``: the start tags of closed parts of the page that it stands in."""

    action: str
    end: int
    folded: list[Control]
    controls: list[Control] = field(default_factory=list)

    def hidden(self) -> list[tuple[str, str]]:
        kept = (one for one in self.controls if one.get("type") == "hidden")
        return [(one.get("name"), one.get("value")) for one in kept if one.get("name") not in MACHINE]


class Forms(HTMLParser):
    """Where the forms of a page and their controls are; ``links`` that go on from the page's own address."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[Control] = []
        self.main = 0
        self._lines = [0]
        for line in html.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self._folded: list[Control] = []
        self._form: Form | None = None
        self._open: Control | None = None
        self.feed(html)
        self.close()

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        start = self._at()
        one = Control(tag=tag, attributes=attrs, start=start, end=start + len(self.get_starttag_text() or ""))
        if tag == "main":
            self.main = one.end
        elif tag == "details":
            self._folded.append(one)
        elif tag == "a" and one.get("href").startswith("?"):
            self.links.append(one)
        elif tag == "form":
            self._form = Form(action=one.get("action"), end=one.end, folded=list(self._folded))
            self.forms.append(self._form)
        elif tag == "option" and self._open:
            self._open.options.append(one)
        elif self._form and tag in ("input", "select", "textarea"):
            self._form.controls.append(one)
            self._open = one

    def handle_endtag(self, tag: str) -> None:
        if tag in ("select", "textarea") and self._open and self._open.tag == tag:
            self._open.closed = self._at()
            self._open = None
        elif tag == "details" and self._folded:
            self._folded.pop()
        elif tag == "form":
            self._form = None


def refilled(html: str, action: str, page: str, typed: Mapping[str, Sequence[str]], fault: Fault) -> str:
    """``html`` of the address ``page`` with the form that was sent to ``action`` as it was ``typed``.

    Where the page has no such form any more, what was typed is listed above.
    """
    found = Forms(html)
    edits = [_link(one, page) for one in found.links]
    form = _same_form(found.forms, action, typed)
    edits += _listed(found.main, typed) if form is None else _filled(form, typed, fault)
    for start, end, text in sorted(edits, reverse=True):
        html = html[:start] + text + html[end:]
    return html


def _link(one: Control, page: str) -> Edit:
    return _tag(one, {"href": page.partition("?")[0] + one.get("href")})


def _same_form(forms: Iterable[Form], action: str, typed: Mapping[str, Sequence[str]]) -> Form | None:
    """Of those with this address the one whose hidden fields were sent."""

    def alike(form: Form) -> int:
        return sum(1 if value in typed.get(name, ()) else -1 for name, value in form.hidden())

    return max((form for form in forms if form.action.partition("#")[0] == action), key=alike, default=None)


def _filled(form: Form, typed: Mapping[str, Sequence[str]], fault: Fault) -> list[Edit]:
    left = {name: list(values) for name, values in typed.items()}
    edits = [_tag(one, {"open": True}) for one in form.folded]
    at = _control_of(form, fault.field)
    for one in form.controls:
        edits += _as_typed(one, left, wrong=one is at)
    said = f'<strong class="alarm fault" id="fault" role="alert">{escape(fault.said)}</strong>'
    if at is None:
        return [*edits, (form.end, form.end, f'<p class="message error" tabindex="-1" autofocus>{said}</p>')]
    after = at.closed + len(f"</{at.tag}>") if at.closed else at.end
    return [*edits, (after, after, f" {said}")]


def _control_of(form: Form, name: str) -> Control | None:
    """The first that is called so and can be seen; a member of a member by its own name."""
    names = (name, name.replace(".", "_"), name.rpartition(".")[2]) if name else ()
    seen = [one for one in form.controls if one.get("type") not in {"hidden", *TICKED}]
    return next((one for called in names for one in seen if one.get("name") == called), None)


def _as_typed(one: Control, left: Mapping[str, list[str]], *, wrong: bool) -> list[Edit]:
    """``left``: the values of each name that no control has taken yet."""
    marked: dict[str, str | bool] = dict(WRONG) if wrong else {}
    values, kind = left.get(one.get("name"), []), one.get("type")
    if one.tag == "input" and kind in TICKED:
        return [_tag(one, {"checked": (one.get("value") or "on") in values})]
    if one.tag == "select":
        return [*_chosen(one, values), _tag(one, marked)]
    if one.tag == "textarea":
        text = [(one.end, one.closed, f"\n{escape(values.pop(0))}")] if values else []
        return [*text, _tag(one, marked)]
    if kind not in FIXED and values:
        marked = {**marked, "value": values.pop(0)}
    return [_tag(one, marked)] if marked else []


def _chosen(one: Control, values: list[str]) -> list[Edit]:
    """Lists of one choice each take one value, in the order in which they stand."""
    many = any(name == "multiple" for name, _ in one.attributes)
    if not (many or values):
        return []
    chosen = values if many else [values.pop(0)]
    return [_tag(each, {"selected": each.get("value") in chosen}) for each in one.options]


def _tag(one: Control, changed: Mapping[str, str | bool]) -> Edit:
    """The start tag with these attributes instead; False takes one away, True has no value."""
    now: dict[str, str | bool] = {name: True if value is None else value for name, value in one.attributes}
    written = "".join(
        f" {name}" if value is True else f' {name}="{escape(str(value))}"'
        for name, value in (now | dict(changed)).items()
        if value is not False
    )
    return one.start, one.end, f"<{one.tag}{written}>"


def _listed(at: int, typed: Mapping[str, Sequence[str]]) -> list[Edit]:
    told = [
        f"<dt>{escape(name.replace('_', ' ').capitalize())}</dt><dd>{escape(value)}</dd>"
        for name, values in typed.items()
        if name not in MACHINE and "password" not in name
        for value in values
        if value
    ]
    if not told:
        return []
    words = f"<summary>What you sent</summary><dl>{''.join(told)}</dl>"
    return [(at, at, f'<details open class="typed">{words}</details>')]
