"""What nginx says itself, in every language: as a page, and as the problem document of REST."""

import json
from pathlib import Path

from django.conf import settings
from django.template import loader
from django.utils import translation

from deploy.problem import problem
from games.refusals import CODES
from games.speaking import spoken

SAID = {403: "https_needed", 413: "too_large", 429: "throttled", 503: "unavailable", 504: "unavailable"}
"""Status -> code of the closed table."""


def write(folder: Path) -> None:
    """``{status}.{language}.html`` and ``.json`` of each."""
    folder.mkdir(parents=True, exist_ok=True)
    for language, _ in settings.LANGUAGES:
        for status, code in SAID.items():
            stem = f"{status}.{language}"
            (folder / f"{stem}.json").write_bytes(_document(status, code, language))
            (folder / f"{stem}.html").write_text(_page(code, language), encoding="utf-8")


def _document(status: int, code: str, language: str) -> bytes:
    document = json.loads(problem(code, language=language).content)
    return json.dumps(document | {"status": status}).encode()


def _page(code: str, language: str) -> str:
    with translation.override(language):
        words = {"title": spoken(CODES[code].title), "advice": spoken(CODES[code].advice)}
        return loader.render_to_string("unavailable.html", {"said": words})
