"""The documents at /api/docs/log/: as HTML, as source, with schemas and test vectors."""

from functools import cache
from pathlib import Path
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.safestring import SafeString
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from deploy.format.schemas import schemas
from games.log.canonical import canonical

FOLDER = Path(__file__).parent
VECTORS = FOLDER / "vectors"
FIRST = "README"
ORDER: Final = (
    "log",
    "tree",
    "events",
    "tournament",
    "pairing",
    "schedules",
    "standings",
    "ratings",
    "records",
    "seki",
    "findings",
    "limits",
)


@cache
def document_names() -> tuple[str, ...]:
    """Return the names of the documents in the order of reading; those not in ORDER come last."""
    there = {file.stem for file in FOLDER.glob("*.md")} - {FIRST}
    return (*(name for name in ORDER if name in there), *sorted(there - set(ORDER)))


@cache
def render_document(name: str) -> SafeString:
    """Return a document as HTML. HTML in its source is escaped."""
    markdown = MarkdownIt("js-default", {"html": False, "linkify": False})
    html: str = markdown.render((FOLDER / f"{name}.md").read_text(encoding="utf-8"))
    return SafeString(html.replace("<pre>", '<pre tabindex="0">'))


@cache
def document_titles() -> dict[str, str]:
    """Return the first heading of each document by name, in the order of reading."""
    return {name: _title(name) for name in (FIRST, *document_names())}


def _title(name: str) -> str:
    with (FOLDER / f"{name}.md").open(encoding="utf-8") as text:
        return next(text).removeprefix("# ").strip()


@require_safe
def document_page(request: HttpRequest, name: str = FIRST) -> HttpResponse:
    """Show a document, README by default."""
    if name != FIRST and name not in document_names():
        raise Http404
    facts = {
        "name": name,
        "title": document_titles()[name],
        "titles": document_titles().items(),
        "first": FIRST,
        "text": render_document(name),
        "kinds": tuple(schemas()) if name == "events" else (),
        "vectors": sorted(file.name for file in VECTORS.iterdir()) if name == FIRST else (),
    }
    return render(request, "deploy/format.html", facts)


@require_safe
@cache_control(public=True, max_age=300)
def document_source(request: HttpRequest, name: str) -> HttpResponse:
    """Return the source of a document."""
    if name != FIRST and name not in document_names():
        raise Http404
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    return HttpResponse(text, content_type="text/markdown; charset=utf-8")


@require_safe
@gzip_page
@cache_control(public=True, max_age=300)
def all_schemas(request: HttpRequest) -> HttpResponse:
    """Return the schemas of all kinds, by kind."""
    return HttpResponse(canonical(schemas()), content_type="application/json")


@require_safe
@cache_control(public=True, max_age=300)
def schema(request: HttpRequest, kind: str) -> HttpResponse:
    """Return the schema of one kind."""
    if kind not in schemas():
        raise Http404
    return HttpResponse(canonical(schemas()[kind]), content_type="application/schema+json")


@require_safe
@cache_control(public=True, max_age=300)
def vector(request: HttpRequest, name: str) -> HttpResponse:
    """Return a file of test vectors."""
    if not (VECTORS / name).is_file() or "/" in name:
        raise Http404
    return HttpResponse((VECTORS / name).read_bytes(), content_type="text/plain; charset=utf-8")


app_name = "format"
urlpatterns = [
    path("", document_page, name="index"),
    path("schemas.json", all_schemas, name="schemas"),
    path("schemas/<str:kind>.json", schema, name="schema"),
    path("vectors/<str:name>", vector, name="vector"),
    path("<slug:name>.md", document_source, name="raw"),
    path("<slug:name>/", document_page, name="text"),
]
