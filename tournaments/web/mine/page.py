"""My game: table, opponent, report, what comes next; and how the public names the player."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from games.refusals import Refusal
from tournaments.access.actors import actor_of, entry_subject, game_subject
from tournaments.access.link_holders import entry_of
from tournaments.domain.presence import SetPresence
from tournaments.loading import load
from tournaments.persons.players import SetPrivacy, set_privacy
from tournaments.reading.queries import entry_names, names_of_entries
from tournaments.state.tournament import ResultState
from tournaments.tables.people import Hiding, Player
from tournaments.tables.rows import EntryRow, TournamentRow, players_of
from tournaments.web.base import allowed, context_of, entry_for, form_action, read_page, speak_for
from tournaments.web.commands import CommandPage
from tournaments.web.live import pulse
from tournaments.web.mine.calls import calls
from tournaments.web.mine.game import Seen, game_body, results_so_far, seen_by
from tournaments.web.mine.links import closed, holder_of, links_of
from tournaments.web.overview.lines import own_entries
from tournaments.web.overview.reading import frame

MOST_HELD = 50


@read_page
def my_page(request: HttpRequest) -> HttpResponse:
    links, own = links_of(request), entry_of(request.user)
    if not own and (meant := links.acts_for(request.user)):
        try:
            holder_of(links, meant)
        except Refusal as no:
            return closed(request, no)
    entry = _entry(request, own)
    if entry:
        speak_for(request, entry.tournament)
    context: dict[str, Any] = {"held": _own_links(request), "own": own, "entry": entry}
    context["has_account"] = bool(own and links.user)
    return render(request, "nigiri/my.html", context | (my_body(request, entry) if entry else {}))


def _entry(request: HttpRequest, own: str) -> EntryRow | None:
    """Whose link was opened; for an account the one that is asked for, else the newest."""
    rows = EntryRow.objects.select_related("tournament").order_by("-tournament__begins")
    if own:
        return rows.filter(pk=own).first()
    mine = rows.filter(pk__in=own_entries(request.user), tournament__archived=False)
    return mine.filter(pk=request.GET.get("entry", "")[:36]).first() or mine.first()


def _own_links(request: HttpRequest) -> list[dict[str, Any]]:
    """The links that were opened in this browser, and the entries of the logged-in user."""
    links, own = links_of(request), entry_of(request.user)
    ids = {*links.held, *own_entries(request.user)}
    rows = (
        EntryRow.objects.select_related("tournament").filter(pk__in=ids) if ids else EntryRow.objects.none()
    )
    newest = list(rows.order_by("-tournament__begins", "pk")[:MOST_HELD]) if ids else []
    names = names_of_entries(row.id for row in newest)
    return [
        {
            "id": row.id,
            "name": str(names[row.id]),
            "tournament": row.tournament.name,
            "now": row.id == own,
            "link": row.id in links.held,
        }
        for row in newest
    ]


def my_body(request: HttpRequest, entry: EntryRow) -> dict[str, Any]:
    """What the page shows of an entry."""
    row, names = entry.tournament, entry_names(entry.tournament)
    seen, now = seen_by(entry, names), timezone.now()
    body: dict[str, Any] = {
        "tournament": row,
        "name": str(names[entry.id]),
        "here": request.path,
        **(pulse(row) if row.published else {}),
        "last": seen.rounds[-1].number if seen.rounds else 0,
        "calls": calls(request, seen, now),
        "game": None,
        "lines": list(reversed(results_so_far(seen))),
        "next": _next_round(request, seen),
        "may_ask": allowed(request, "bye.ask", entry_subject(row, entry)),
    }
    if seen.game:
        subject = game_subject(row, seen.game, seen.rounds[-1])
        actions = ("result.report", "game.record", "claim.make", "claim.read")
        body["may"] = {name.replace(".", "_"): allowed(request, name, subject) for name in actions}
        body["may"]["claim_make"] &= seen.game.result_state != ResultState.FINAL
        body["game"] = game_body(seen, seen.game, now)
    return body


def _next_round(request: HttpRequest, seen: Seen) -> dict[str, Any] | None:
    """The first round that is not public, if there is one, and whether the player misses it.

    A pairing that is not published gives nothing away: until it is, its round is still to come.
    """
    entry, row = seen.entry, seen.entry.tournament
    known = {round_.number for round_ in seen.rounds}
    number = next((n for n in range(1, row.rounds + 1) if n not in known), None)
    if number is None or entry.withdrawn:
        return None
    dates = load(str(row.id))[0].settings.schedule.dates
    return {
        "number": number,
        "date": dates[number - 1] if number <= len(dates) else "",
        "absent": number in entry.absent,
        "may": allowed(request, "presence.say", entry_subject(row, entry)),
    }


class OwnPresencePage(CommandPage):
    """A player misses a round that is not paired, or plays in it after all."""

    command = SetPresence
    to = "web:my"
    to_parts = ()

    def find(self, slug: str, **address: Any) -> TournamentRow:
        return entry_for(self.request, slug, address["entry_id"], "presence.say").tournament


my_presence = OwnPresencePage.as_view()


RIGHT = "privacy.say"


@read_page
def privacy_page(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    entry = entry_for(request, slug, entry_id, RIGHT)
    players = own_players(request, entry)
    context = {
        **frame(request, entry.tournament),
        "entry": entry,
        "name": entry_names(entry.tournament)[entry.id],
        "hidings": Hiding.choices,
        "hidden": players[0].hidden if players else "",
        "career": bool(players) and all(player.career_since for player in players),
        "players": players,
    }
    return render(request, "nigiri/privacy.html", context)


@form_action
def say(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    entry = entry_for(request, slug, entry_id, RIGHT)
    told = SetPrivacy(hidden=request.POST.get("hidden", ""), career=request.POST.get("career") == "yes")
    set_privacy(own_players(request, entry), told, context_of(request))
    messages.success(request, _("Saved."))
    return redirect("web:own-privacy", slug=slug, entry_id=entry_id)


def own_players(request: HttpRequest, entry: EntryRow) -> list[Player]:
    """Of an account its own player alone; a link is of all who play together."""
    players = Player.objects.filter(pk__in=players_of(entry), erased=False)
    user_id = actor_of(request.user).user_id
    return list(players if user_id is None else players.filter(user_id=user_id))
