"""The verifier asked in this process: a bundle in, what it says out."""

import importlib.util
import json
import sys
from collections import Counter
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from io import StringIO
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

from django.core.management import call_command

VERIFIER = Path(__file__).parents[2] / "deploy" / "verifier" / "nigiri_verify.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the program says.

    ``status`` as it ends with; ``checked``: figures compared, by what they are; ``prizes``: those that
    follow, by group and view.
    """

    status: int
    faults: list[str]
    skipped: Counter = field(default_factory=Counter)
    checked: Counter = field(default_factory=Counter)
    prizes: dict = field(default_factory=dict)


@cache
def verifier() -> ModuleType:
    """By its path: it is no module of any package."""
    spec = importlib.util.spec_from_file_location("nigiri_verify", VERIFIER)
    module = importlib.util.module_from_spec(spec)
    sys.modules["nigiri_verify"] = module
    spec.loader.exec_module(module)
    return module


def bundle_of(slug: str, folder: Path) -> Path:
    """The tournament's bundle as everybody gets it."""
    path = folder / f"{slug}.zip"
    call_command("bundle", slug, str(path), stdout=StringIO())
    return path


def verified(bundle: Path, *, kept: str = "", receipt: str = "", key: str = "") -> Verdict:
    """What ``nigiri_verify.py BUNDLE --json`` says, with a kept head, a receipt, a key from paper."""
    words = [str(bundle), "--json"]
    for option, text in (("--kept", kept), ("--receipt", receipt)):
        if text:
            path = bundle.with_name(option.strip("-"))
            path.write_text(text)
            words += [option, str(path)]
    return _asked([*words, "--key", key] if key else words)


def _asked(words: list[str]) -> Verdict:
    out = StringIO()
    with redirect_stdout(out), patch.object(sys, "argv", ["nigiri_verify.py", *words]):
        status = verifier().main()
    told = json.loads(out.getvalue())
    return Verdict(
        status=status,
        faults=[told["unreadable"]] if "unreadable" in told else told["faults"],
        skipped=Counter(told.get("not checked", {})),
        checked=Counter(told.get("checked", {})),
        prizes=told.get("prizes", {}),
    )
