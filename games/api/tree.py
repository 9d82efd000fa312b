"""Receipts, and signed checkpoints and proofs as text (deploy/format/tree.md).

Responses about the tree are text for programs; so are refusals, in English. Events are not served here: a
private event is in the tree as a hash, and its proof is for those who may read it or know the hash.
"""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from games.claims import receipts as claim_receipts  # noqa: F401 - there claims speak for their streams
from games.log.tables import KeptCheckpoint
from games.log.tree import merkle, signed_checkpoints
from games.log.tree.blocks import Tree
from games.log.tree.checkpoints import base64
from games.log.tree.signed_checkpoints import earlier_keys
from games.receipts.bodies import ReceiptBody, receipt_body
from games.receipts.checking import check
from games.receipts.proving import find_event, may_prove, proof_text
from games.receipts.readers import may_read, may_read_reasons
from games.refusals import Refusal
from games.rest.operated import reads
from games.rest.views import NigiriView

TEXT = "text/plain; charset=utf-8"
NO_KEY = "This log has no key to sign with."


def refuse_in_text(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator: turn a refusal into a line of text."""

    @wraps(view)
    def opened(request: HttpRequest, **named: str) -> HttpResponse:
        try:
            return view(request, **named)
        except Refusal as refusal:
            return _text(f"{refusal}\n", refusal.status)

    return opened


@require_safe
@refuse_in_text
@cache_control(public=True, max_age=1)
def checkpoint(request: HttpRequest) -> HttpResponse:
    """Return the last signed checkpoint; 404 for an empty log."""
    head = signed_checkpoints.current_checkpoint(timezone.now())
    return _text(head.note) if head else _missing(NO_KEY)


@require_safe
@cache_control(public=True, max_age=60)
def key(request: HttpRequest) -> HttpResponse:
    """Return the public key as a line of a verifier's list of keys, then the former ones, the last first."""
    signer = signed_checkpoints.log_signer()
    if signer is None:
        return _missing(NO_KEY)
    return _text("".join(f"{line}\n" for line in (signer.verifier, *earlier_keys(signer.name))))


@require_safe
@refuse_in_text
@cache_control(private=True, no_cache=True)
def event_proof(request: HttpRequest, event: str) -> HttpResponse:
    """Return the proof of an event to its readers, and to those who know its leaf hash (``?leaf=``)."""
    found = find_event(event)
    if found is None:
        return _missing("There is no such event.")
    if request.GET.get("leaf", "").lower() != found.leaf.hex() and not may_prove(request.user, found):
        return _text("This event is not published. If you have its line, name its hash: ?leaf=\n", 403)
    text = proof_text(found, timezone.now())
    return _text(text) if text else _missing(NO_KEY)


@require_safe
@refuse_in_text
@cache_control(public=True, max_age=60)
def consistency(request: HttpRequest, old: int, new: int | None = None) -> HttpResponse:
    """Prove that the checkpoint of ``new`` events (the last one) begins with the first ``old``.

    Returns a line ``old``, the hashes, an empty line, the checkpoint.
    """
    heads = KeptCheckpoint.objects.filter(size__gte=old).order_by("-size")
    head = heads.filter(size=new).first() if new else heads.first()
    if head is None:
        return _missing("There is no such head.")
    path = merkle.consistency_proof(old, head.size, Tree(head.size).node)
    lines = [f"old {old}", *map(base64, path), "", head.note]
    return _text("\n".join(lines))


def _text(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(text, content_type=TEXT, status=status)


def _missing(why: str) -> HttpResponse:
    return _text(why + "\n", 404)


urlpatterns = [
    path("checkpoint", checkpoint, name="log-checkpoint"),
    path("key", key, name="log-key"),
    path("consistency/<int:old>", consistency, name="log-consistency-last"),
    path("consistency/<int:old>/<int:new>", consistency, name="log-consistency"),
    path("proof/<str:event>", event_proof, name="log-proof"),
]


class ReceiptDetail(NigiriView):
    @reads("get_receipt", "site.read", ReceiptBody)
    def get(self, request: Request, code: str) -> ReceiptBody:
        """Check whether the log still says what it said when this code was given."""
        receipt = check(code)
        everything, reasons = may_read(request.user, receipt), may_read_reasons(request.user, receipt)
        return receipt_body(receipt, everything=everything, reasons=reasons)
