"""The doors of the tree: files that anybody may fetch and keep, as c2sp.org/tlog-tiles has them.

Answers are text and bytes for programs; so are refusals, in English. Entries are not served here: what a
tournament keeps to itself is in the tree as a hash, and its proof is for those who may read it or hold it.
"""

import re
from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from games.claims import receipts as claim_receipts  # noqa: F401 - there claims speak for their streams
from games.log import store
from games.log.tree import keeping, proofs, witnessing
from games.log.tree.checkpoints import base64
from games.log.tree.rotating import earlier
from games.log.tree.tables import KeptCheckpoint
from games.log.tree.tiles import HEIGHT, WIDTH, Tree
from games.receipts.proving import may_prove, named, proof
from games.refusals import Refusal

TEXT = "text/plain; charset=utf-8"
FOR_EVER = 365 * 24 * 3600  # seconds
LONGEST = 16_384  # bytes of a note
NO_KEY = "This log has no key to sign with."
TILE = re.compile(
    r"(?P<level>[0-9]|[1-5][0-9]|6[0-3])/(?P<number>(x[0-9]{3}/){0,4}[0-9]{3})"
    r"(\.p/(?P<width>[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5]))?"
)


def plainly(door: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator: a refusal is a line of text too."""

    @wraps(door)
    def opened(request: HttpRequest, **named: str) -> HttpResponse:
        try:
            return door(request, **named)
        except Refusal as refusal:
            return _text(f"{refusal}\n", refusal.status)

    return opened


@require_safe
@plainly
@cache_control(public=True, max_age=1)
def checkpoint(request: HttpRequest) -> HttpResponse:
    """The last signed head; of an empty log there is none."""
    head = keeping.current(timezone.now())
    return _text(keeping.given_out(head)) if head else _missing(NO_KEY)


@require_safe
@cache_control(public=True, max_age=60)
def key(request: HttpRequest) -> HttpResponse:
    """The public key, as a line of a verifier's list of keys; below it those of before, the last first."""
    signer = keeping.signer()
    if signer is None:
        return _missing(NO_KEY)
    return _text("".join(f"{line}\n" for line in (signer.verifier, *earlier(signer.name))))


@require_safe
@plainly
def tile(request: HttpRequest, place: str) -> HttpResponse:
    """A full tile, or the first hashes of one."""
    found = TILE.fullmatch(place)
    level, number, width = _numbers(found) if found else (0, 0, 0)
    there = (store.head() >> (HEIGHT * level)) - number * WIDTH
    if not found or there < width or spelled(number) != found["number"]:
        return _missing("There is no such tile.")
    hashes = b"".join(Tree().tile(level, number)[:width])
    response = HttpResponse(hashes, content_type="application/octet-stream")
    patch_cache_control(response, public=True, max_age=FOR_EVER, immutable=True)
    return response


@require_safe
@plainly
@cache_control(private=True, no_cache=True)
def event_proof(request: HttpRequest, event: str) -> HttpResponse:
    """For whoever may read the event, and whoever names the hash of its leaf (``?leaf=`` and hex digits)."""
    found = named(event)
    if found is None:
        return _missing("There is no such event.")
    if request.GET.get("leaf", "").lower() != found.leaf.hex() and not may_prove(request.user, found):
        return _text("This event is not published. Whoever has its line may name its hash: ?leaf=\n", 403)
    text = proof(found, timezone.now())
    return _text(text) if text else _missing(NO_KEY)


@require_safe
@plainly
@cache_control(public=True, max_age=60)
def consistency(request: HttpRequest, old: int, new: int | None = None) -> HttpResponse:
    """That the head of ``new`` events (the last one) begins with the first ``old``: as a witness is asked.

    See c2sp.org/tlog-witness: a line ``old``, the hashes, an empty line, the checkpoint.
    """
    heads = KeptCheckpoint.objects.filter(size__gte=old).order_by("-size")
    head = heads.filter(size=new).first() if new else heads.first()
    if head is None:
        return _missing("There is no such head.")
    path = proofs.consistency(old, head.size, Tree(head.size).node)
    lines = [f"old {old}", *map(base64, path), "", keeping.given_out(head)]
    return _text("\n".join(lines))


@csrf_exempt  # a witness has no account: its signature says who it is
@require_POST
@plainly
def cosignatures(request: HttpRequest) -> HttpResponse:
    """A head of ours with lines of witnesses below it: those that count here are served with it from now."""
    try:
        taken = witnessing.take(request.body[:LONGEST].decode())
    except ValueError as error:  # no note, no policy that can be read, no UTF-8
        return _text(f"{error}\n", 400)
    return _text(f"{taken}\n")


def spelled(number: int) -> str:
    """A tile's number as addresses have it: 1234067 is ``x001/x234/067``."""
    rest, last = divmod(number, 1000)
    parts = [f"{last:03}"]
    while rest:
        rest, part = divmod(rest, 1000)
        parts.append(f"x{part:03}")
    return "/".join(reversed(parts))


def _numbers(found: re.Match[str]) -> tuple[int, int, int]:
    """Level, number and width."""
    number = int(found["number"].replace("x", "").replace("/", ""))
    return int(found["level"]), number, int(found["width"] or WIDTH)


def _text(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(text, content_type=TEXT, status=status)


def _missing(why: str) -> HttpResponse:
    return _text(why + "\n", 404)


urlpatterns = [
    path("checkpoint", checkpoint, name="log-checkpoint"),
    path("key", key, name="log-key"),
    path("tile/<path:place>", tile, name="log-tile"),
    path("consistency/<int:old>", consistency, name="log-consistency-last"),
    path("consistency/<int:old>/<int:new>", consistency, name="log-consistency"),
    path("cosignatures", cosignatures, name="log-cosignatures"),
    path("proof/<str:event>", event_proof, name="log-proof"),
]
