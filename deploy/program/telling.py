"""The greeting on the console once the server listens."""

import ipaddress
import sys

from deploy import greeting
from deploy.program.beginning import Beginning
from deploy.program.codes import in_letters
from deploy.program.options import Options

PHONES = """  Phones open that address in the network that this computer is in. Where they do not:
  let Python through the firewall of this computer (private networks), and leave a network
  for guests, which keeps its devices apart."""
OPEN = """  That address is on the internet, and what is sent there can be read on the way: passwords, too.
  --host 127.0.0.1 keeps it to this computer."""


def greet(options: Options, port: int, hall: str, begun: Beginning) -> None:
    """Print the greeting in one write, so that log lines do not interrupt it."""
    lines = (
        greeting.demonstration(options.host, str(port), begun.demonstration)
        if begun.demonstration
        else greeting.empty(options.host, str(port), begun.path)
    )
    kept = ["", f"  Kept what is in {options.data}: a demonstration wants --data with a new folder."]
    own = ["", f"  What is kept is in {options.data}"]
    every = [
        *lines,
        *(kept if begun.kept else own),
        *(phones(f"http://{hall}:{port}/", hall) if hall else []),
    ]
    sys.stdout.write("\n".join([*every, *greeting.LAST]) + "\n")
    sys.stdout.flush()


def phones(address: str, host: str) -> list[str]:
    """Return the QR code of the address, and advice for devices that do not reach it."""
    return ["", *(f"  {line}" for line in in_letters(address)), "", OPEN if _is_public(host) else PHONES]


def _is_public(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_global
    except ValueError:
        return False
