"""`nigiri check BUNDLE`: checks that a bundle is intact and that its statements follow from its events.

Needs no database, network or data folder: everything is computed from the file.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from deploy.verifier.check_bundle import Check
from tournaments.checking import check
from tournaments.checking.report import Report

MOST_SENTENCES = 200
VERDICTS = {
    0: "The bundle is whole, and everything in it that can be computed again is as it states.",
    1: "The bundle is not to be relied on: see the sentences above that begin with WRONG.",
    2: "No fault was found, but not everything that you asked for could be checked: see above.",
}


def main(words: Sequence[str]) -> int:
    """Return the exit status: 0 intact and correct, 1 altered or wrong, 2 not checked."""
    given = _parser().parse_args(words)
    integrity = Check()
    integrity.run(given.bundle, given.key, head=given.head, proof=given.proof, receipt=given.receipt)
    meaning = check(given.bundle) if integrity.leaves else Report()
    status = 1 if meaning.faults else integrity.status
    said = json.dumps(_data(integrity, meaning, status), indent=1) if given.json else None
    lines = [said] if said else [*_lines(integrity, meaning), VERDICTS[status]]
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return status


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "nigiri check",
        description="Check a tournament's bundle: that nothing was altered, and that pairings, results, "
        "findings and standings follow from its events and records.",
    )
    parser.add_argument("bundle", type=Path, help="the file, bundle.zip of a tournament's page")
    parser.add_argument("--key", default="", metavar="LINE", help="the log's key, from a poster or a receipt")
    for name, what in (
        ("head", "signed checkpoints that you kept"),
        ("proof", "what /log/consistency/OLD/NEW served"),
        ("receipt", "proofs of receipts, or the digits of their QR codes"),
    ):
        parser.add_argument(
            f"--{name}", nargs="+", action="extend", default=[], type=Path, metavar="FILE", help=what
        )
    parser.add_argument("--json", action="store_true", help="answer for programs")
    return parser


def _lines(integrity: Check, meaning: Report) -> Iterator[str]:
    faults = [*integrity.faults, *map(str, meaning.faults)]
    yield from (f"WRONG: {sentence}" for sentence in faults[:MOST_SENTENCES])
    if len(faults) > MOST_SENTENCES:
        yield f"WRONG: {len(faults) - MOST_SENTENCES} more."
    yield from (f"Note: {sentence}" for sentence in meaning.notes[:MOST_SENTENCES])
    yield from (f"NOT CHECKED: {sentence}" for sentence in integrity.unchecked)
    yield from (f"Not computed ({often}): {what}" for what, often in meaning.unchecked.most_common())
    yield from (f"Checked: {sentence}" for sentence in integrity.checked)
    if meaning.checked:
        yield f"Computed: {', '.join(f'{what} {often}' for what, often in meaning.checked.items())}."


def _data(integrity: Check, meaning: Report, status: int) -> dict[str, Any]:
    signed = {name: getattr(integrity, name) for name in ("faults", "unchecked", "checked")}
    return {
        "status": status,
        "verdict": VERDICTS[status],
        "integrity": signed,
        "meaning": meaning.as_data(),
    }
