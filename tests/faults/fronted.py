"""nginx with our configuration and TLS, run by an ordinary user, and what clients of it see."""

import http.client
import os
import shutil
import ssl
import subprocess
import sys
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
    folder, ports = front.folder, {"http": front.http, "https": front.port}
    options = {
        "host": "localhost",
        "upstream": f"127.0.0.1:{upstream}",
        "run": folder,
        "temp": folder / "temp",
    }
    options |= {name: f"127.0.0.1:{port}" for name, port in ports.items()}
    options |= {"certificate": folder / "tls.crt", "key": folder / "tls.key"}
    options |= {"static": environment["NIGIRI_STATIC"]}
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    command = [sys.executable, "-m", "deploy.nginx", str(folder), *words]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    (folder / "temp").mkdir()
    text = (folder / "nginx.conf").read_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    (folder / "nginx.conf").write_text(text)


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
