"""The same request sent twice: one effect, one answer, for as long as there are events.

The client's ``Idempotency-Key`` becomes the command id, so the event store itself carries a command out at
most once. The answer is kept with its events, in one transaction: there is none without the other, whenever
a process dies. It is sealed with the request (``sealing``), which tells another request under the same key. A
refused request leaves nothing: correct it and send it again under the same key.

An answer that holds a secret is not kept: the request is carried out again, which its command id makes
harmless. Callers without an account have no keys: they would share them.
"""

import hmac
import json
import os
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import UUID, uuid5

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.http import HttpRequest, HttpResponse

from games.log import store, unit_of_work
from games.log.answers import KeptAnswer
from games.log.answers import keep as keep_answer
from games.log.store import CommandRepeated
from games.log.unit_of_work import Context
from games.refusals import refuse

NONCE = 12  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What was answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def key_of(secret: str, *parts: bytes) -> bytes:
    """32 bytes that only whoever knows the secret and all parts can make."""
    return hmac.digest(secret.encode(), b"\n".join(parts), "sha256")


def seal(key: bytes, name: bytes, said: Said | None) -> bytes:
    """``name`` ties it to its row. None: a request was here, and its answer is not for keeping."""
    text = b"" if said is None else _written(said)
    nonce = os.urandom(NONCE)
    return nonce + AESGCM(key).encrypt(nonce, zlib.compress(text), name)


def unseal(key: bytes, name: bytes, sealed: bytes) -> Said | None:
    """What was sealed. Raises ValueError where the key or the name is another."""
    try:
        text = zlib.decompress(AESGCM(key).decrypt(sealed[:NONCE], sealed[NONCE:], name))
    except InvalidTag as error:
        raise ValueError("sealed for another request") from error
    return _read(text) if text else None


def _written(said: Said) -> bytes:
    head = json.dumps([said.status, dict(said.headers)], separators=(",", ":"))
    return head.encode() + b"\n" + said.body


def _read(text: bytes) -> Said:
    head, _, body = text.partition(b"\n")
    status, headers = json.loads(head)
    return Said(status=status, headers=headers, body=body)


NAMESPACE = UUID("9b9c1c5e-4a53-5d0c-9d5d-6e6967697269")
LONGEST = 200
PUBLIC = "public"  # whoever has no account
KEPT_HEADERS = ("ETag", "Location", "Content-Type")


@dataclass(frozen=True, slots=True, kw_only=True)
class Once:
    """One keyed request. ``id`` is both the command id and that of the kept answer; ``seal`` opens it."""

    id: UUID
    seal: bytes


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
    asked = f"{actor}\n{request.method} {request.get_full_path()}".encode()
    return Once(id=uuid5(NAMESPACE, f"{actor}\n{key}"), seal=key_of(key, asked, request.body))


def answer_once(
    asked: Once,
    carry_out: Callable[[], HttpResponse],
    context: Context,
    *,
    again: Callable[[], None],
    keep: bool = True,
) -> HttpResponse:
    """The first answer to this request, carrying it out if there is none, or none is kept.

    ``again`` raises where whoever asks may not do so any more: an answer is for those who have the right.

    Of two at the same instant one is carried out; the other finds its answer when it is tried again.
    """
    tried = False

    def attempt() -> HttpResponse:
        nonlocal tried
        earlier = KeptAnswer.objects.filter(id=asked.id).first()
        if earlier is None and not tried:
            store.assume_new(asked.id)
        tried = True
        if earlier and (said := _opened(asked, bytes(earlier.sealed))):
            again()
            return _again(said)
        response = carry_out()
        if not earlier and response.status_code < 400:
            _keep(asked, _said(response) if keep else None)
        return response

    return unit_of_work.run(attempt, context=context)


def _opened(asked: Once, sealed: bytes) -> Said | None:
    try:
        return unseal(asked.seal, asked.id.bytes, sealed)
    except ValueError:
        refuse("idempotency_mismatch")


def _keep(asked: Once, said: Said | None) -> None:
    if not keep_answer(asked.id, seal(asked.seal, asked.id.bytes, said)):
        raise CommandRepeated(asked.id)


def _said(response: HttpResponse) -> Said:
    headers = {name: response[name] for name in KEPT_HEADERS if name in response}
    return Said(status=response.status_code, headers=headers, body=bytes(response.content))


def _again(said: Said) -> HttpResponse:
    response = HttpResponse(said.body, status=said.status)
    for name, value in said.headers.items():
        response[name] = value
    response["Idempotent-Replay"] = "true"
    return response
