"""A tournament for other programs and sites: an iCalendar file, an Atom feed, standings in a frame."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import chain
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from csp.decorators import csp_replace
from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext
from icalendar import Calendar, Event

from tournaments.reading.bodies import standings_body
from tournaments.reading.milestones import Milestone, MilestoneKind, milestones
from tournaments.reading.queries import entry_names, settings_of
from tournaments.reading.readers import public_names_only
from tournaments.reading.rounds import public_pairings
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.time_zones import zone_of_tournament
from tournaments.web.addresses import absolute
from tournaments.web.base import read_page, seen_tournament
from tournaments.web.overview.parameters import number_in
from tournaments.web.overview.progress import stand_of

DAY = timedelta(days=1)
LENGTH = timedelta(hours=2)  # of a game with a time


@read_page
def calendar_file(request: HttpRequest, slug: str) -> HttpResponse:
    """What anybody may see, for any reader: a calendar is subscribed to without a login."""
    row = seen_tournament(request, slug)
    calendar = Calendar()
    calendar.add("prodid", "-//Nigiri//Go tournaments//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", row.name)
    for event in chain(_days(row), _rounds(row), _put_off(row)):
        event.add("dtstamp", timezone.now())
        event.add("url", absolute(request, reverse("web:standings", args=(row.slug,))))
        calendar.add_component(event)
    calendar.add_missing_timezones()
    answer = HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{row.slug}.ics"'
    return answer


def _days(row: TournamentRow) -> Iterator[Event]:
    begins, ends = _date(row.begins), _date(row.ends)
    if begins:
        event = _event(f"{row.id}", row.name, begins, max(ends or begins, begins) + DAY)
        event.add("location", row.place)
        yield event


def _rounds(row: TournamentRow) -> Iterator[Event]:
    for number, said in enumerate(settings_of(row).schedule.dates, start=1):
        if day := _date(said):
            summary = gettext("%(name)s, round %(n)d") % {"name": row.name, "n": number}
            yield _event(f"{row.id}-round-{number}", summary, day, day + DAY)


def _put_off(row: TournamentRow) -> Iterator[Event]:
    """Games with a day of their own, of rounds that everybody sees."""
    names, zone = entry_names(row), zone_of_tournament(row)
    for round_ in RoundRow.objects.filter(tournament=row, published=True):
        dated = PairingRow.objects.filter(tournament=row, round=round_.number).exclude(date="")
        for game in public_pairings(dated, round_):
            sides = {"white": names[game.white_id], "black": names[game.black_id], "name": row.name}
            summary = gettext("%(white)s and %(black)s, %(name)s") % sides
            begins = _moment(game.date, game.time, zone)
            yield _event(str(game.game_id), summary, begins, begins + (LENGTH if game.time else DAY))


def _moment(day: str, time: str, zone: ZoneInfo) -> date:
    """Return the moment in the tournament's zone, or the day alone if no time is known."""
    if not time:
        return date.fromisoformat(day)
    return datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=zone)


def _date(said: str) -> date | None:
    return date.fromisoformat(said) if said else None


def _event(uid: str, summary: str, begins: Any, ends: Any) -> Event:
    """``ends`` is the first moment or day after it, as RFC 5545 asks."""
    event = Event()
    event.add("uid", f"{uid}@nigiri")
    event.add("summary", summary)
    event.add("dtstart", begins)
    event.add("dtend", ends)
    return event


if TYPE_CHECKING:
    Base = Feed[Milestone, TournamentRow]
else:
    Base = Feed  # generic for type checkers alone


class TournamentFeed(Base):
    """Entries differ by what happened to which round, so that a reader shows each once."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, slug: str) -> TournamentRow:
        self.request = request
        return seen_tournament(request, slug)

    def title(self, row: TournamentRow) -> str:
        return row.name

    def link(self, row: TournamentRow) -> str:
        return absolute(self.request, reverse("web:standings", args=(row.slug,)))

    def feed_guid(self, row: TournamentRow) -> str:
        return row.id.urn

    def items(self, row: TournamentRow) -> list[Milestone]:
        self.row = row
        return milestones(row)

    def item_title(self, item: Milestone) -> str:
        return title_of(item)

    def item_description(self, item: Milestone) -> str:
        return f"{self.row.name}: {title_of(item)}"

    def item_link(self, item: Milestone) -> str:
        return absolute(self.request, page_of(self.row, item))

    def item_guid(self, item: Milestone) -> str:
        return f"{self.row.id.urn}#{item.kind.name.lower()}-{item.round}"

    def item_pubdate(self, item: Milestone) -> datetime:
        return item.at

    def item_updateddate(self, item: Milestone) -> datetime:
        return item.at


def title_of(item: Milestone) -> str:
    if item.kind is MilestoneKind.PUBLISHED:
        return gettext("The tournament is open to the public")
    if item.kind is MilestoneKind.PAIRINGS:
        return gettext("Pairings of round %(n)d") % {"n": item.round}
    return gettext("Results of round %(n)d are in") % {"n": item.round}


def page_of(row: TournamentRow, item: Milestone) -> str:
    if item.kind is MilestoneKind.PAIRINGS:
        return reverse("web:round", args=(row.slug, item.round))
    after = f"?round={item.round}" if item.round else ""
    return reverse("web:standings", args=(row.slug,)) + after


MOST_LINES = 500


@csp_replace({"frame-ancestors": ["*"]})
@read_page
@public_names_only()
def embedded_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """What anybody may see, also to an officer: whose frame it is, nobody knows. ``?rows=`` cuts it."""
    row = seen_tournament(request, slug)
    table = standings_body(row, None, None, officer=False)
    lines = number_in(request, "rows", MOST_LINES) or MOST_LINES
    context = {
        "tournament": row,
        "table": table,
        "lines": table["results"][:lines],
        "page": absolute(request, reverse("web:standings", args=(row.slug,))),
        "stand": stand_of(row),
    }
    return render(request, "nigiri/embed.html", context)
