"""The catalogues in `deploy/locale`: `python -m deploy.languages.catalogues update|compile|state|missing`.

`update` adapts every .po to the sources: translations are kept, new sentences are empty, removed ones are
deleted. `compile` makes .mo files that are older than their .po. `state` counts translations and exits with 1
if any is missing; `missing LANGUAGE` lists the missing ones. Needs Babel, but neither GNU gettext nor a
database.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from deploy.languages.sources import ROOT, Sentence, sentences

LOCALE = ROOT / "deploy" / "locale"
TONGUES = ("de", "fr", "es", "ja", "zh_Hans", "ko")
"""Folders of translations, as Django calls them; the sources are English."""
HEADER = """msgid ""
msgstr ""
"Project-Id-Version: Nigiri\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"

"""
Key = tuple[str, str, str]


def po_of(tongue: str) -> Path:
    return LOCALE / tongue / "LC_MESSAGES" / "django.po"


def read_catalogue(tongue: str) -> Catalog:
    """Return a catalogue; an empty one if its file does not exist."""
    po = po_of(tongue)
    return read_po(BytesIO(po.read_bytes() if po.exists() else b""), locale=tongue, abort_invalid=True)


def messages_of(catalog: Catalog) -> Iterator[Message]:
    """Return the messages of a catalogue without its header."""
    return (message for message in catalog if message.id)


def key_of(message: Message) -> Key:
    one, many = (*message.id,) if message.pluralizable else (str(message.id), "")
    return str(message.context or ""), one, many


def source_sentences() -> dict[Key, list[Sentence]]:
    """Return each sentence of the sources with its places; a plural form covers its singular."""
    found: dict[Key, list[Sentence]] = {}
    for said in sentences():
        found.setdefault((said.context, said.one, said.many), []).append(said)
    for context, one, many in [key for key in found if key[2]]:
        found[context, one, many] += found.pop((context, one, ""), [])
    return found


def updated_catalogue(tongue: str, found: dict[Key, list[Sentence]]) -> Catalog:
    """Return a catalogue of these sentences with the existing translations."""
    known = {key_of(message): message for message in messages_of(read_catalogue(tongue))}
    catalog = Catalog(locale=tongue, fuzzy=False)
    for (context, one, many), places in found.items():
        old = known.get((context, one, many))
        catalog.add(
            (one, many) if many else one,
            old.string if old else None,
            flags=old.flags & {"fuzzy"} if old else (),
            auto_comments=dict.fromkeys(word for place in places for word in place.comments),
            user_comments=old.user_comments if old else (),
            context=context or None,
        )
    return catalog


def as_text(catalog: Catalog) -> bytes:
    """Return the file, sorted and without dates and places: it changes only where a sentence does."""
    out = BytesIO()
    out.write(HEADER.format(language=catalog.locale, plural=catalog.plural_forms).encode())
    write_po(out, catalog, omit_header=True, no_location=True, sort_output=True, width=110)
    return out.getvalue().rstrip() + b"\n"


def update() -> int:
    found = source_sentences()
    for tongue in TONGUES:
        po_of(tongue).parent.mkdir(parents=True, exist_ok=True)
        _write(po_of(tongue), as_text(updated_catalogue(tongue, found)))
    return state()


def compile_all() -> int:
    """Make each .mo file that is missing or older than its .po."""
    for tongue in TONGUES:
        po = po_of(tongue)
        mo = po.with_suffix(".mo")
        if po.exists() and (not mo.exists() or mo.stat().st_mtime < po.stat().st_mtime):
            out = BytesIO()
            write_mo(out, read_catalogue(tongue))
            _write(mo, out.getvalue())
    return 0


def _write(file: Path, content: bytes) -> None:
    """Write a file atomically, as other processes may be reading it."""
    if file.suffix == ".po" and file.exists() and file.read_bytes() == content:
        return
    with NamedTemporaryFile(dir=file.parent, delete=False) as beside:
        beside.write(content)
    Path(beside.name).chmod(0o644)
    Path(beside.name).replace(file)


def missing_messages(tongue: str) -> list[Message]:
    """Return the messages without a translation in every plural form, and the fuzzy ones."""
    return [
        message
        for message in messages_of(read_catalogue(tongue))
        if message.fuzzy or not all(translations_of(message))
    ]


def translations_of(message: Message) -> tuple[str, ...]:
    """Return the translations of a message: one for each plural form of the language."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def state() -> int:
    left = 0
    for tongue in TONGUES:
        todo, of = len(missing_messages(tongue)), sum(1 for _ in messages_of(read_catalogue(tongue)))
        left += todo
        sys.stdout.write(f"{tongue:8} {of - todo} of {of} translated\n")
    return 1 if left else 0


def missing(tongue: str) -> int:
    for message in missing_messages(tongue):
        sys.stdout.write(f"{message.id!r}\n")
    return 0


def main(what: str = "", *tongue: str) -> int:
    calls = {"update": update, "compile": compile_all, "state": state}
    if what == "missing" and len(tongue) == 1 and tongue[0] in TONGUES:
        return missing(*tongue)
    if what in calls and not tongue:
        return calls[what]()
    sys.stderr.write(f"{__doc__}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
