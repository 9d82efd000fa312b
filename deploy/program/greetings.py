"""The greeting on the console once the server listens, with the address as a QR code."""

import ipaddress
import os
import sys
from typing import Any

import segno

from deploy.program.beginning import Beginning
from deploy.program.options import Options

LAST = ["", "  Ctrl-C stops it; the next start keeps the data.", ""]


def club_lines(host: str, port: str, path: str) -> list[str]:
    """Return the lines for a new club. The link creates the first account, once, for anybody who has it."""
    first = path != "/"
    return [
        "",
        f"  Nigiri is at  {address_of(host, port)}/",
        *([f"  begin here    {address_of(host, port)}{path}"] if first else []),
        *(["                that link makes the first account: keep it to yourself"] if first else []),
        *hall_lines(),
    ]


def hall_lines() -> list[str]:
    """Return the line with the address in the local network, if there is one."""
    address = os.environ.get("NIGIRI_ADDRESS", "")
    return [f"  from the hall {address}/"] if address else []


def address_of(host: str, port: str) -> str:
    """Return the URL to open on this machine: localhost for any address of it."""
    here = {"127.0.0.1": "localhost", "0.0.0.0": "localhost", "::": "localhost", "[::]": "localhost"}  # noqa: S104
    return f"http://{here.get(host, host)}:{port}"


def demonstration_lines(host: str, port: str, made: dict[str, Any]) -> list[str]:
    """Return the lines for a demonstration: address and accounts; ``made`` as in `manage.py demo --json`."""
    address = address_of(host, port)
    width = max((len(login_label(login)) for login in made["logins"]), default=0)
    return [
        "",
        f"  Nigiri is at     {address}/",
        f"  its tournament   {address}/tournaments/{made['tournament']}/",
        f"  REST             {address}/api/v1/  described at {address}/api/docs/",
        f"  log in           {address}/accounts/login/",
        *(
            f"    {login_label(login):<{width}}  {login['user']}  {login['password']}"
            for login in made["logins"]
        ),
        *hall_lines(),
    ]


def login_label(login: dict[str, str]) -> str:
    """Return ROLE, or ROLE (NAME) for the account of a player."""
    name = login.get("name", "")
    return f"{login['role']} ({name})" if name else login["role"]


PHONES = """  Phones open that address in the network that this computer is in. Where they do not:
  let Python through the firewall of this computer (private networks), and leave a network
  for guests, which keeps its devices apart."""
OPEN = """  That address is on the internet, and what is sent there can be read on the way: passwords, too.
  --host 127.0.0.1 keeps it to this computer."""


def print_greeting(options: Options, port: int, hall: str, begun: Beginning) -> None:
    """Print the greeting in one write, so that log lines do not interrupt it."""
    lines = (
        demonstration_lines(options.host, str(port), begun.demonstration)
        if begun.demonstration
        else club_lines(options.host, str(port), begun.path)
    )
    kept = ["", f"  Kept what is in {options.data}: a demonstration wants --data with a new folder."]
    own = ["", f"  What is kept is in {options.data}"]
    every = [
        *lines,
        *(kept if begun.kept else own),
        *(phone_lines(f"http://{hall}:{port}/", hall) if hall else []),
    ]
    sys.stdout.write("\n".join([*every, *LAST]) + "\n")
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
