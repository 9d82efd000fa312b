"""One player in another's place, by a form: somebody who is known, or somebody new."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.log.unit_of_work import Context
from games.refusals import refuse
from tournaments.commands import carry_out
from tournaments.competition.ranks import format_rank, parse_rank
from tournaments.competition.ratings.ranks import rating_of
from tournaments.domain.entries import ReplacePlayer, has_been_paired
from tournaments.loading import load
from tournaments.persons.lists.similar import known_players, name_key
from tournaments.persons.players import add_player
from tournaments.persons.sides import replacement_fields
from tournaments.reading.queries import entry_names
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.web.base import context_of, form_page, reason_in, tournament_for
from tournaments.web.overview.reading import frame

MOST_SHOWN = 30
TYPED = ("family_name", "given_name", "rank", "club", "country")


@require_http_methods(["GET", "HEAD", "POST"])
@form_page
def replace_page(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row = tournament_for(request, slug, ReplacePlayer.right)
    entry = EntryRow.objects.filter(tournament=row, pk=entry_id).first()
    if entry is None:
        raise Http404
    name = str(entry_names(row)[str(entry.id)])
    if request.method == "POST":
        player = _replace(request, row, entry)
        messages.success(request, gettext("{} plays in the place of {}.").format(player.name, name))
        return redirect("web:edit-entry", slug=slug, entry_id=entry_id)
    return render(request, "nigiri/replace.html", _context(request, row, entry, name))


def _context(request: HttpRequest, row: TournamentRow, entry: EntryRow, name: str) -> dict[str, Any]:
    asked = request.GET.get("q", "")[:120].strip()
    return {
        **frame(request, row),
        "entry": entry,
        "name": name,
        "asked": asked,
        "known": _known(row, asked),
        "needs_reason": has_been_paired(load(str(row.id))[0], str(entry.id)),
    }


def _known(row: TournamentRow, asked: str) -> list[dict[str, Any]]:
    """Whom the organisation knows and who does not play yet, whose names begin so."""
    entered = set(EntryRow.objects.filter(tournament=row).values_list("player_id", flat=True))
    words = name_key(asked).split()
    own = Player.objects.filter(organisation=row.organisation_id, erased=False).exclude(pk__in=entered)
    found = [player for player in own.order_by("family_name", "given_name") if _begins(player, words)]
    return [{"of": player, "rank": format_rank(player.rank)} for player in found[:MOST_SHOWN]]


def _begins(player: Player, words: list[str]) -> bool:
    names = name_key(player.name).split()
    return all(any(name.startswith(word) for name in names) for word in words)


def _replace(request: HttpRequest, row: TournamentRow, entry: EntryRow) -> Player:
    """The known player who is chosen, or who is typed in and made: both, or nothing."""
    context = context_of(request)
    with transaction.atomic():
        player = _chosen(request, row) or _typed(request, row, context)
        values = replacement_fields(row, {"player_id": str(player.id), "reason": reason_in(request)})
        carry_out(str(row.id), ReplacePlayer(entry_id=str(entry.id), **values), context)
    return player


def _chosen(request: HttpRequest, row: TournamentRow) -> Player | None:
    said = request.POST.get("player", "")
    if not said:
        return None
    try:
        return Player.objects.get(organisation=row.organisation_id, erased=False, pk=UUID(said))
    except (ValueError, Player.DoesNotExist):
        refuse("unknown_player", player=said[:40])


def _typed(request: HttpRequest, row: TournamentRow, context: Context) -> Player:
    """Somebody new. Refuses ``alike_players`` where the organisation knows one of that name."""
    organisation = Organisation.objects.get(pk=row.organisation_id)
    told = {field: " ".join(request.POST.get(field, "").split()) for field in TYPED}
    if not told["family_name"]:
        refuse("invalid", field="family_name", fault=gettext("Choose somebody, or write their name."))
    name = f"{told['family_name']} {told['given_name']}".strip()
    if known_players(organisation).alike(name, {}) and request.POST.get("new") != "yes":
        refuse("alike_players", players=[])
    try:
        rank = parse_rank(told["rank"])
    except ValueError as fault:
        refuse("invalid", field="rank", fault=str(fault))
    facts = {**told, "country": told["country"].upper(), "rank": rank, "rating": round(rating_of(rank))}
    return add_player(organisation, facts, context)
