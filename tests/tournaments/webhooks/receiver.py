"""A real HTTP receiver on this machine: it stores requests and sends configured responses."""

import contextlib
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from threading import Thread
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tournaments.webhooks.posting import Sender

Answering = Callable[[BaseHTTPRequestHandler], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Got:
    path: str
    headers: dict[str, str]
    body: bytes


def says(status, headers=None, body=b""):
    """An answer with this status."""

    def answer(handler):
        handler.send_response(status)
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        with contextlib.suppress(OSError):  # a client that has read enough goes away
            handler.wfile.write(body)

    return answer


@dataclass(slots=True, kw_only=True)
class Receiver:
    """``answers``: one for each message in turn, the last one for all that follow."""

    url: str = ""
    port: int = 0
    got: list[Got] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)
    answers: list[Answering] = field(default_factory=lambda: [says(204)])

    @property
    def ids(self):
        return [got.headers["webhook-id"] for got in self.got]


@contextlib.contextmanager
def receiving(address="127.0.0.1", port=0, tls=None):
    """A Receiver that listens until the block ends. ``tls``: a context with its certificate."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"] or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            answer = receiver.answers[min(len(receiver.got), len(receiver.answers) - 1)]
            receiver.got.append(Got(path=self.path, headers=headers, body=body))
            answer(self)

        do_GET = do_POST  # noqa: N815 - http.server's name

        def log_message(self, *args):
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def finish_request(self, request, client_address):
            if tls is None:
                super().finish_request(request, client_address)
                return
            with contextlib.suppress(OSError), tls.wrap_socket(request, server_side=True) as secured:
                super().finish_request(secured, client_address)

        def handle_error(self, request, client_address):
            """A client that is cut off is what some tests are about."""

    server = Server((address, port), Handler)
    scheme = "http" if tls is None else "https"
    receiver.port = server.server_address[1]
    receiver.url = f"{scheme}://{address}:{receiver.port}/news?for=us"
    if tls is not None:
        tls.sni_callback = lambda _socket, name, _context: receiver.names.append(name)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@dataclass(slots=True)
class Resolver:
    """Answers in turn, the last one for all that follow; counts how often it was asked."""

    answers: list[list[str]]
    asked: list[tuple[str, int]] = field(default_factory=list)

    def __call__(self, host, port):
        self.asked.append((host, port))
        answer = self.answers[min(len(self.asked), len(self.answers)) - 1]
        if not answer:
            raise OSError("no such host")
        return answer


def named(url, host="hooks.example"):
    """The URL with a name for its address."""
    parts = urlsplit(url)
    return parts._replace(netloc=f"{host}:{parts.port}").geturl()


def at_home(**options):
    """A postman who may reach this machine."""
    return Sender(**{"private": True, **options})


def certified(name, folder):
    """TLS contexts: of a server with a certificate for ``name``, and of a client that trusts it alone."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receiver")])
    now = datetime.now(UTC)
    try:
        san = x509.IPAddress(ip_address(name))
    except ValueError:
        san = x509.DNSName(name)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([san]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cafile=str(file))
