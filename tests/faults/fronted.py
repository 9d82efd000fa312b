"""nginx with our configuration and TLS, run by an ordinary user, and what clients of it see."""

import http.client
import os
import shutil
import ssl
import subprocess
import tempfile
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.conftest import ROOT, wait_until
from tests.parts import nginx
from tests.services import free_port, stop

ORDINARY = {"user": "nobody", "group": "nogroup", "extra_groups": []}


class Front:
    """Where nginx listens, and the certificate that it shows."""

    def __init__(self, folder):
        self.folder, self.port, self.http = Path(folder), free_port(), free_port()
        self.tls = ssl.create_default_context(cafile=self.folder / "tls.crt")

    def asked(self, method, path, body=None, **headers):
        """(status, headers, text)."""
        with closing(
            http.client.HTTPSConnection("localhost", self.port, timeout=60, context=self.tls)
        ) as link:
            link.request(method, path, body, headers)
            answer = link.getresponse()
            return answer.status, answer.headers, answer.read().decode()


@contextmanager
def fronting(environment, upstream, **changes):
    """A Front; ``changes``: texts of the configuration and what replaces them in this test."""
    folder = Path(tempfile.mkdtemp(prefix="nigiri-nginx-"))
    try:
        write_certificate(folder)
        front = Front(folder)
        fill(front, environment, upstream, changes)
        with (folder / "log").open("w") as log:
            command = [nginx(), "-e", "stderr", "-c", folder / "nginx.conf", "-g", "daemon off;"]
            process = subprocess.Popen(command, stderr=log, **given_away(folder))
        try:
            wait_until(lambda: process.poll() is not None or listens(front))
            assert process.poll() is None, (folder / "log").read_text()
            yield front
        finally:
            stop(process)
    finally:
        shutil.rmtree(folder)


def fill(front, environment, upstream, changes):
    """Write the shipped configuration with the paths, ports and name of this test."""
    folder = front.folder
    own = {
        "go.example.org": "localhost",
        "127.0.0.1:8000": f"127.0.0.1:{upstream}",
        "listen 80 ": f"listen 127.0.0.1:{front.http} ",
        "listen 443 ": f"listen 127.0.0.1:{front.port} ",
        "/run/nginx.pid": str(folder / "nginx.pid"),
        "/var/lib/nginx": str(folder / "temp"),
        "/etc/nigiri/tls/fullchain.pem": str(folder / "tls.crt"),
        "/etc/nigiri/tls/privkey.pem": str(folder / "tls.key"),
        "/var/lib/nigiri/static": environment["NIGIRI_STATIC"],
        "/srv/nigiri/current/deploy/nginx/errors": str(folder / "errors"),
    }
    text = (ROOT / "deploy/nginx/nginx.conf").read_text()
    for old, new in {**own, **changes}.items():
        assert old in text, old
        text = text.replace(old, new)
    (folder / "nginx.conf").write_text(text)
    (folder / "temp").mkdir()
    shutil.copytree(ROOT / "deploy/nginx/errors", folder / "errors")


def given_away(folder):
    """Who runs it, and owns its folder: whoever runs the tests, unless that is root."""
    if os.geteuid() != 0:
        return {}
    for path in [folder, *folder.rglob("*")]:
        shutil.chown(path, ORDINARY["user"], ORDINARY["group"])
    return ORDINARY


def listens(front):
    try:
        front.asked("GET", "/static/nothing")
    except OSError:
        return False
    return True


def write_certificate(folder):
    key, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "x")]),
    )
    now, day = datetime.now(UTC), timedelta(days=1)
    made = (
        x509.CertificateBuilder(
            name, name, key.public_key(), x509.random_serial_number(), now - day, now + day
        )
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "tls.crt").write_bytes(made.public_bytes(Encoding.PEM))
    plain = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "tls.key").write_bytes(plain)
