"""Pages: rights first, then a query and a template. A form is a command; its refusal is shown on the page."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from hashlib import sha256
from typing import Any, cast
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe
from rest_framework.throttling import BaseThrottle
from structlog.contextvars import bind_contextvars

from games.claims.redrawing import LARGEST_FILE
from games.log.store import StoredEvent, VersionClash
from games.log.unit_of_work import Context
from games.refusals import CODES, Refusal, refuse
from games.rest.operations import command_from_form
from games.speaking import translate
from tournaments.access.actors import actor_of, entry_subject, game_subject, round_subject, tournament_subject
from tournaments.access.link_holders import entry_of
from tournaments.access.table import Subject, may, may_with_second_factor
from tournaments.commands import carry_out
from tournaments.domain.base import Command
from tournaments.public import PART
from tournaments.reading.queries import tournament_by_slug
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow
from tournaments.time_zones import language_of_tournament, zone_of_tournament
from tournaments.web.refusal_words import why
from tournaments.web.refused import Refused, field_of, overtaken, shown_again

FORMS = UUID("3f6c7a52-2d1e-5a7b-8a43-6e6967697269")  # the namespace of the commands of forms
CSRF_FIELD = "csrfmiddlewaretoken"


def allowed(request: HttpRequest, action: str, subject: Subject) -> bool:
    return may(actor_of(request.user), action, subject)


def officer(request: HttpRequest, row: TournamentRow) -> bool:
    """Whether rounds that are not published yet may be seen."""
    return allowed(request, "round.read", round_subject(row, published=False))


class LoginNeeded(Exception):
    """The reader might do this after logging in."""


class SecondFactorNeeded(PermissionDenied):
    """The reader might do this once their account has a second factor."""


class NotThere(Http404):
    """What is not there, in a sentence for those who may know it, and the page from which to go on."""

    def __init__(self, said: str, page: str) -> None:
        super().__init__(said)
        self.said, self.page = said, page


def allow(request: HttpRequest, action: str, subject: Subject, *, seen: bool = True) -> None:
    """Pass, or raise: Http404 for what is hidden, LoginNeeded without an account, else PermissionDenied.

    The way to the login would show a reader without an account that something is hidden; the 404 offers it.
    """
    if allowed(request, action, subject):
        return
    if may_with_second_factor(actor_of(request.user), action, subject):
        raise SecondFactorNeeded
    if not seen:
        raise Http404
    if not request.user.is_authenticated:
        raise LoginNeeded
    raise PermissionDenied


def seen_tournament(request: HttpRequest, slug: str) -> TournamentRow:
    """Raises Http404 alike for one that is hidden and one that is not there."""
    row = tournament_by_slug(slug)
    if not allowed(request, "tournament.read", tournament_subject(row)):
        raise Http404
    speak_for(request, row)
    return row


def speak_for(request: HttpRequest, row: TournamentRow) -> None:
    """Use the tournament's time zone, and its language unless the reader chose one, for this request."""
    timezone.activate(zone_of_tournament(row))
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) in dict(settings.LANGUAGES)
    if (language := language_of_tournament(row)) and not chosen:
        translation.activate(language)
        request.LANGUAGE_CODE = language


def tournament_for(request: HttpRequest, slug: str, action: str) -> TournamentRow:
    row = seen_tournament(request, slug)
    allow(request, action, tournament_subject(row))
    return row


def entry_for(request: HttpRequest, slug: str, entry_id: object, action: str) -> EntryRow:
    """The entry of the tournament for which ``action`` is allowed, with its tournament."""
    row = seen_tournament(request, slug)
    entry = get_object_or_404(EntryRow.objects.select_related("tournament"), tournament=row, pk=str(entry_id))
    allow(request, action, entry_subject(row, entry))
    return entry


def round_for(
    request: HttpRequest, slug: str, number: int, action: str
) -> tuple[TournamentRow, RoundRow | None]:
    """The round of a tournament; None for one that has not been begun."""
    row = seen_tournament(request, slug)
    if not 1 <= number <= row.rounds:
        page = reverse("web:standings", args=(row.slug,))
        there = ngettext("There is one round.", "There are rounds 1 to %(n)s.", row.rounds)
        facts = {"name": row.name, "number": number, "n": row.rounds}
        raise NotThere(f"{gettext('%(name)s has no round %(number)s.') % facts} {there % facts}", page)
    round_ = RoundRow.objects.filter(tournament=row, number=number).first()
    subject = round_subject(row, published=bool(round_ and round_.published))
    # Without an account every round that is not shown leads to the login, whether or not it has been begun.
    hidden = action == "round.read" and request.user.is_authenticated
    allow(request, action, subject, seen=not hidden)
    return row, round_


def game_for(request: HttpRequest, slug: str, game_id: str, action: str) -> tuple[TournamentRow, PairingRow]:
    """A game of the tournament for which ``action`` is allowed.

    Officers read that there is no such game; to others that is as if it were not shown yet.
    """
    row = tournament_by_slug(slug)
    pairing = PairingRow.objects.filter(tournament=row, game_id=game_id).first()
    if pairing is None:
        if not officer(request, row):
            raise Http404
        refuse("unknown_pairing", game=str(game_id))
    round_ = RoundRow.objects.filter(tournament=row, number=pairing.round).first()
    subject = game_subject(row, pairing, round_)
    allow(request, action, subject, seen=allowed(request, "game.read", subject))
    return row, pairing


LONGEST_REASON = 500


def reason_in(request: HttpRequest) -> str:
    """What the form says for a reason, cut at what a log keeps."""
    return request.POST.get("reason", "")[:LONGEST_REASON]


def context_of(request: HttpRequest) -> Context:
    """The command context of a form: its hidden ``command`` id makes a second click harmless.

    The command's own id covers what was filled in too: a form that is corrected after the browser's Back is
    another command. Nothing that a form can send meets the ids of REST's keys.
    """
    actor = actor_of(request.user).name
    command_id = _command_id(request, actor)
    bind_contextvars(command=str(command_id))
    return Context(
        actor=actor,
        command_id=command_id,
        at=timezone.now(),
        expected=number_in_form(request, "version"),
    )


def perform(request: HttpRequest, kind: type[Command], row: TournamentRow, **known: Any) -> list[StoredEvent]:
    """Carry out a command as the form gives it. The caller has checked the right."""
    context = context_of(request)
    command = command_from_form(kind, request.POST, context, **known)
    return carry_out(str(row.id), command, context)


def _command_id(request: HttpRequest, actor: str) -> UUID:
    if not request.POST.get("command"):
        return uuid4()
    fields = sorted((name, values) for name, values in request.POST.lists() if name != CSRF_FIELD)
    files = sorted((name, _digest(cast("UploadedFile[bytes]", file))) for name, file in request.FILES.items())
    return uuid5(FORMS, json.dumps([actor, request.path, fields, files]))


def _digest(file: "UploadedFile[bytes]") -> str:
    digest = sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def number_in_form(request: HttpRequest, name: str) -> int | None:
    """What a hidden field of the form says in digits; None for anything else."""
    return _version(request.POST.get(name, ""))


def _version(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def read_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator of a view that shows a page."""
    return require_safe(form_page(view))


def form_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator of a view that shows a form and takes it: refusals become messages on the page one came from.

    Pages are not kept by browsers: the form of a page that is kept would be sent again as it was.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return _forbid_caching(request, view(request, *args, **kwargs))
        except LoginNeeded:
            return _login_first(request)
        except SecondFactorNeeded:
            return _second_factor_first(request)
        except NotThere as no:
            return _forbid_caching(request, render(request, "404.html", {"not_there": no}, status=404))
        except (Refusal, VersionClash) as no:
            if wants_part(request):
                return _in_words(why(no), status_of(no))
            return _forbid_caching(request, say_again(request, no))

    return answer


def form_action(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view that a form is sent to. Opened as a page, the address leads to the nearest page above it."""
    answer = form_page(view)

    @wraps(view)
    def sent(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "GET":
            return redirect(_above(request.path))
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        return answer(request, *args, **kwargs)

    return sent


def _above(path: str) -> str:
    """The longest beginning of ``path`` that is an address."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        with suppress(Resolver404):
            resolve(path)
            break
    return path


def _login_first(request: HttpRequest) -> HttpResponse:
    if wants_part(request):
        return _in_words(gettext("You are not logged in."), 401)
    return redirect_to_login(_page_of(request))


def _second_factor_first(request: HttpRequest) -> HttpResponse:
    """The way to where one is set up."""
    said = CODES["second_factor_needed"]
    words = f"{translate(said.title)} {translate(said.advice)}"
    if wants_part(request):
        return _in_words(words, said.status)
    messages.error(request, words)
    return redirect("web:account")


def with_pictures(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator, the outermost: a form that a picture, a record and words may come with."""
    view.largest_body = LARGEST_WITH_PICTURES  # type: ignore[attr-defined]  # read by deploy.middleware.limits
    return view


def seconds_to_wait(request: HttpRequest, *throttles: BaseThrottle) -> int | None:
    """Return the seconds to wait after too many requests, by the limits of REST; None for all others."""
    asked, view = cast("Any", request), cast("Any", None)  # these throttles ask nothing of a view
    for throttle in throttles:
        if not throttle.allow_request(asked, view):
            return round(throttle.wait() or 0) + 1
    return None


LARGEST_WITH_PICTURES = LARGEST_FILE + 2 * 1024 * 1024  # bytes
SAID_AS_IT_IS = (409, 410, 412, 413)
"""What pages answer as REST does; 403 and 404 would be of the page itself."""


def say_again(request: HttpRequest, no: Refusal | VersionClash, words: str = "") -> HttpResponse:
    """The page that the form was on, with what was typed and why it is refused, in ``words`` if any."""
    refused = refused_by(request, no, words)
    if request.method != "POST":
        return redirect(back(request))
    page = back(request) if request.POST.get("next") else request.path
    status = status_of(no) if status_of(no) in SAID_AS_IT_IS else 422
    return shown_again(request, page, refused, status) or redirect(back(request))


def refused_by(request: HttpRequest, no: Refusal | VersionClash, words: str = "") -> Refused:
    """Return the form as it was sent, for its page; the page says why at its top, in ``words`` if any."""
    said = words or (why(no) if isinstance(no, Refusal) else overtaken(request, no))
    messages.error(request, said)
    return Refused(action=request.path, data=request.POST, fault=said, field=field_of(no))


VERSIONS = "Nigiri-Versions"
"""Header of an answer: the versions before and after it, so that a page follows what it changed itself."""

STORED = "Nigiri-Stored"
"""Header of an answer: the command that the log holds now. Nothing else is a success for our scripts."""


def add_versions(response: HttpResponse, stored: Sequence[StoredEvent]) -> None:
    """Add the header with the versions before and after these events, if there are any."""
    if stored:
        response[VERSIONS] = f"{stored[0].version - 1} {stored[-1].version}"


def wants_part(request: HttpRequest) -> bool:
    """Whether a script asks, which shows a part of a page in its place; a redirect would be lost on it."""
    return PART in request.headers


def _in_words(text: str, status: int) -> HttpResponse:
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")


def status_of(no: Refusal | VersionClash) -> int:
    return no.status if isinstance(no, Refusal) else 409


def _page_of(request: HttpRequest) -> str:
    """Where to go on after logging in: a form's own address takes no GET."""
    return back(request).partition("#")[0] if request.method == "POST" else request.get_full_path()


def _forbid_caching(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Forms and what only some may see are not kept; what everybody sees is asked for again."""
    if request.user.is_authenticated or entry_of(request.user):
        patch_cache_control(response, private=True, no_store=True)
    else:
        patch_cache_control(response, no_cache=True)
    return response


def back(request: HttpRequest) -> str:
    """The page a form was on: its path only, so never another site."""
    target = request.POST.get("next", "")
    path = target.startswith("/") and url_has_allowed_host_and_scheme(target, allowed_hosts=None)
    return target if path else "/"  # what is no path would be looked up as the name of a page
