"""`python deploy/greeting.py HOST PORT DEMO.json|/PATH`: once it answers, where to look and who logs in.

A path is that of the first page of a service that nobody runs yet, or "/" of one that somebody does.
"""

import json
import os
import sys
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

LAST = ["", "  Ctrl-C stops it; the next start keeps the data.", ""]


def main(host: str, port: str, demo: str) -> None:
    if not answers_in_time(host, int(port)):
        return
    if demo.endswith(".json"):
        lines = demonstration(host, port, json.loads(Path(demo).read_text(encoding="utf-8")))
    else:
        lines = empty(host, port, demo)
    sys.stdout.write("\n".join([*lines, *LAST]) + "\n")  # in one piece, whatever the server writes meanwhile
    sys.stdout.flush()


def answers_in_time(host: str, port: int) -> bool:
    """Whether there is any answer. False once the process that started this has ended: its server failed."""
    parent = os.getppid()
    here = {"0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1"}.get(host, host)  # noqa: S104  # any address
    while os.getppid() == parent:
        try:
            server = HTTPConnection(here.strip("[]"), port, timeout=60)
            server.request("GET", "/")
            server.getresponse().read()  # all of it: the server complains of one who hangs up
        except (OSError, HTTPException):
            time.sleep(0.2)
        else:
            return True
    return False


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


if __name__ == "__main__":
    main(*sys.argv[1:])
