"""Edits of a round by hand, each with its cost; corrections of a record."""

from collections.abc import Mapping
from functools import reduce
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from games.claims.host import require_not_own_game
from games.game.commands import change_record
from games.game.loading import game_row
from games.log.store import StoredEvent
from games.log.unit_of_work import Context
from games.operations.records import TAKE_BACK, WITHDRAW_RECORD
from games.receipts.codes import last_code
from games.rest.operations import Operation, command_from_form
from tournaments.competition.facts import MOST_STONES
from tournaments.domain.base import fold
from tournaments.domain.exchanges import ExchangePlayers, PairWithBye
from tournaments.domain.game_dates import SetGameDate
from tournaments.domain.inputs import MOST_TABLES
from tournaments.domain.pairs import MakePair, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.round_stages import UnpublishRound
from tournaments.domain.tables import MoveTable, PinPair, RenumberTables
from tournaments.loading import load
from tournaments.proofs.edit_costs import PREVIEW_REASON, new_pairs, weigh_each
from tournaments.reading.bodies import pairing_bodies
from tournaments.reading.queries import entry_names
from tournaments.state.tournament import Pair, Tournament
from tournaments.tables.rows import PairingRow, TournamentRow
from tournaments.templatetags.nigiri import points
from tournaments.web.base import back, context_of, form_action, game_for, read_page, round_for, wants_part
from tournaments.web.commands import GameCommandPage, RoundCommandPage
from tournaments.web.forms import SentForm, number, reason, text
from tournaments.web.history.receipts import with_receipt
from tournaments.web.overview.reading import frame
from tournaments.web.overview.words import weighed_in_words


class TermsForm(SentForm):
    handicap = number(gettext_lazy("Handicap"), 0, MOST_STONES)
    komi = text(gettext_lazy("Komi"), 8, size=5, inputmode="decimal")
    reason = reason()


class TableForm(SentForm):
    table = number(gettext_lazy("Table"), 1, MOST_TABLES)
    reason = reason()


@read_page
def edit_page(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    """One game and every edit of it, with its cost."""
    row, pairing = game_for(request, slug, game_id, "round.pair")
    state, _ = load(str(row.id))
    game = str(pairing.game_id)
    usual_komi = state.settings.komi_for(pairing.handicap)
    found, published = state.pair_of(game), state.round(pairing.round).published
    unmake, swap = weigh_each(row, pairing.round, [UnmakePair(game_id=game), SwapColours(game_id=game)])
    context = {
        **frame(request, row),
        "number": pairing.round,
        "game": pairing_bodies([pairing], entry_names(row))[0],
        "pinned": bool(found and found[1].pinned),
        "published": published,
        "even_komi": state.settings.komi_for(0),
        "handicap_komi": state.settings.komi_for(2),
        "terms": TermsForm(
            request,
            reverse("web:terms", args=(row.slug, game)),
            {"handicap": pairing.handicap, "komi": "" if pairing.komi == usual_komi else pairing.komi},
            required=["reason"] if published else (),
        ),
        "place": TableForm(
            request,
            reverse("web:move-table", args=(row.slug, game)),
            {"table": pairing.table},
            required=["reason"] if published else (),
        ),
        "unmake": weighed_in_words(unmake),
        "swap": weighed_in_words(swap),
    }
    return render(request, "nigiri/edit_pair.html", context)


class WeighedPage(GameCommandPage):
    """Change a game, and show the warnings that the weights give no cost."""

    def carry_out(self, row: TournamentRow, command: Any, context: Context) -> list[StoredEvent]:
        pairing = PairingRow.objects.get(pk=command.game_id)
        (weighed,) = weigh_each(row, pairing.round, [command])
        stored = super().carry_out(row, command, context)
        for warning in weighed["warns"]:
            messages.warning(self.request, warning)
        return stored


class HandicapPage(WeighedPage):
    """Set the handicap and the komi of a game."""

    command = SetHandicap

    def message_for(self, command: Any, stored: list[StoredEvent], facts: Mapping[str, Any]) -> str:
        pairing = PairingRow.objects.get(pk=command.game_id)
        now = {"handicap": pairing.handicap, "komi": points(pairing.komi)}
        return gettext("Handicap %(handicap)s, komi %(komi)s.") % now


terms = HandicapPage.as_view()
table = WeighedPage.as_view(command=MoveTable)


pin = GameCommandPage.as_view(command=PinPair)
set_date = GameCommandPage.as_view(command=SetGameDate)


@form_action
def weigh(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What the pair that was filled in would cost; nothing is stored until that is confirmed."""
    row, round_ = round_for(request, slug, number, "round.pair")
    command = command_from_form(MakePair, request.POST, context_of(request), number=number)
    (weighed,) = weigh_each(row, number, [command])
    context: dict[str, Any] = {
        **frame(request, row),
        "number": number,
        "round": round_,
        "weighed": weighed_in_words(weighed),
        "typed": {
            name: request.POST.get(name, "") for name in ("white", "black", "handicap", "komi", "reason")
        },
    }
    return render(request, "nigiri/weigh.html", context)


renumber = RoundCommandPage.as_view(command=RenumberTables)


unpublish = RoundCommandPage.as_view(
    command=UnpublishRound,
    message=gettext_noop("Round %(number)s is shown to officers only, until you publish it again."),
)


@form_action
def withdraw(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    """The record belongs to another game, say: forget it; another one may then arrive."""
    return _correct(request, WITHDRAW_RECORD, slug, game_id, gettext("The record was withdrawn."))


@form_action
def take_back_to(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    """The last turns were mistyped: forget them."""
    return _correct(request, TAKE_BACK, slug, game_id, gettext("The record now ends at turn %(turn)s."))


def _correct(
    request: HttpRequest, operation: Operation[Any], slug: str, game_id: str, thanks: str
) -> HttpResponse:
    game_for(request, slug, game_id, operation.right)
    require_not_own_game(request.user, game_row(str(game_id)))
    context = context_of(request)
    command = operation.command_for(operation.from_form(request.POST), context)
    stored = change_record(str(game_id), command, context)
    messages.success(
        request, with_receipt(thanks % {"turn": getattr(command, "to_turn", "")}, last_code(stored))
    )
    return redirect(back(request))


exchange = RoundCommandPage.as_view(
    command=ExchangePlayers, message=gettext_noop("Exchanged. The history of the tournament can undo it.")
)
pair_with_bye = RoundCommandPage.as_view(
    command=PairWithBye,
    chosen={"entry_id": "entry"},
    message=gettext_noop("Paired. Both now play in round %(number)s."),
)


@form_action
def weigh_exchange(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show both games before and after an exchange, and its cost; nothing is stored."""
    row, round_ = round_for(request, slug, number, ExchangePlayers.right)
    form = request.POST.copy()
    form["reason"] = form.get("reason") or PREVIEW_REASON
    command = command_from_form(ExchangePlayers, form, context_of(request), number=number)
    state, _ = load(str(row.id))
    after = reduce(fold, command.decide(state), state)
    names = {id_: str(name) for id_, name in entry_names(row).items()}
    (weighed,) = weigh_each(row, number, [command])
    context: dict[str, Any] = {
        **frame(request, row),
        "number": number,
        "round": round_,
        "before": [_game(pair, names) for pair in new_pairs(after, state, number)],
        "after": [_game(pair, names) for pair in new_pairs(state, after, number)],
        "byes": _byes(after, number, names) if after.round(number).byes != state.round(number).byes else [],
        "weighed": weighed_in_words(weighed),
        "typed": {name: request.POST.get(name, "") for name in ("first", "second", "reason")},
    }
    return render(
        request, "nigiri/_exchanged.html" if wants_part(request) else "nigiri/exchange.html", context
    )


def _game(pair: Pair, names: dict[str, str]) -> dict[str, Any]:
    terms = {"table": pair.table, "handicap": pair.handicap, "komi": pair.komi}
    return {"white": names[pair.white], "black": names[pair.black], **terms}


def _byes(state: Tournament, number: int, names: dict[str, str]) -> list[str]:
    return [names[entry_id] for entry_id in state.round(number).byes]
