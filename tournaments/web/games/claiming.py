"""Making a claim: the likely kinds, the others folded away, then what the chosen kind needs."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from games.adjudication.kinds import REFEREES_ONLY, ClaimKind
from games.claims import commands
from games.claims.deciding import DESK
from games.claims.host import side
from games.game import queries
from games.game.loading import game_row, state_of
from games.game.queries import game_at
from games.game.state import GameState
from games.log.store import VersionClash
from games.marking import marked
from games.operations.claims import MAKE_CLAIM
from games.receipts.codes import last_code
from games.refusals import Refusal, refuse
from games.rest.fields import words_in
from tournaments.reading.bodies import pairing_bodies
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import PairingRow, TournamentRow
from tournaments.web.base import context_of, form_action, form_page, game_for, with_pictures
from tournaments.web.games.claim_words import KINDS, Kind, has_object
from tournaments.web.games.claims import faults_of, why_not
from tournaments.web.games.game_words import turns_around
from tournaments.web.games.playing import turn_in_address
from tournaments.web.games.touching import touch_board
from tournaments.web.history.receipts import with_receipt
from tournaments.web.overview.reading import frame
from tournaments.web.ruleset_titles import title_of

THANKS = gettext_noop("Your claim is stored. The finding is below.")
LIKELY = (ClaimKind.WRONG_RESULT, ClaimKind.ILLEGAL_MOVE, ClaimKind.OTHER)


@require_safe
@form_page
def new_claim(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    """The choice of a kind or, with ``?kind=``, its form."""
    row, pairing = game_for(request, slug, game_id, MAKE_CLAIM.right)
    if commands.terms_for(judged := game_row(str(pairing.game_id)), side(request.user, judged)).final:
        refuse("ruling_final", game=str(pairing.game_id))
    kind = KINDS.get(request.GET.get("kind", ""))
    return _page(request, row, pairing, kind, {})


@with_pictures
@form_action
def make_claim(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    """What is refused shows the form again, with all but the file."""
    row, pairing = game_for(request, slug, game_id, MAKE_CLAIM.right)
    if "show" in request.POST:  # another turn of the board; nothing is claimed yet
        return _page(request, row, pairing, KINDS.get(request.POST.get("type", "")), request.POST)
    context, by = context_of(request), side(request.user, game_row(str(game_id)))
    try:
        values = MAKE_CLAIM.from_form(_with_winner(request.POST), request.FILES)
        command = MAKE_CLAIM.command_for(values, context, game_id=game_id)
        stored = commands.make_claim(command, by, context)
    except (Refusal, VersionClash) as no:
        messages.error(request, why_not(no))
        return _page(
            request, row, pairing, KINDS.get(request.POST.get("type", "")), request.POST, 422, faults_of(no)
        )
    messages.success(request, with_receipt(gettext(THANKS), last_code(stored)))
    return redirect("web:claim", slug=slug, claim_id=command.claim_id)


def _with_winner(sent: QueryDict) -> QueryDict:
    """Return the form with the chosen winner as the result, unless a score is typed.

    Refuses a score of another result than the chosen one.
    """
    form = sent.copy()
    won, score = str(form.get("won", "")), str(form.get("result", "")).strip()
    if not score:
        form["result"] = won
    elif won and not score.upper().startswith(won):
        refuse("invalid", field="result", fault=marked("not a score for the chosen result"))
    return form


def _winners(state: GameState) -> list[tuple[str, str]]:
    """Return the results that can be chosen, as SGF has them; jigo where the game can be drawn."""
    both = [("W+", gettext("White won")), ("B+", gettext("Black won"))]
    return [*both, ("0", gettext("Jigo"))] if state.game.ruleset.may_draw else both


def _page(
    request: HttpRequest,
    row: TournamentRow,
    pairing: PairingRow,
    kind: Kind | None,
    typed: Mapping[str, Any],
    status: int = 200,
    faults: Mapping[str, str] | None = None,
) -> HttpResponse:
    state = state_of(str(pairing.game_id))
    by, last = side(request.user, game_row(state.game_id)), state.game.turn
    turn = turn_in_address(request.POST.get("show") or request.GET.get("turn", ""), last)
    shown = game_at(state, turn)
    chosen = words_in(" ".join(request.POST.getlist("points")).upper())
    context = {
        **frame(request, row),
        "game": pairing_bodies([pairing], entry_names(row))[0],
        "number": pairing.round,
        "rules": title_of(state.game.ruleset.name),
        "kind": kind,
        "kinds": _kinds(state, by),
        "terms": None if by == DESK else commands.terms_for(game_row(state.game_id), by),
        "typed": typed,
        "faults": faults or {},
        "last_turn": last,
        "turns": turns_around(turn, last),
        "recorded": not state.empty,
        "winners": _winners(state),
        "other_points": " ".join(at for at in chosen if at not in shown.board),
        "touch": touch_board(shown.board, chosen=chosen),
        # Our own drawing: every text in it is escaped by games.analysis.diagram.
        "board": mark_safe(queries.board_svg(state, turn)),  # noqa: S308
    }
    return render(request, "nigiri/claim_new.html", context, status=status)


def _kinds(state: GameState, by: str) -> dict[str, list[Kind]]:
    """Return the likely kinds, the others that the game's rules know, and the rest; officials have more."""
    rules = state.game.ruleset
    open_to = [kind for kind in KINDS.values() if by == DESK or kind.kind not in REFEREES_ONLY]
    others = [kind for kind in open_to if kind.kind not in LIKELY]
    return {
        "likely": [KINDS[kind] for kind in LIKELY],
        "others": [kind for kind in others if has_object(kind.kind, rules)],
        "unusual": [kind for kind in others if not has_object(kind.kind, rules)],
    }
