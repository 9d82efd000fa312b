"""Both tools asked in this process: a bundle in, their findings out."""

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from django.core.management import call_command

from deploy.verifier.check_bundle import Check
from tournaments.checking import check
from tournaments.checking.report import Report


def bundle_of(slug: str, folder: Path) -> Path:
    """The tournament's bundle as everybody gets it."""
    path = folder / f"{slug}.zip"
    call_command("bundle", slug, str(path), stdout=StringIO())
    return path


def integrity(bundle: Path, *, head: str = "", proof: str = "", receipt: str = "", key: str = "") -> Check:
    """``check_bundle.py`` with texts that a reader kept."""
    kept: dict[str, Sequence[Path]] = {}
    for kind, text in (("head", head), ("proof", proof), ("receipt", receipt)):
        if text:
            path = bundle.with_name(f"kept-{kind}")
            path.write_text(text)
            kept[kind] = [path]
    done = Check()
    done.run(bundle, key, **kept)
    return done


def meaning(bundle: Path) -> Report:
    """``nigiri check`` without what the other one finds."""
    return check(bundle)


def sentences(bundle: Path) -> list[str]:
    """All faults that both find in a bundle."""
    return [*integrity(bundle).faults, *map(str, meaning(bundle).faults)]
