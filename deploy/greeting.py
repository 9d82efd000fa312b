"""The lines that a club's server prints when it answers: where it is, and who logs in."""

import os
from typing import Any

LAST = ["", "  Ctrl-C stops it; the next start keeps the data.", ""]


def empty(host: str, port: str, path: str) -> list[str]:
    """Where to begin. The link makes the first account: once, and for whoever has it."""
    first = path != "/"
    return [
        "",
        f"  Nigiri is at  {address_of(host, port)}/",
        *([f"  begin here    {address_of(host, port)}{path}"] if first else []),
        *(["                that link makes the first account: keep it to yourself"] if first else []),
        *hall(),
    ]


def hall() -> list[str]:
    """Where others find it, while this machine keeps its address in their network."""
    address = os.environ.get("NIGIRI_ADDRESS", "")
    return [f"  from the hall {address}/"] if address else []


def address_of(host: str, port: str) -> str:
    """What is typed on this machine: any address is reached as localhost."""
    here = {"127.0.0.1": "localhost", "0.0.0.0": "localhost", "::": "localhost", "[::]": "localhost"}  # noqa: S104
    return f"http://{here.get(host, host)}:{port}"


def demonstration(host: str, port: str, made: dict[str, Any]) -> list[str]:
    """Where it is, and who logs in; ``made`` as `manage.py demo --json` says it."""
    address = address_of(host, port)
    width = max((len(label(login)) for login in made["logins"]), default=0)
    return [
        "",
        f"  Nigiri is at     {address}/",
        f"  its tournament   {address}/tournaments/{made['tournament']}/",
        f"  REST             {address}/api/v1/  described at {address}/api/docs/",
        f"  log in           {address}/accounts/login/",
        *(f"    {label(login):<{width}}  {login['user']}  {login['password']}" for login in made["logins"]),
        *hall(),
    ]


def label(login: dict[str, str]) -> str:
    """ROLE, or ROLE (NAME) for somebody who is a person of the tournament."""
    name = login.get("name", "")
    return f"{login['role']} ({name})" if name else login["role"]
