"""The lines that a club's server prints once it listens: its address and the accounts."""

import os
from typing import Any

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
