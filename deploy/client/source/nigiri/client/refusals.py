"""What a service refuses, as an exception."""

from typing import Any

import httpx

PROBLEM = "application/problem+json"


class Refused(Exception):
    """Problem details (RFC 9457). ``code`` is one of a closed list; ``facts`` are the further members."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        self.status = status
        self.code = str(body.pop("code", ""))
        self.title = str(body.pop("title", ""))
        self.detail = str(body.pop("detail", ""))
        self.facts = {name: value for name, value in body.items() if name not in {"type", "status"}}
        said = ", ".join(f"{name}: {value}" for name, value in self.facts.items())
        super().__init__(f"{status} {self.code}: {self.detail or self.title} {said}".rstrip())


def refuse(response: httpx.Response) -> None:
    """Raises Refused, or httpx.HTTPStatusError for what a proxy in front of the service answers."""
    if response.headers.get("Content-Type", "").startswith(PROBLEM):
        raise Refused(response.status_code, members(response))
    response.raise_for_status()


def members(response: httpx.Response) -> dict[str, Any]:
    """Those of a JSON object; none where the body is something else."""
    try:
        body = response.json()
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}
