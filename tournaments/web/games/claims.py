"""The page of a claim: what is claimed, what the rules say, what was played out, what was ruled."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from games.claims import commands
from games.claims.bodies import claim_body
from games.claims.claim import Claim, Stage
from games.claims.deciding import DESK
from games.claims.events import Remedy
from games.claims.host import ResultBody, RulingEffect, RulingInForce, host, side
from games.claims.pictures import digests, picture_of
from games.claims.rows import ClaimRow
from games.game.loading import game_row
from games.log.store import StoredEvent, VersionClash
from games.operations.claims import ACT_IN_SEQUENCE, BEGIN_SEQUENCE, TAKE_BACK, WITHDRAW_CLAIM
from games.receipts.codes import last_code
from games.refusals import Refusal
from games.rest.fields import words_in
from games.rest.media import jpeg
from games.rest.operations import Operation
from tournaments.access.actors import actor_of, game_subject, tournament_subject
from tournaments.access.table import Subject
from tournaments.competition.history import Result, Winner
from tournaments.loading import load as load_tournament
from tournaments.reading.appeal_committees import appeal_decider
from tournaments.reading.bodies import pairing_bodies, result_text
from tournaments.reading.queries import entry_names, tournament_by_slug
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.web.base import allow, allowed, context_of, form_action, form_page, wants_part
from tournaments.web.committee import about_committee
from tournaments.web.games.claim_actions import action_from
from tournaments.web.games.claim_next import before_appeal, later_rounds, next_step
from tournaments.web.games.claim_view import view_of
from tournaments.web.games.claim_words import outcome_of, result_choices
from tournaments.web.games.precedents import precedents
from tournaments.web.games.report_words import record_sentence, reports_of
from tournaments.web.history.receipts import with_receipt
from tournaments.web.overview.reading import frame
from tournaments.web.refusal_words import why


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A claim on a game of the tournament. ``by``: the reader, "b" or "w" for a player, else "desk"."""

    row: TournamentRow
    pairing: PairingRow
    subject: Subject
    claim: Claim
    version: int
    by: str

    @property
    def claim_id(self) -> str:
        return self.claim.claim_id

    @property
    def plays(self) -> bool:
        return self.by != DESK


def claim_for(request: HttpRequest, slug: str, claim_id: str, action: str) -> Found:
    """The claim for which ``action`` is allowed. Raises Http404 for one of another tournament."""
    row = tournament_by_slug(slug)
    held = ClaimRow.objects.filter(claim_id=claim_id, context=str(row.id)).first()
    pairing = PairingRow.objects.filter(tournament=row, game_id=held.game_id).first() if held else None
    if pairing is None:
        raise Http404
    round_ = RoundRow.objects.filter(tournament=row, number=pairing.round).first()
    subject = game_subject(row, pairing, round_)
    allow(request, action, subject, seen=allowed(request, "claim.read", subject))
    claim, version = commands.load(str(claim_id))
    if claim is None:
        raise Http404
    by = side(request.user, game_row(claim.game_id))
    return Found(row=row, pairing=pairing, subject=subject, claim=claim, version=version, by=by)


@require_safe
@form_page
def claim_page(request: HttpRequest, slug: str, claim_id: str) -> HttpResponse:
    try:
        return show(request, claim_for(request, slug, claim_id, "claim.read"))
    except Refusal as refusal:  # of a turn or sequence that there is not
        raise Http404 from refusal


def show(
    request: HttpRequest,
    found: Found,
    typed: Mapping[str, Any] | None = None,
    status: int = 200,
    number: int | None = None,
    faults: Mapping[str, str] | None = None,
    effect: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """The page; ``typed``: what a refused form held, so that nothing need be typed again.

    ``number``: of the sequence that the form was about; ``effect``: of the ruling that is typed, in words,
    or only the ``fault`` of it.
    """
    claim, at = found.claim, timezone.now()
    view = view_of(request, claim, found.by, found.pairing, at, number)
    replaced = claim.stage(at) is Stage.RULED and not host().in_force(claim.game_id, claim.claim_id)
    may = may_do(request, found)
    if replaced:
        may |= {"appeal": False, "correct": False}
    decides = may["rule"] or may["correct"] or may["decide_appeal"]
    follows = outcome_of(view["finding"]["offered"])[0] if claim.ruling is None else ""
    names = entry_names(found.row)
    context = {
        **frame(request, found.row),
        "game": pairing_bodies([found.pairing], names)[0],
        "number": found.pairing.round,
        "reports": [report.sentence() for report in reports_of(found.pairing, names)],
        "record_says": record_sentence(found.pairing),
        "not_reported": _not_reported(found),
        "claim": claim_body(claim, found.version, at),
        "may": may,
        "replaced": replaced,
        "typed": typed or {},
        "faults": faults or {},
        "step": "3" if effect and not faults else step_of(faults or {}),
        "effect": effect or (effect_of_preselected(claim, view["finding"]["offered"]) if decides else None),
        "effect_follows": bool(follows) and effect is None,
        "ruling_typed": typed or ruling_fields(claim),
        **result_choices(claim, view["finding"]["offered"], result_before(found)),
        **beside(request, found, at, replaced=replaced),
        **view,
    }
    return render(request, "nigiri/claim.html", context, status=status)


def _not_reported(found: Found) -> str:
    """Return what stands in place of reports: the result that the desk recorded before any ruling."""
    paired = load_tournament(str(found.row.id))[0].pair_of(found.claim.game_id)
    pair = paired[1] if paired else None
    is_ruled = pair is not None and pair.before_ruling is not None
    while pair is not None and pair.before_ruling is not None:
        pair = pair.before_ruling.pair
    result = pair.result if pair else Result()
    if result.winner is Winner.NOBODY_YET:
        return gettext("nobody reported a result") if is_ruled else gettext("not reported yet")
    return gettext("%(result)s recorded by the desk") % {
        "result": result_text(result.winner, by_default=result.by_default)
    }


def beside(request: HttpRequest, found: Found, at: datetime, *, replaced: bool) -> dict[str, Any]:
    """Return the next step, who would decide an appeal and, for a referee, earlier rulings."""
    claim = found.claim
    reaches = appeal_decider(found.subject, claim.officials)
    rules_now = claim.stage(at) is Stage.OPEN and allowed(request, "claim.rule", found.subject)
    kind = claim.statement.kind.value
    director = allowed(request, "round.pair", tournament_subject(found.row))
    later = later_rounds(found.row, found.pairing.round, director=director)
    return {
        "next": gettext("Nothing: a later ruling on this game has replaced this one.")
        if replaced
        else next_step(claim, found.pairing.winner, at, reaches, later),
        "before_appeal": before_appeal(reaches),
        "unreachable": reaches is None,
        **about_committee(request, found.row),
        "precedents": precedents(request, found.row, found.claim_id, kind) if rules_now else [],
    }


def step_of(faults: Mapping[str, str]) -> str:
    """In which step of a ruling something is wrong; the first without."""
    if "reasons" in faults:
        return "3"
    return "2" if any(name.startswith(("remedy", "keeps_result")) for name in faults) else "1"


NEUTRAL = ("rule", "correct", "second", "decide_appeal")
"""The actions that no player of the game may do."""


def may_do(request: HttpRequest, found: Found) -> dict[str, bool]:
    """What the reader may do with the claim, as far as its stage allows anything."""
    actions = ("play", "rule", "correct", "second", "appeal", "decide_appeal")
    may = {action: allowed(request, f"claim.{action}", found.subject) for action in actions}
    may["erase"] = allowed(request, "claim.make", found.subject)
    neutral = {action: may[action] and not found.plays for action in NEUTRAL}
    if actor_of(request.user).name in found.claim.officials:
        neutral |= {"second": False, "decide_appeal": False}
    may["appeal"] = may["appeal"] and found.by != found.claim.satisfied(found.pairing.winner)
    withdraw = found.claim.by == found.by and allowed(request, "claim.make", found.subject)
    return {**may, **neutral, "withdraw": withdraw}


def effect_of_preselected(claim: Claim, follows: str) -> dict[str, Any] | None:
    """Return the effect of the preselected result, which follows from the finding; None if none does."""
    result, score = outcome_of(follows)
    if claim.ruling or not result:
        return None
    ruling = RulingInForce(
        game_id=claim.game_id,
        claim_id=claim.claim_id,
        remedy=Remedy(result=result, score=score),
        appeal_until="",
        final=False,
    )
    try:
        return effect_in_words(host().effect_of_ruling(claim.game_id, ruling))
    except Refusal as no:  # of a result that a final ruling, or an appeal, keeps
        return {"fault": why_not(no)}


def effect_in_words(effect: RulingEffect) -> dict[str, Any]:
    return {**effect, "before": _text_of(effect["before"]), "after": _text_of(effect["after"])}


def _text_of(result: ResultBody) -> str:
    winner = result["result"]
    return result_text(winner, by_default=result["by_default"]) if winner else ""


def ruling_fields(claim: Claim) -> dict[str, Any]:
    """Return the ruling on a claim as the fields of the form that corrects it; its result by the decision."""
    if claim.ruling is None:
        return {}
    return {"decision": claim.ruling.decision, "reasons": claim.ruling.reasons}


def result_before(found: Found) -> str:
    """Return the result of before the ruling on the claim; "" if the ruling gave none."""
    result = _before_ruling(found)
    if result is None:
        return ""
    if result.winner is Winner.NOBODY_YET:
        return gettext("no result yet")
    return result_text(result.winner, by_default=result.by_default)


def _before_ruling(found: Found) -> Result | None:
    """Return the result of before the ruling on the claim; None if the ruling gave none."""
    paired = load_tournament(str(found.row.id))[0].pair_of(found.claim.game_id)
    before = paired[1].before_ruling if paired else None
    return before.pair.result if before and before.claim_id == found.claim_id else None


def _top(request: HttpRequest, stored: list[StoredEvent]) -> str:
    return ""


def values_in_form(request: HttpRequest, found: Found, operation: Operation[Any]) -> dict[str, Any]:
    """The values of a form that has the fields of its operation."""
    return operation.from_form(request.POST, request.FILES)


def claim_form(
    operation: Operation[Any],
    thanks: str = "",
    *,
    values: Callable[[HttpRequest, Found, Operation[Any]], dict[str, Any]] = values_in_form,
    place: Callable[[HttpRequest, list[StoredEvent]], str] = _top,
) -> Callable[..., HttpResponse]:
    """A form on a claim's page: one operation. What is refused shows the page again, with what was typed.

    ``place``: which part of the page is shown after what was stored, as a query and an anchor.
    """

    @form_action
    def claim_form_page(request: HttpRequest, slug: str, claim_id: str, **address: Any) -> HttpResponse:
        found, context = claim_for(request, slug, claim_id, operation.right), context_of(request)
        try:
            command = operation.command_for({**values(request, found, operation), **address}, context)
            stored = commands.execute(found.claim_id, command, found.by, context)
        except (Refusal, VersionClash) as no:
            messages.error(request, why_not(no))
            found = claim_for(request, slug, claim_id, operation.right)
            return show(request, found, request.POST, 422, address.get("number"), faults_of(no))
        if thanks:
            messages.success(request, with_receipt(gettext(thanks), last_code(stored)))
        if wants_part(request):  # a stone is one request: the page is the answer
            return show(
                request, claim_for(request, slug, claim_id, operation.right), number=address.get("number")
            )
        return redirect(reverse("web:claim", args=(slug, claim_id)) + place(request, stored))

    return claim_form_page


FIELD_OF = {
    "ruling_without_effect": "keeps_result",
    "illegal_move": "points",
    "not_your_word": "points",
}
"""The field of a form that a refusal is about, where it is not that of its facts or its code."""


_WANTED = {
    "result": gettext_noop("Choose who won."),
    "turn": gettext_noop("Enter the turn."),
    "points": gettext_noop("Touch a stone of each string, or type its point."),
    "colour": gettext_noop("Choose Black or White."),
    "count": gettext_noop("Enter how many."),
    "sgf": gettext_noop("Add the other record as an SGF file."),
    "text": gettext_noop("Describe what happened, or add a picture."),
}
"""By a part that a claim lacks: what to do in its form."""


def faults_of(no: Refusal | VersionClash) -> dict[str, str]:
    """What is wrong, by the field of the form where it is said."""
    if not isinstance(no, Refusal):
        return {}
    missing = no.facts["missing"][0] if no.code == "incomplete_claim" else ""
    named = no.facts.get("field") or FIELD_OF.get(no.code) or no.field or missing
    return {str(named).replace(".", "_"): why_not(no)} if named else {}


def why_not(no: Refusal | VersionClash) -> str:
    """A refusal in words; of an incomplete claim, what to choose in its form."""
    if isinstance(no, Refusal) and no.code == "incomplete_claim":
        return " ".join(gettext(_WANTED[name]) for name in no.facts["missing"])
    if isinstance(no, Refusal):
        return why(no)
    return gettext("Another user changed this claim at the same time. Check it below, then send yours again.")


withdraw = claim_form(WITHDRAW_CLAIM, gettext_noop("The claim was withdrawn."))


@require_safe
@form_page
def picture(request: HttpRequest, slug: str, claim_id: str, purpose: str) -> HttpResponse:
    """The JPEG. Raises Http404 for one that was erased, stayed beside another log, or never was."""
    found = claim_for(request, slug, claim_id, "claim.read")
    if purpose not in digests(found.claim):
        raise Http404
    data = picture_of(found.claim_id, purpose)
    if not data:
        raise Http404
    return jpeg(data)


@form_action
def erase_picture(request: HttpRequest, slug: str, claim_id: str, purpose: str) -> HttpResponse:
    found = claim_for(request, slug, claim_id, "claim.make")
    commands.erase_picture(found.claim_id, purpose, found.by)
    messages.success(request, gettext("The picture is erased. Its digest stays in the log."))
    return redirect("web:claim", slug=slug, claim_id=claim_id)


def _board(request: HttpRequest, stored: Sequence[StoredEvent]) -> str:
    """The sequence at its end, where the last stone is in sight."""
    event = stored[-1].event
    zoom = {"zoom": "1"} if request.POST.get("zoom") else {}
    at = getattr(event, "action", {}).get("at", "")
    return f"?{urlencode({'line': event.number} | zoom)}#{f'at-{at}' if at else 'board'}"


def _action(request: HttpRequest, found: Found, operation: Operation[Any]) -> dict[str, Any]:
    """What the button that was pressed does, at the points that were touched or typed."""
    points = tuple(words_in(" ".join(request.POST.getlist("points")).upper()))
    return {"action": action_from(request.POST.get("action", ""), points)}


begin_sequence = claim_form(BEGIN_SEQUENCE, place=_board)
act_in_sequence = claim_form(ACT_IN_SEQUENCE, values=_action, place=_board)
take_back_in_sequence = claim_form(TAKE_BACK, place=_board)
