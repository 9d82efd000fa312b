"""The command that proves a published pairing: it computes it again, with the cost of manual edits.

JSON: as ``GET .../rounds/{n}/proof/`` responds to officers. The exit status is 0 for any finding.
"""

from typing import Any

from django.core.management.base import CommandParser
from django.http import Http404

from games.log.progress import Progress
from games.management.base import Answer
from games.refusals import refuse
from tournaments.management.base import NamesTold, as_table, tournament
from tournaments.proofs.proving import (
    EditProofBody,
    PartProofBody,
    ProofBody,
    RecordedFoundBody,
    log_of,
    proof_body,
)


class Command(NamesTold):
    help = "Compute the pairing of a round again from the log: was it optimal, and which edit cost what?"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, required=True)

    def answer(self, **options: Any) -> Answer:
        row, number = tournament(options["slug"]), options["round"]
        if not 1 <= number <= row.rounds:
            refuse("no_such_round", round=number, rounds=row.rounds)
        with Progress("matchings", len(log_of(row, number, patient=True).parts)) as report:
            try:
                body = proof_body(row, number, officer=True, patient=True, report=report)
            except Http404:
                refuse("round_not_paired", round=number)
        return Answer(data=body, text="\n".join(_lines(body)))


def _lines(body: ProofBody) -> list[str]:
    lines = []
    for number, part in enumerate(body["parts"], start=1):
        lines.append(f"Matching {number}: {part['games']} games by {part['rules']}, seed {part['seed']}.")
        lines += [part["drawn"]["says"]] if part["drawn"]["says"] else []
        lines.append(part["says"])
        if part["provable"]:
            lines += [_comparison(part), f"Inputs: {_match(part['inputs_digest'])}"]
    lines += [_edits(body["edits"])] if body["edits"] else ["Nothing was changed by hand."]
    if stands := body["stands"]:
        lines.append("Now: {total} of at most {optimum}, short by {gap}.".format(**stands))
    return lines


def _comparison(part: PartProofBody) -> str:
    compared = {"total": part["total"], "optimum": part["optimum"]}
    rows = [[name, both["recorded"], both["found"]] for name, both in compared.items()]
    byes = [", ".join(names) or "nobody" for names in (part["byes"]["recorded"], part["byes"]["found"])]
    return as_table(["", "in the log", "found"], [*rows, ["bye", *byes]])


def _match(digest: RecordedFoundBody) -> str:
    same = (
        "the same as in the log"
        if digest["recorded"] == digest["found"]
        else f"the log has {digest['recorded']}"
    )
    return f"{digest['found']}, {same}."


def _edits(edits: list[EditProofBody]) -> str:
    rows = [[edit["change_total"] or "", edit["by"], edit["says"], edit["reason"]] for edit in edits]
    return as_table(["cost", "by", "edit", "reason"], rows)
