"""The greeting on the console once the server listens, with the address as a QR code."""

import ipaddress
import sys

import segno

from deploy import greeting
from deploy.program.beginning import Beginning
from deploy.program.options import Options

PHONES = """  Phones open that address in the network that this computer is in. Where they do not:
  let Python through the firewall of this computer (private networks), and leave a network
  for guests, which keeps its devices apart."""
OPEN = """  That address is on the internet, and what is sent there can be read on the way: passwords, too.
  --host 127.0.0.1 keeps it to this computer."""


def print_greeting(options: Options, port: int, hall: str, begun: Beginning) -> None:
    """Print the greeting in one write, so that log lines do not interrupt it."""
    lines = (
        greeting.demonstration_lines(options.host, str(port), begun.demonstration)
        if begun.demonstration
        else greeting.club_lines(options.host, str(port), begun.path)
    )
    kept = ["", f"  Kept what is in {options.data}: a demonstration wants --data with a new folder."]
    own = ["", f"  What is kept is in {options.data}"]
    every = [
        *lines,
        *(kept if begun.kept else own),
        *(phone_lines(f"http://{hall}:{port}/", hall) if hall else []),
    ]
    sys.stdout.write("\n".join([*every, *greeting.LAST]) + "\n")
    sys.stdout.flush()


def phone_lines(address: str, host: str) -> list[str]:
    """Return the QR code of the address, and advice for devices that do not reach it."""
    return ["", *(f"  {line}" for line in qr_lines(address)), "", OPEN if _is_public(host) else PHONES]


def _is_public(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_global
    except ValueError:
        return False


HALVES = {(1, 1): "█", (1, 0): "▀", (0, 1): "▄", (0, 0): " "}


def qr_lines(address: str) -> list[str]:
    """Return the lines of a QR code, two rows of dots each; light dots are drawn, for dark consoles."""
    rows = [[1 - bit for bit in row] for row in segno.make(address, micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([1] * len(rows[0]))
    return [
        "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
