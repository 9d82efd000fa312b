"""Advisories against what is shipped: pip-audit itself, asking a service that the test answers for."""

import json
import os
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from packaging.version import Version
from pip_audit._format import JsonFormat
from pip_audit._service import ResolvedDependency, SkippedDependency, VulnerabilityResult

from deploy.tools.auditing import Accepted, parse_report, uncovered_advisories

NAME = "PYSEC-2026-1"
KNOWN = {  # as OSV writes an advisory
    "id": NAME,
    "aliases": ["CVE-2026-1"],
    "summary": "An invented hole",
    "affected": [
        {
            "package": {"name": "django", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "99.1"}]}],
        }
    ],
}


class Advisories(BaseHTTPRequestHandler):
    """OSV's address for one package: what is known of it."""

    known = {}

    def do_POST(self):
        wanted = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["package"]["name"]
        if wanted in self.known and self.known[wanted] is None:
            self.send_error(503)
            return
        body = json.dumps({"vulns": self.known[wanted]} if wanted in self.known else {}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextmanager
def service(known):
    """The address of a service that knows `known`: package -> advisories, None where it answers 503."""
    handler = type("Known", (Advisories,), {"known": known})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1/query"
    finally:
        server.shutdown()
        server.server_close()


def audited(address, folder):
    """(status, what was printed, the tally's line on what was not run) of the step of `deploy/test.sh`."""
    environment = {**os.environ, "PIP_AUDIT_OSV_URL": address}
    done = subprocess.run(
        [sys.executable, "-m", "deploy.tools.auditing", str(folder)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    tallied = subprocess.run(
        [sys.executable, "-m", "tests.tally", str(folder)], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, tallied.stdout.splitlines()[0]


def test_nothing_known_is_well(tmp_path):
    with service({}) as address:
        status, said, not_run = audited(address, tmp_path)
    assert status == 0
    assert "0 not, 0 advisories" in said
    assert int(said.split()[0]) > 60
    assert not_run == "not run: 0 - everything ran"


def test_a_known_hole_in_one_package_fails_the_step(tmp_path):
    with service({"django": [KNOWN]}) as address:
        status, said, not_run = audited(address, tmp_path)
    assert status == 1
    assert said.startswith("django 5.")
    assert f"{NAME}, CVE-2026-1; mended in 99.1" in said
    assert not_run == "not run: 0 - everything ran"


def unread(address, folder):
    status, said, not_run = audited(address, folder)
    assert not_run == "not run: 1 - no advisories could be read for the audit"
    return status, said.partition(": ")[0]


def test_a_service_that_answers_503_has_audited_nothing(tmp_path):
    with service({"amqp": None}) as address:
        assert unread(address, tmp_path) == (0, "Not audited")


def test_a_service_that_never_answers_has_audited_nothing(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert unread(f"http://127.0.0.1:{silent.getsockname()[1]}/", tmp_path) == (0, "Not audited")


def report(result):
    return JsonFormat(output_desc=True, output_aliases=True).format(result, [])


DJANGO = ResolvedDependency(name="django", version=Version("5.2.1"))
HOLE = VulnerabilityResult.create(ids=[NAME, "CVE-2026-1"], description="", fix_versions=[], published=None)


def test_what_pip_audit_could_not_look_up_is_unread():
    audit = parse_report(
        report({DJANGO: [], SkippedDependency(name="ours", skip_reason="not found on PyPI"): []})
    )
    assert (audit.audited, audit.advisories, audit.unread) == (1, (), ("ours",))


@pytest.mark.parametrize(
    ("identifier", "day", "covered"),
    [
        (NAME, 1, True),
        ("CVE-2026-1", 1, True),  # by any of its names
        (NAME, 2, False),
        ("CVE-2026-2", 1, False),
    ],
)
def test_an_exception_covers_its_own_advisory_until_its_day(identifier, day, covered):
    advisories = parse_report(report({DJANGO: [HOLE]})).advisories
    accepted = [Accepted(identifier=identifier, reason="not reached by us", until=date(2026, 1, 1))]
    assert uncovered_advisories(advisories, date(2026, 1, day), accepted) == (
        [] if covered else list(advisories)
    )
