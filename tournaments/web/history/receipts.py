"""The pages of receipts."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from games.log.tree import signed_checkpoints
from games.log.wire import kind_of
from games.receipts.bodies import ReceiptEventBody, receipt_body
from games.receipts.checking import Receipt, check
from games.receipts.proving import find_event, may_prove, pack_proof, proof_text
from games.receipts.readers import StreamReaders, may_read, may_read_reasons, register_streams, uuid_in
from games.refusals import Refusal
from games.speaking import translate
from tournaments.access import table as access
from tournaments.access.actors import actor_of, game_subject, round_subject, tournament_subject
from tournaments.domain.results import ResultCleared, ResultRecorded, ResultReported
from tournaments.domain.rulings import ResultRuled, RulingLifted, RulingRevoked
from tournaments.reading.bodies import pairing_bodies
from tournaments.reading.queries import entry_names, names_for_story, tournament_in
from tournaments.reading.receipt_rights import may_open_names, may_read_naming, may_read_offices
from tournaments.reading.receipt_rights import may_read_reasons as reasons_of_offices
from tournaments.reading.visibility import (
    PRIVATE,
    entries_without_name,
    games_of_event,
    has_withheld_bye,
    publication_of,
    reveals_origin,
    round_of_event,
    withheld_games,
)
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.time_zones import zone_of_tournament
from tournaments.web.actor_names import name_of, sides_of_actors
from tournaments.web.addresses import absolute, qr, qr_dense
from tournaments.web.base import seconds_to_wait
from tournaments.web.history.receipt_words import facts_in_words, pairing_of, sentence_of, technical_facts

PAGE = "nigiri/receipt.html"
LONGEST_TYPED = 100


def may_read_tournament(user: Any, stream: str, kind: str, data: Mapping[str, Any]) -> bool:
    """What tells of a round needs the right to read that round; what is private, an office.

    So does the origin of a player who is hidden from the public, and a group that is held back in the round.
    """
    tournament_id = uuid_in(stream)
    row = TournamentRow.objects.filter(pk=tournament_id).first() if tournament_id else None
    if row is None:
        return False
    action, subject = "tournament.read", tournament_subject(row)
    if kind in PRIVATE or ("club" in data and reveals_origin(data, entries_without_name(row))):
        action = "tournament.story"
    elif (number := round_of_event(kind, data)) is not None:
        shown = RoundRow.objects.filter(tournament=row, number=number, published=True).exists()
        held = shown and _is_held(row, kind, data)
        action, subject = "round.read", round_subject(row, published=shown and not held)
    return access.may(actor_of(user), action, subject)


def _is_held(row: TournamentRow, kind: str, data: Mapping[str, Any]) -> bool:
    """Whether it tells of a group that is held back in a published round."""
    shown = publication_of(row)
    return has_withheld_bye(kind, data, shown) or not games_of_event(data).isdisjoint(
        withheld_games(row, shown)
    )


def may_read_reasons_of_tournament(user: Any, stream: str, data: Mapping[str, Any]) -> bool:
    """Officers, and of a game its two players."""
    tournament_id, actor = uuid_in(stream), actor_of(user)
    row = TournamentRow.objects.filter(pk=tournament_id).first() if tournament_id else None
    if row is None:
        return False
    if access.may(actor, "round.read", round_subject(row, published=False)):
        return True
    game_id = data.get("pair", data).get("game_id")
    pairing = PairingRow.objects.filter(tournament=row, game_id=game_id).first() if game_id else None
    if pairing is None:
        return False
    round_ = RoundRow.objects.filter(tournament=row, number=pairing.round).first()
    return access.may(actor, "story.read", game_subject(row, pairing, round_))


register_streams(
    "tournament",
    StreamReaders(
        may_read=may_read_tournament,
        may_read_reasons=may_read_reasons_of_tournament,
        roles={
            kind_of(ResultReported): gettext_noop("a player of the game"),
            kind_of(ResultRecorded): gettext_noop("the desk"),
            kind_of(ResultCleared): gettext_noop("the desk"),
            kind_of(ResultRuled): gettext_noop("an official"),
            kind_of(RulingLifted): gettext_noop("an official"),
            kind_of(RulingRevoked): gettext_noop("an official"),
        },
    ),
)
register_streams(
    "organisation",
    StreamReaders(may_read=may_read_offices, may_read_reasons=reasons_of_offices, roles={}),
)
register_streams(
    "person",
    StreamReaders(may_read=may_read_naming, may_read_reasons=may_open_names, roles={}),
)


@require_safe
def receipts(request: HttpRequest) -> HttpResponse:
    """A place to type a code."""
    typed = request.GET.get("code", "").strip()[:LONGEST_TYPED]
    if typed:
        return redirect("web:receipt", code=typed.replace("/", "-"))
    return render(request, PAGE)


@require_safe
@never_cache
def receipt_page(request: HttpRequest, code: str) -> HttpResponse:
    """Whether the log still says what it said when this code was given."""
    if (wait := seconds_to_wait(request, AnonRateThrottle(), UserRateThrottle())) is not None:
        refused = {
            "title": gettext("Too many requests."),
            "advice": ngettext("Wait %(n)s second.", "Wait %(n)s seconds.", wait) % {"n": wait},
        }
        response = render(request, PAGE, {"refused": refused}, status=429)
        response["Retry-After"] = str(wait)
        return response
    try:
        receipt = check(code)
    except Refusal as refusal:
        return render(
            request,
            PAGE,
            {"refused": {"title": translate(refusal.title), "advice": translate(refusal.advice)}},
            status=refusal.status,
        )
    return render(request, PAGE, _context(request, receipt))


def _context(request: HttpRequest, receipt: Receipt) -> dict[str, Any]:
    address = absolute(request, reverse("web:receipt", args=[receipt.code]))
    everything, reasons = may_read(request.user, receipt), may_read_reasons(request.user, receipt)
    body = receipt_body(receipt, everything=everything, reasons=reasons)
    event = body["event"]
    told = receipt.recorded if event else None
    pairing = pairing_of(told) if told else None
    row = pairing.tournament if pairing else tournament_in(told.stream) if told else None
    if row:
        timezone.activate(zone_of_tournament(row))
    return {
        "receipt": body,
        "sentence": sentence_of(told, pairing, names_for_story(row), reasons=reasons) if told and row else "",
        "facts": facts_in_words(event["facts"]) if event else {},
        "technical": technical_facts(event["facts"]) if event else {},
        "tournament": row,
        "game": pairing_bodies([pairing], entry_names(pairing.tournament))[0] if pairing else None,
        "round": pairing.round if pairing else "",
        "by": _author(request, row, pairing, event) if event else "",
        "when": receipt.recorded.recorded_at if receipt.recorded else None,
        "address": address,
        "qr": qr(address),
        **_inclusion_proof(request, receipt),
    }


def _author(
    request: HttpRequest, row: TournamentRow | None, pairing: PairingRow | None, event: ReceiptEventBody
) -> str:
    """Return who recorded the event, by role or side, with the name for those who may read it."""
    name = name_of(request, row, event["actor"])
    side = sides_of_actors(pairing).get(event["actor"], gettext("an official")) if pairing else ""
    role = gettext(event["role"]) if event["role"] else side
    return f"{name} ({role})" if role and name else role or name or event["actor"]


def _inclusion_proof(request: HttpRequest, receipt: Receipt) -> dict[str, Any]:
    """The proof that needs nobody, for readers of all of what was stored: its text, and as a code."""
    found = find_event(str(receipt.position)) if receipt.valid else None
    if found is None or not may_prove(request.user, found):
        return {}
    try:
        text = proof_text(found, timezone.now())
    except Refusal:  # the log is not what was signed; the page says so of the receipt
        return {}
    digits = pack_proof(text) if text else None
    address = absolute(request, reverse("web:check")) + "#"
    return {
        "proof": text,
        "check": address + digits if digits else "",
        "proof_qr": qr_dense(address, digits) if digits else "",
    }


@require_safe
def check_page(request: HttpRequest) -> HttpResponse:
    """A page that checks proofs by itself; of the service it wants the public key to begin with."""
    signer = signed_checkpoints.log_signer()
    return render(request, "nigiri/check.html", {"key": str(signer.verifier) if signer else ""})


def with_receipt(thanks: str, code: str | None) -> str:
    """A message, with the receipt of what was stored, if anything was."""
    return format_html("{} {} {}", thanks, gettext("Receipt:"), receipt_link(code)) if code else thanks


def receipt_link(code: str) -> SafeString:
    """The code, leading to its page."""
    return format_html('<a href="{}">{}</a>', reverse("web:receipt", args=[code]), code)
