"""`python -m tests.languages.unmarked [PAGE ...]`: words of pages that nobody has marked for translation.

Makes a demonstration and some more tournaments in a folder of its own, asks for every page that answers a
GET, as the public and as the owner, in a language whose translations are in brackets, and prints page, text
and the templates that have it. PAGE is a part of a page's name: `standings`, `web:game`; without any, all.
Exits with 1 if anything was found. `--keep DIR` keeps the folder, and with it what migrating takes.

What is data stays out: names of people and places, numbers, codes; also what stands in `<code>`, in an
element with a `lang` of its own, or with `translate="no"`.
"""

import os
import sys
import tempfile
from pathlib import Path

MARKED = (
    *("account_login", "account_reset_password", "account_signup", "404", "web:home", "web:organisation"),
    *(
        "web:my",
        "web:pairing-why",
        "web:standings",
        "web:schedule",
        "web:players",
        "web:ratings",
    ),
    *("web:prizes", "web:proof", "web:round", "web:game", "web:claim", "web:receipt", "web:exports"),
    *("web:teams", "web:team-standings", "web:ratings", "web:lab", "web:bye-why"),
)
"""Pages that are marked whole, which tests/languages/test_marked.py holds."""
ROOT = Path(__file__).resolve().parents[2]


def main(*arguments: str) -> int:
    asked, folder = list(arguments), ""
    if "--keep" in asked:
        at = asked.index("--keep")
        folder, asked[at : at + 2] = asked[at + 1], []
    with tempfile.TemporaryDirectory() as passing:
        _begin(Path(folder or passing))
        from tests.languages.pages import checked

        found = dict(checked(asked or [""]))
    _told(found)
    return 1 if any(found.values()) else 0


def _begin(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["NIGIRI_DATA"], os.environ["DJANGO_SETTINGS_MODULE"] = str(folder), "deploy.settings"
    import django
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    call_command("migrate", verbosity=0)


def _told(found: dict[str, list[str]]) -> None:
    for name, texts in found.items():
        sys.stdout.write(f"{name}: {'nothing' if not texts else ''}\n")
        for text in texts:
            sys.stdout.write(f"    {text!r}  {' '.join(_holders(text))}\n")
    clean = [name for name, texts in found.items() if not texts]
    sys.stdout.write(f"{len(clean)} of {len(found)} pages are marked whole.\n")


def _holders(text: str) -> list[str]:
    """The templates that have the first words of it."""
    start = " ".join(text.split()[:4])
    pages = [*ROOT.glob("*/templates/**/*.html")]
    return [page.name for page in pages if start in " ".join(page.read_text().split())][:3]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
