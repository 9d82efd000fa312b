"""The same request sent twice: one effect, one answer.

The client's ``Idempotency-Key`` becomes the command id, so the event store itself carries a command out at
most once, whatever happens between. What is kept here is the answer, to give the first one again, and the
fingerprint of the request, to refuse another request under the same key. A refused request leaves nothing:
correct it and send it again under the same key.

An answer that holds a secret is not kept: the request is carried out again, which its command id makes
harmless. Callers without an account have no keys: they would share them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid5

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.log.answers import Answer
from games.log.statements import column, write
from games.refusals import refuse

NAMESPACE = UUID("9b9c1c5e-4a53-5d0c-9d5d-6e6967697269")
LONGEST = 200
KEPT = timedelta(days=1)
PUBLIC = "public"  # whoever has no account
_BEGUN = """
INSERT INTO games_answer (id, fingerprint, asked_at, status, headers, body) VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT (id) DO NOTHING
"""
_ANSWERED = "UPDATE games_answer SET status = %s, headers = %s, body = %s WHERE id = %s AND status = 0"
KEPT_HEADERS = ("ETag", "Location", "Content-Type")


@dataclass(frozen=True, slots=True, kw_only=True)
class Once:
    """One keyed request. ``id`` is both the command id and the key of the kept answer."""

    id: UUID
    fingerprint: str


def once(request: HttpRequest, actor: str) -> Once | None:
    """Who asks for what under which key; None without one, or without an account.

    Refuses a key nobody could repeat.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not 0 < len(key) <= LONGEST or not key.isprintable():
        refuse("bad_idempotency_key", longest=LONGEST)
    if actor == PUBLIC:
        return None
    fingerprint = sha256(f"{request.method} {request.get_full_path()}\n".encode())
    fingerprint.update(request.body)
    return Once(id=uuid5(NAMESPACE, f"{actor}\n{key}"), fingerprint=fingerprint.hexdigest())


def answer_once(asked: Once, carry_out: Callable[[], HttpResponse], *, keep: bool = True) -> HttpResponse:
    """The first answer to this request, carrying it out if there is none, or none is kept."""
    if answer := _earlier(asked):
        if answer.fingerprint != asked.fingerprint:
            refuse("idempotency_mismatch")
        if answer.status:
            return _again(answer)
    try:
        response = carry_out()
    except Exception:
        _forget(asked)
        raise
    if response.status_code >= 400:
        _forget(asked)
    elif keep:
        _keep(asked, response)
    return response


def forget(at: datetime) -> int:
    """Delete answers of more than a day ago; how many. A later repetition is still not carried out twice."""
    count, _ = Answer.objects.filter(asked_at__lt=at - KEPT).delete()
    return count


def _earlier(asked: Once) -> Answer | None:
    """What is kept of an earlier request under this key; None where this is the first.

    One that was there a moment ago may have been refused and forgotten since: then this may be the first.
    """
    while not _begin(asked):
        if found := Answer.objects.filter(id=asked.id).first():
            return found
    return None


def _begin(asked: Once) -> bool:
    """Whether this request is the first under its key; the row count tells."""
    unanswered = {
        "id": asked.id,
        "fingerprint": asked.fingerprint,
        "asked_at": timezone.now(),
        "status": 0,
        "headers": {},
        "body": b"",
    }
    return write(_BEGUN, _columns(unanswered)) == 1


def _forget(asked: Once) -> None:
    Answer.objects.filter(id=asked.id, status=0).delete()


def _keep(asked: Once, response: HttpResponse) -> None:
    headers = {name: response[name] for name in KEPT_HEADERS if name in response}
    answered = {
        "status": response.status_code,
        "headers": headers,
        "body": bytes(response.content),
        "id": asked.id,
    }
    write(_ANSWERED, _columns(answered))


def _columns(values: dict[str, Any]) -> list[Any]:
    return [column(Answer, name, value) for name, value in values.items()]


def _again(answer: Answer) -> HttpResponse:
    response = HttpResponse(bytes(answer.body), status=answer.status)
    for name, value in answer.headers.items():
        response[name] = value
    response["Idempotent-Replay"] = "true"
    return response
