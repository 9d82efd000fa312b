"""The story of a game: everything that happened to it, each line with its receipt."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.game.loading import game_row
from games.game.policy import policy
from games.story.reading import LineBody, story_data, story_of
from tournaments.reading.bodies import pairing_bodies
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import TournamentRow
from tournaments.web.actor_names import name_of, sides_of_actors
from tournaments.web.base import form_page, game_for
from tournaments.web.overview.reading import frame


@require_safe
@form_page
def story_page(request: HttpRequest, slug: str, game_id: str) -> HttpResponse:
    row, pairing = game_for(request, slug, game_id, "game.read")
    known, game = sides_of_actors(pairing), game_row(str(game_id))
    everything = policy().may(request.user, "story.read", game)
    story = story_data(story_of(game, everything=everything))
    lines = [_line(request, row, line, known) for line in story]
    context = {
        **frame(request, row),
        "game": pairing_bodies([pairing], entry_names(row))[0],
        "number": pairing.round,
        "lines": lines,
    }
    return render(request, "nigiri/story.html", context)


def _line(request: HttpRequest, row: TournamentRow, line: LineBody, known: dict[str, str]) -> dict[str, Any]:
    who = {_who(request, row, actor, known) for actor in line["actor"].split(", ")}
    return {**line, "at": datetime.fromisoformat(line["at"]), "by": ", ".join(sorted(who))}


def _who(request: HttpRequest, row: TournamentRow, actor: str, known: dict[str, str]) -> str:
    """The side or "an official", and the name for those who may read it."""
    part, name = known.get(actor, gettext("an official")), name_of(request, row, actor)
    return f"{part} ({name})" if name else part
