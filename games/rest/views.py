"""The base of all REST views: rights, versions, idempotency keys.

Handlers are decorated in ``games.rest.operated``. A write honours ``Idempotency-Key``, and requires
``If-Match`` with ``match``, since a second director could race; with ``secret`` its responses are never
stored. With ``dry_run`` it takes ``?dry_run=true``: the request is carried out, answered and rolled back,
with all that it stored or queued.
"""

import re
from collections.abc import Callable, Sequence
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any, ClassVar, TypeVar, cast
from uuid import uuid4

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.datastructures import MultiValueDict
from django.utils.decorators import decorator_from_middleware
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView
from structlog.contextvars import bind_contextvars

from games.log.idempotency import PUBLIC, answer_once, keyed_request
from games.log.store import VersionClash
from games.log.tree import signed_checkpoints
from games.log.unit_of_work import Context
from games.marking import marked
from games.refusals import Code, Refusal, refuse, register
from games.rest.media import NullRenderer
from games.rest.parameters import DRY_RUN, query_bool, refuse_wrong_parameters
from games.rest.quotas import quota_headers
from games.rest.schema import NigiriSchema
from games.rest.strict import validate

JSON_PARSERS: Any = api_settings.DEFAULT_PARSER_CLASSES
R = TypeVar("R", bound=HttpResponseBase)
CHECKPOINT_HEADER = "Log-Checkpoint"


def with_checkpoint(response: R) -> R:
    """Add origin, number of events and root to a response, if a checkpoint was signed."""
    if last := signed_checkpoints.latest_checkpoint():
        response[CHECKPOINT_HEADER] = signed_checkpoints.one_line(last)
    return response


H = TypeVar("H", bound=Callable[..., Any])
Handler = Callable[..., HttpResponse]
Version = int | tuple[int, int]
"""The version of a stream; of a game, its tournament's version and its own."""
ETAG = re.compile(
    r'(?:W/)?"(?P<versions>\d{1,9}(?:\.\d{1,9})?)'
    r'(?:-(?P<marks>[0-9a-f]{6}(?:\.[0-9a-f]{6})?))?(?P<digest>-[0-9a-f]{16,64})?"'
)

register(
    {
        "bad_idempotency_key": Code(
            status=400, title=marked("The Idempotency-Key is empty, too long or not printable.")
        ),
        "bad_if_match": Code(
            status=400,
            title=marked("If-Match does not contain a version."),
            advice=marked(
                "Send the ETag of your last read; leave If-Match out where the API document does not list it."
            ),
            field="header:If-Match",
        ),
        "etag_of_another": Code(
            status=412,
            title=marked("If-Match has the ETag of something else than what this request changes."),
            advice=marked(
                "Send the ETag of a read of the same claim, game or tournament, at this address or above it."
            ),
            field="header:If-Match",
        ),
        "overtaken": Code(
            status=409,
            title=marked("Other requests are changing this at the moment."),
            advice=marked("Send the request again."),
        ),
    }
)


class ContentETags(ConditionalGetMiddleware):
    """Complete the ETag of a read with a digest of its content, and answer 304 to If-None-Match.

    A refusal has no ETag.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_read = request.method in ("GET", "HEAD") and response.status_code == HTTPStatus.OK
        if not is_read or not isinstance(response, HttpResponse) or not self.needs_etag(response):
            return response
        given = ETAG.fullmatch(response.get("ETag", ""))
        parts = [given["versions"], given["marks"]] if given else []
        tag = response["ETag"] = _join_tag(*parts, digest_of(response.content))
        answer = cast("HttpResponse", get_conditional_response(request, tag, response=response))
        if answer.status_code == HTTPStatus.PRECONDITION_FAILED:
            return _other_version(request)
        if CHECKPOINT_HEADER in response:
            answer[CHECKPOINT_HEADER] = response[CHECKPOINT_HEADER]
        return answer


def _other_version(request: HttpRequest) -> HttpResponse:
    """Return the problem of a read whose If-Match or If-Unmodified-Since does not hold."""
    handler: Any = api_settings.EXCEPTION_HANDLER
    header = "If-Match" if "If-Match" in request.headers else "If-Unmodified-Since"
    problem: HttpResponse = handler(
        Refusal("version_clash", {"field": f"header:{header}"}), {"request": request}
    )
    return problem


with_content_etag = decorator_from_middleware(ContentETags)


class NoBody(serializers.Serializer[Any]):
    """The body of an operation that takes none: nothing, or an empty object."""


class StillPermitted(Exception):
    """Signal that the sender of a request has the right; nothing more is done."""


class NigiriView(APIView):
    """A view that checks rights by the permission table; REST framework's permissions are not used.

    ``kept``: whether clients may store responses; those to GET have an ETag then. ``repeated``: the request
    was answered earlier, and only the rights are checked again. ``denied``: the check failed. ``dry_run``:
    the changes of the request are rolled back. ``version``: of what a request reads, for its ETag.
    ``compares``: writes compare the version in If-Match; otherwise they refuse one.
    ``streams``: whose versions ETags and If-Match name, the tournament before the game; set before ``allow``.
    ``matches_game``: If-Match is about the game, not its tournament. ``has_checkpoint``: reads name the last
    signed checkpoint. ``least_right``: of a view whose right depends on the request, the one that most
    people have.
    """

    repeated = False
    denied = False
    dry_run = False
    throttles: Sequence[BaseThrottle] = ()
    permission_classes = (AllowAny,)
    kept: ClassVar[bool] = True
    compares: ClassVar[bool] = False
    matches_game: ClassVar[bool] = False
    least_right: ClassVar[str] = ""
    version: Version | None = None
    streams: Sequence[str] = ()
    has_checkpoint: ClassVar[bool] = False
    schema = NigiriSchema()

    @classmethod
    def as_view(cls, **options: Any) -> Any:
        return with_content_etag(super().as_view(**options))

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        request.encoding = "utf-8"  # of the address, in which Django reads the charset of the body
        return super().initialize_request(request, *args, **kwargs)

    def perform_authentication(self, request: Request) -> None:
        """Read the bytes of the body, which a key covers, before the check of a session parses them.

        That check is not as strict as our parsers, which read the bytes again.
        """
        request._request.body  # noqa: B018, SLF001 - keeps them
        super().perform_authentication(request)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if not hasattr(self, "allow"):
            self.check_request()

    def check_request(self) -> None:
        """Refuse what no request to this address may have; ``allow`` calls it, so that rights come first."""
        request, handler = self.request, self.handler
        if hasattr(handler, "parameters"):
            refuse_wrong_parameters(handler.parameters, request)
        if not getattr(handler, "is_write", False):
            return
        if handler.needs_match and request.headers.get("If-Match") is None:
            refuse("precondition_required")
        matched_version(request)  # refuses what is no ETag, and any ETag where none is compared
        if handler.takes_dry_run:
            query_bool(request, DRY_RUN.name)
        if not handler.takes_body:
            request.parsers = [kind() for kind in JSON_PARSERS]  # whatever else the view reads
            validate(NoBody(data=request.data))

    def check_throttles(self, request: Request) -> None:
        """Check the throttles as REST framework does, and keep them for the headers of the response."""
        self.throttles = self.get_throttles()
        waits = [one.wait() for one in self.throttles if not one.allow_request(request, self)]
        if waits:
            self.throttled(request, max((wait for wait in waits if wait is not None), default=0))

    def finalize_response(  # type: ignore[override]  # writes answer with what can be kept
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        final: HttpResponse = super().finalize_response(request, as_response(response), *args, **kwargs)  # type: ignore[arg-type]
        for name, value in quota_headers(self.throttles).items():
            final[name] = value
        is_read = request.method in ("GET", "HEAD") and final.status_code == HTTPStatus.OK
        if is_read and self.kept and self.version is not None and not final.streaming:
            final.headers.setdefault("ETag", etag(self.version))
        if is_read and self.has_checkpoint:
            with_checkpoint(final)
        self.mark(final)
        if not self.kept:
            patch_cache_control(final, private=True, no_store=True)
        return final

    def mark(self, response: HttpResponse) -> HttpResponse:
        """Name the streams in an ETag that has versions alone, and return the response."""
        tag = response.get("ETag", "")
        version = matched_tag(tag)
        if version is not None and self.streams and "-" not in tag:
            response["ETag"] = etag(version, self.streams)
        return response

    @property
    def handler(self) -> Any:
        """The method that answers this request."""
        method = (self.request.method or "get").lower()
        name = getattr(self, "action", None) or ("get" if method == "head" else method)
        return getattr(self, name, self.http_method_not_allowed)

    @property
    def right(self) -> str:
        """The row of the permission table for this request."""
        return str(self.handler.right)

    def options(  # type: ignore[override]  # a Response would want a renderer
        self, _request: Request, *_args: Any, **_kwargs: Any
    ) -> HttpResponse:
        """Return the methods without a description, which /api/schema/ has."""
        return HttpResponse(status=204, headers={"Allow": ", ".join(self.allowed_methods)})


def actor_name(request: Request) -> str:
    """Return the actor of a request for events: an id, never a name."""
    return name_in_log(request.user)


def name_in_log(user: Any) -> str:
    """Return the number of an account, the ``name_in_log`` of other users, or ``PUBLIC``."""
    if user.is_authenticated:
        return f"user:{user.pk}"
    named: str = getattr(user, "named_in_log", PUBLIC)
    return named


def context_of(request: Request) -> Context:
    """Return the command context of a request inside ``@writes``."""
    asked = keyed_request(request._request, actor_name(request))  # noqa: SLF001 - the bytes, before any parser
    command_id = asked.id if asked else uuid4()
    bind_contextvars(command=str(command_id))
    return Context(
        actor=actor_name(request),
        command_id=command_id,
        at=timezone.now(),
        expected=matched_version(request),
    )


def matched_version(request: Request) -> int | None:
    """Return the version in If-Match, None without one (or with ``*``).

    Refuses an ETag of another stream, once the view has set its own. A version alone is typed by hand.
    """
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    tag, view = ETAG.fullmatch(header.strip()), (request.parser_context or {}).get("view")
    of_game = getattr(view, "matches_game", False)
    if tag is None or not getattr(view, "compares", False) or (of_game and "." not in tag["versions"]):
        refuse("bad_if_match")
    compared = -1 if of_game else 0
    streams = getattr(view, "streams", ())
    if streams and (tag["marks"] or tag["digest"]):
        marks = (tag["marks"] or "").split(".")
        if marks[compared] != mark_of(streams[compared]):
            refuse("etag_of_another")
    return int(tag["versions"].split(".")[compared])


def matched_tag(tag: str) -> Version | None:
    """Return the version that leads an ETag, None if there is none."""
    match = ETAG.fullmatch(tag)
    if match is None:
        return None
    first, _, second = match["versions"].partition(".")
    return (int(first), int(second)) if second else int(first)


def checks_rights(allow: H) -> H:
    """Mark the method by which a view permits requests, or raises."""

    @wraps(allow)
    def asked(view: NigiriView, *args: Any, **kwargs: Any) -> None:
        try:
            allow(view, *args, **kwargs)
        except Exception:
            view.denied = True
            raise
        if view.repeated:
            raise StillPermitted
        view.check_request()

    return cast("H", asked)


def _check_rights_again(view: NigiriView, carry_out: Callable[[], object]) -> None:
    """Raise the refusal of a request without the right; other errors are ignored.

    The subject of a repeated request may no longer exist.
    """
    view.repeated, view.denied = True, False
    try:
        with transaction.atomic():
            carry_out()
            transaction.set_rollback(True)
    except StillPermitted:
        pass
    except Exception:
        if view.denied:
            raise
    finally:
        view.repeated = False


def carried_out_once(
    *, match: bool, secret: bool, dry_run: bool, body: bool
) -> Callable[[Callable[..., Any]], Handler]:
    """Mark a method that changes data; see the module."""

    def decorate(changes: Callable[..., Any]) -> Handler:
        def method(*args: Any, **kwargs: Any) -> HttpResponse:
            return as_response(changes(*args, **kwargs))

        @wraps(changes)
        def answer(view: NigiriView, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
            def carry_out() -> HttpResponse:
                return view.mark(render_body(method(view, _rewind_files(request), *args, **kwargs)))

            def again() -> None:
                _check_rights_again(view, carry_out)

            try:
                asked = keyed_request(request._request, actor_name(request))  # noqa: SLF001 - as above
                context = context_of(request)
            except Refusal:  # of a header
                again()
                raise
            try:
                if dry_run and request.query_params.get(DRY_RUN.name) == "true":
                    view.dry_run = True
                    return _roll_back(lambda: method(view, request, *args, **kwargs))
                if asked is None:
                    return method(view, request, *args, **kwargs)
                return answer_once(asked, carry_out, context, again=again, keep=not secret)
            except VersionClash as clash:
                code = "overtaken" if matched_version(request) is None else "version_clash"
                refuse(code, expected=clash.expected, actual=clash.actual)

        answer.is_write = True  # type: ignore[attr-defined]
        answer.needs_match = match  # type: ignore[attr-defined]
        answer.is_secret = secret  # type: ignore[attr-defined]
        answer.takes_dry_run = dry_run  # type: ignore[attr-defined]
        answer.takes_body = body  # type: ignore[attr-defined]
        return answer

    return decorate


def as_response(answer: Any) -> HttpResponse:
    """Return the response of a handler, which may return its body alone; None is answered with 204."""
    if isinstance(answer, HttpResponseBase):
        return cast("HttpResponse", answer)
    return Response(answer, status=HTTPStatus.NO_CONTENT if answer is None else HTTPStatus.OK)


def _roll_back(carry_out: Callable[[], HttpResponse]) -> HttpResponse:
    """Return the response to a request whose changes are rolled back: 200, since nothing was created.

    It has no receipt: that of an event that is rolled back would deny the log later.
    """
    with transaction.atomic():
        response = carry_out()
        transaction.set_rollback(True)
    if response.status_code in (HTTPStatus.CREATED, HTTPStatus.ACCEPTED):
        response.status_code = HTTPStatus.OK
    for name in ("ETag", "Location"):
        response.headers.pop(name, None)
    data = getattr(response, "data", None)
    if isinstance(data, dict) and "receipt" in data:
        data["receipt"] = None
    return response


def _rewind_files(request: Request) -> Request:
    """Rewind uploaded files, which are read again when a command is retried."""
    files = getattr(request, "_files", None)  # unless nobody has asked for them yet
    for _, several in files.lists() if isinstance(files, MultiValueDict) else ():
        for file in several:
            file.seek(0)
    return request


def render_body(response: HttpResponse) -> HttpResponse:
    """Return the response with its body as bytes, so that it can be stored."""
    if not isinstance(response, Response):
        return response
    body = NullRenderer().render(response.data) if response.data is not None else b""
    plain = HttpResponse(body, status=response.status_code, content_type="application/json")
    for name, value in response.headers.items():
        if name != "Content-Type":  # set by the renderer, which has not run yet
            plain[name] = value
    return plain


def respond_with_etag(
    data: Any,
    *,
    version: Version | None = None,
    status: int = 200,
    location: Sequence[Any] = (),
) -> Response:
    """Return a response with its ETag (the stream's version).

    ``location``: the name and the arguments of the address of an object that was created (201) or is being
    created (202). Raises ValueError if such a response has no location.
    """
    made = status in (201, 202)
    if made and not location:
        raise ValueError(f"A response with status {status} needs a location.")
    headers = {} if version is None else {"ETag": etag(version)}
    if made:
        headers["Location"] = reverse(location[0], args=location[1:])
    return Response(data, status=status, headers=headers)


def created(body: Any, name: str, *args: Any, status: int = 201) -> Response:
    """Return the response about an object that was created at the address with this name and arguments."""
    return respond_with_etag(body, status=status, location=(name, *args))


def etag(version: Version, streams: Sequence[str] = (), content: bytes = b"") -> str:
    """Return the ETag of a version: ``"15.138-ab12cd.77ee01-DIGEST"`` for a game of a tournament.

    The marks name the streams, so that If-Match accepts no other's ETag. The digest of what was read also
    depends on names and rights, and is not compared.
    """
    versions = (version,) if isinstance(version, int) else version
    marks = ".".join(mark_of(stream) for stream in streams[: len(versions)])
    return _join_tag(".".join(map(str, versions)), marks, digest_of(content) if content else "")


def mark_of(stream: str) -> str:
    return sha256(stream.encode()).hexdigest()[:6]


def digest_of(content: bytes) -> str:
    return sha256(content).hexdigest()[:32]


def _join_tag(*parts: str | None) -> str:
    return f'"{"-".join(part for part in parts if part)}"'
