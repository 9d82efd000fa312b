"""An Atom feed of a tournament: pairings and results as they are published."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext

from tournaments.reading.milestones import Milestone, MilestoneKind, milestones
from tournaments.tables.rows import TournamentRow
from tournaments.web.addresses import absolute
from tournaments.web.base import seen_tournament

if TYPE_CHECKING:
    Base = Feed[Milestone, TournamentRow]
else:
    Base = Feed  # generic for type checkers alone


class TournamentFeed(Base):
    """Entries are told apart by what happened to which round, so that a reader shows each once."""

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
