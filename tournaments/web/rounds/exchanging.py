"""Two players change places in a round: each game before and after, its cost, and the exchange."""

from functools import reduce
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop

from games.rest.operations import command_from_form
from tournaments.domain.base import fold
from tournaments.domain.exchanges import ExchangePlayers, PairWithBye
from tournaments.loading import load
from tournaments.proofs.edit_costs import PREVIEW_REASON, new_pairs, weigh_each
from tournaments.reading.queries import entry_names
from tournaments.state.tournament import Pair, Tournament
from tournaments.web.base import context_of, form_action, round_for, wants_part
from tournaments.web.commands import RoundCommandPage
from tournaments.web.overview.reading import frame
from tournaments.web.overview.words import weighed_in_words

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
