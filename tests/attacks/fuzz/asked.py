"""A request and its answer as values, and a line that asks the same again."""

import shlex
from dataclasses import dataclass

LONGEST = 2000  # bytes of a body in a line


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """``target``: path and query, in ASCII. ``house``: whose the path's parameters are, None: nobody's."""

    route: str
    method: str
    target: str
    headers: dict[str, str]
    body: bytes = b""
    who: object = None
    house: object = None

    def line(self):
        """As a command for a shell, with what follows a very long body left out."""
        told = [f"-H {shlex.quote(f'{name}: {value}')}" for name, value in self.headers.items()]
        body = f"--data-binary $'{_escaped(self.body[:LONGEST])}'" if self.body else ""
        more = f" # {len(self.body)} bytes" if len(self.body) > LONGEST else ""
        parts = ["curl -i", f"-X {self.method}", *told, body, shlex.quote(f"$HOST{self.target}")]
        return f"[{self.who}] {' '.join(part for part in parts if part)}{more}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """``status`` 0: the connection was cut; ``logged``: tracebacks in the log since the answer before."""

    status: int
    seconds: float
    headers: dict[str, str]
    body: bytes = b""
    logged: str = ""


def _escaped(body):
    return "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b"'\\" else f"\\x{byte:02x}" for byte in body
    )
