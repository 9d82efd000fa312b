"""The audit of the shipped packages for known vulnerabilities: `python -m deploy.tools.auditing RECORD`.

pip-audit asks OSV (or the service in PIP_AUDIT_OSV_URL) about each line of `requirements.lock` that applies
to this platform. Exit status 1: an advisory without an exception, or a failed audit. If no advisories could
be read, RECORD/audit.json says so in the form of `tests.parts`: not run, and never passed. Exit status 0
otherwise.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

LOCK = Path(__file__).parent.with_name("requirements.lock")
COMMAND = (
    *(sys.executable, "-m", "pip_audit", "--require-hashes", "--disable-pip", "--requirement", str(LOCK)),
    *("--vulnerability-service", "osv", "--format", "json", "--progress-spinner", "off", "--timeout", "5"),
)
SECONDS = 20  # for all packages; a second where the service answers
UNANSWERED = re.compile(
    r"requests\.exceptions\.(Connection|Timeout|ReadTimeout|SSL|Proxy|ChunkedEncoding)|"
    r"network may be blocking this service|ServiceError"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """An exception: an advisory that is accepted until the day `until`, inclusive, for `reason`."""

    identifier: str
    reason: str
    until: date


ACCEPTED: tuple[Accepted, ...] = ()  # the one list of exceptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Advisory:
    """An advisory on a package; `names` are its identifiers in all lists that have it."""

    package: str
    names: tuple[str, ...]
    fixed_in: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """The result of an audit. `audited`: the number of packages; `unread`: the names of the others."""

    audited: int
    advisories: tuple[Advisory, ...]
    unread: tuple[str, ...]


class AuditFailedError(Exception):
    """Raised when the audit fails; the message gives the reason."""


class UnansweredError(Exception):
    """No advisory service answered; the text is the last line of pip-audit's output."""


def parse_report(report: str) -> Audit:
    """Parse pip-audit's JSON. Raises AuditFailedError for a report on no package."""
    packages = json.loads(report)["dependencies"]
    if not packages:
        raise AuditFailedError("no package was audited")
    unread = tuple(one["name"] for one in packages if "skip_reason" in one)
    advisories = tuple(_advisory(one, known) for one in packages for known in one.get("vulns", ()))
    return Audit(audited=len(packages) - len(unread), advisories=advisories, unread=unread)


def _advisory(package: dict[str, Any], known: dict[str, Any]) -> Advisory:
    return Advisory(
        package=f"{package['name']} {package['version']}",
        names=(known["id"], *known.get("aliases", ())),
        fixed_in=tuple(known["fix_versions"]),
    )


def uncovered_advisories(
    advisories: Iterable[Advisory], today: date, accepted: Iterable[Accepted] = ACCEPTED
) -> list[Advisory]:
    """Return the advisories that no exception covers on the day `today`."""
    covered = {one.identifier for one in accepted if today <= one.until}
    return [one for one in advisories if covered.isdisjoint(one.names)]


def run_audit() -> Audit:
    """Run pip-audit. Raises AuditFailedError, UnansweredError."""
    try:
        done = subprocess.run(COMMAND, capture_output=True, text=True, check=False, timeout=SECONDS)  # noqa: S603 (fixed words)
    except subprocess.TimeoutExpired:
        raise UnansweredError(f"no answer within {SECONDS} seconds") from None
    if done.stdout.strip():
        return parse_report(done.stdout)
    last = (done.stderr.strip().splitlines() or ["pip-audit said nothing"])[-1]
    raise (UnansweredError if UNANSWERED.search(last) else AuditFailedError)(last)


def main(arguments: Sequence[str]) -> int:
    """Audit, print the result, and write the record into the folder `arguments[0]`.

    Returns 1 for a failed audit and for an advisory without an exception.
    """
    left: dict[str, str] = {}
    try:
        status = _print_result(audit := run_audit())
        left = {f"audit of {name}": "no advisories could be read for the audit" for name in audit.unread}
    except AuditFailedError as failure:
        sys.stdout.write(f"The audit failed: {failure}\n")
        status = 1
    except UnansweredError as silence:
        sys.stdout.write(f"Not audited: {silence}\n")
        left, status = {"audit of dependencies": "no advisories could be read for the audit"}, 0
    record = {"part": "audit", "outcomes": {}, "left": left}
    Path(arguments[0], "audit.json").write_text(json.dumps(record))
    return status


def _print_result(audit: Audit) -> int:
    """Print the advisories without an exception; return 1 if there are any."""
    faults = uncovered_advisories(audit.advisories, datetime.now(UTC).date())
    for one in faults:
        mended = ", ".join(one.fixed_in) or "no version yet"
        sys.stdout.write(f"{one.package}: {', '.join(one.names)}; mended in {mended}\n")
    sys.stdout.write(f"{audit.audited} packages audited, {len(audit.unread)} not, {len(faults)} advisories\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
