"""Idempotent requests: a request sent twice has one effect and one response, for as long as there are events.

The client's ``Idempotency-Key`` becomes the command id, so the event store itself carries a command out at
most once. The response is stored with its events, in one transaction. A refused request stores nothing and
can be corrected and sent again under the same key.

The response is encrypted under a key derived from the request, its Idempotency-Key included, which the
service does not store. So decryption fails for another request under the same key, responses that name people
may be stored for ever, and readers of the database learn neither the request nor the response.

A response that contains a secret is not stored: the request is carried out again, which its command id makes
harmless. Callers without an account have no keys: they would share them.
"""

import hmac
import json
import os
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from games.log import store, unit_of_work
from games.log.canonical import canonical
from games.log.statements import column_value, write
from games.log.store import CommandRepeated
from games.log.tables import Event
from games.log.unit_of_work import Context
from games.refusals import refuse

_INSERT = "INSERT INTO games_keptanswer (id, sealed) VALUES (%s, %s) ON CONFLICT (id) DO NOTHING"
NONCE_BYTES = 12  # bytes


class KeptAnswer(models.Model):
    """An encrypted response, stored in the transaction of its command under the command's id."""

    id = models.UUIDField(primary_key=True)
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return str(self.id)


def store_answer(command_id: UUID, sealed: bytes) -> bool:
    """Store a response; return False if the command has one already."""
    row = [column_value(KeptAnswer, "id", command_id), column_value(KeptAnswer, "sealed", sealed)]
    return write(_INSERT, row) == 1


def answers_of(events: QuerySet[Event]) -> QuerySet[KeptAnswer]:
    """Return the responses of the commands that stored these events."""
    return KeptAnswer.objects.filter(id__in=events.order_by().values("command_id")).order_by("id")


def answer_line(kept: KeptAnswer) -> str:
    """Return the line of an export for a response."""
    return canonical({"answer": str(kept.id), "sealed": b64encode(bytes(kept.sealed)).decode()})


def read_answer(line: Mapping[str, Any]) -> tuple[UUID, bytes]:
    """Return the arguments of ``store_answer`` from an export's line.

    Raises ValueError, TypeError, KeyError.
    """
    return UUID(line["answer"]), b64decode(line["sealed"], validate=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredResponse:
    """A response to be repeated."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def key_of(secret: str, *parts: bytes) -> bytes:
    """Derive 32 bytes from the secret and all parts."""
    return hmac.digest(secret.encode(), b"\n".join(parts), "sha256")


def seal(key: bytes, name: bytes, said: StoredResponse | None) -> bytes:
    """Encrypt a response; ``name`` ties it to its row. None marks a request whose response is not stored."""
    text = b"" if said is None else _serialise(said)
    nonce = os.urandom(NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, zlib.compress(text), name)


def unseal(key: bytes, name: bytes, sealed: bytes) -> StoredResponse | None:
    """Decrypt a response. Raises ValueError for another key or name."""
    try:
        text = zlib.decompress(AESGCM(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], name))
    except InvalidTag as error:
        raise ValueError("sealed for another request") from error
    return _deserialise(text) if text else None


def _serialise(said: StoredResponse) -> bytes:
    head = json.dumps([said.status, dict(said.headers)], separators=(",", ":"))
    return head.encode() + b"\n" + said.body


def _deserialise(text: bytes) -> StoredResponse:
    head, _, body = text.partition(b"\n")
    status, headers = json.loads(head)
    return StoredResponse(status=status, headers=headers, body=body)


NAMESPACE = UUID("9b9c1c5e-4a53-5d0c-9d5d-6e6967697269")
MAX_KEY_LENGTH = 200
KEY_PATTERN = rf"^[!-~]([ -~]{{0,{MAX_KEY_LENGTH - 2}}}[!-~])?$"
"""Printable ASCII; HTTP removes spaces at the ends."""
PUBLIC = "public"  # the actor of requests without an account
STORED_HEADERS = ("ETag", "Location", "Content-Type")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedRequest:
    """A request with a key.

    ``id`` is the id of the command and of the stored response, ``seal`` the key to it.
    """

    id: UUID
    seal: bytes


def keyed_request(request: HttpRequest, actor: str) -> KeyedRequest | None:
    """Return the request's ids from its Idempotency-Key; None without a key or an account.

    Refuses a key that is empty, too long or not printable.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not re.fullmatch(KEY_PATTERN, key):
        refuse("bad_idempotency_key", field="header:Idempotency-Key", longest=MAX_KEY_LENGTH)
    if actor == PUBLIC:
        return None
    asked = f"{actor}\n{request.method} {request.get_full_path()}".encode()
    return KeyedRequest(id=uuid5(NAMESPACE, f"{actor}\n{key}"), seal=key_of(key, asked, request.body))


def answer_once(
    asked: KeyedRequest,
    carry_out: Callable[[], HttpResponse],
    context: Context,
    *,
    again: Callable[[], None],
    keep: bool = True,
) -> HttpResponse:
    """Return the first response to this request; carry it out if there is none, or it was not stored.

    ``again`` raises if the caller has lost the permission in the meantime. Of two simultaneous requests one
    is carried out; the other finds its response when it is retried.
    """
    tried = False

    def attempt() -> HttpResponse:
        nonlocal tried
        earlier = KeptAnswer.objects.filter(id=asked.id).first()
        if earlier is None and not tried:
            store.assume_new(asked.id)
        tried = True
        if earlier and (said := _unseal_response(asked, bytes(earlier.sealed))):
            again()
            return _replay(said)
        response = carry_out()
        if not earlier and response.status_code < 400:
            _store_response(asked, _to_stored(response) if keep else None)
        return response

    return unit_of_work.run(attempt, context=context)


def _unseal_response(asked: KeyedRequest, sealed: bytes) -> StoredResponse | None:
    try:
        return unseal(asked.seal, asked.id.bytes, sealed)
    except ValueError:
        refuse("idempotency_mismatch")


def _store_response(asked: KeyedRequest, said: StoredResponse | None) -> None:
    if not store_answer(asked.id, seal(asked.seal, asked.id.bytes, said)):
        raise CommandRepeated(asked.id)


def _to_stored(response: HttpResponse) -> StoredResponse:
    headers = {name: response[name] for name in STORED_HEADERS if name in response}
    return StoredResponse(status=response.status_code, headers=headers, body=bytes(response.content))


def _replay(said: StoredResponse) -> HttpResponse:
    response = HttpResponse(said.body, status=said.status)
    for name, value in said.headers.items():
        response[name] = value
    response["Idempotent-Replay"] = "true"
    return response
