"""Standings now or in the past, their criteria, prizes, the schedule of a draw, and ratings."""

from collections.abc import Iterable
from typing import Any, ClassVar, TypedDict

from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.fields import ChoiceField
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games.log.store import StoredEvent
from games.log.unit_of_work import Context
from games.rest.bodies import RankText
from games.rest.fields import EnumField, FiniteField
from games.rest.operated import reads
from games.rest.operations import Operation
from games.rest.paging import LONGEST_SEARCH, SEARCH
from games.rest.parameters import query_int, query_value
from games.rest.views import respond_with_etag
from tournaments.access.actors import actor_of, tournament_subject
from tournaments.access.table import may
from tournaments.api.base import TournamentView, View
from tournaments.api.resources import TableView
from tournaments.api.settings import CHANGE_CRITERIA
from tournaments.commands import PairAllRounds, pair_all_rounds
from tournaments.competition.ranks import format_rank
from tournaments.competition.ratings import Scale, TimeClass, rank_of, rating_of
from tournaments.competition.settings import HIGHEST_RANK, LOWEST_RANK
from tournaments.competition.standings.prizes import PrizeChoices
from tournaments.domain.seeds import SeedsSet, SetSeeds
from tournaments.reading.bodies import FILTERS, StandingsBody, matches_filter, standings_body
from tournaments.reading.officiating import ChangesBody, changes_body
from tournaments.reading.paging import part_after
from tournaments.reading.past_states import LARGEST_POSITION, parse_position
from tournaments.reading.prize_bodies import PrizesBody, prizes_body, prizes_csv
from tournaments.reading.queries import settings_of, tournament_by_slug
from tournaments.reading.rating_bodies import RatingsBody, ratings_body
from tournaments.reading.schedule_bodies import ScheduleBody, schedule_body
from tournaments.reading.sheets import ratings_sheet, schedule_sheet, standings_sheet
from tournaments.reading.tiebreak_bodies import (
    ChosenBody,
    MovesBody,
    TiebreaksBody,
    change_of_criteria,
    moves_body,
    tiebreaks_body,
    tournament_criteria_body,
)
from tournaments.tables.rows import TournamentRow

ONE_GROUP = "Of one group alone; empty: of those without a group; of everybody if absent"
PARAMETERS = [
    OpenApiParameter("round", int, description="0 or a round that is published; the last played if absent"),
    OpenApiParameter("at", str, description="A position of the log, or a time (ISO 8601); now if absent"),
    OpenApiParameter("group", str, description=ONE_GROUP),
]
FILTER_PARAMETERS = [
    SEARCH,
    OpenApiParameter("club", str),
    OpenApiParameter("country", str),
    OpenApiParameter("category", int, description="From 1, the strongest, by `categories` of the settings"),
]


class StandingsView(TableView, TournamentView):
    sheet: ClassVar[Any] = staticmethod(standings_sheet)
    has_checkpoint = True

    @reads("list_standings", "tournament.read", StandingsBody, parameters=[*PARAMETERS, *FILTER_PARAMETERS])
    def get(self, request: Request, slug: str) -> StandingsBody:
        """Get the standings after a round, now or at a past moment, with a cell for each round."""
        row: TournamentRow = self.tournament(slug)
        number = query_int(request, "round", low=0, high=40)
        at = position_in_query(request, row)
        group = request.query_params.get("group")
        body = standings_body(row, number, at, officer=self.officer(row), group=group)
        query_int(request, "category", low=1, high=LOWEST_RANK * -2)
        asked = {name: request.query_params.get(name, "")[:LONGEST_SEARCH] for name in FILTERS}
        limits = settings_of(row).categories
        body["results"] = [line for line in body["results"] if matches_filter(line, asked, limits)]
        return body


def position_in_query(request: Request, row: TournamentRow) -> int | None:
    """``?at=`` of the address; raises ValidationError for no such moment."""
    said = request.query_params.get("at")
    try:
        return None if said is None else parse_position(row, said)
    except ValueError as fault:
        raise ValidationError({"query:at": [str(fault)]}) from fault


class StandingsChanges(TournamentView):
    @reads(
        "get_standings_changes",
        "tournament.read",
        ChangesBody,
        parameters=[
            OpenApiParameter("since", int, required=True, description="A position of the log"),
            OpenApiParameter("until", int, description="A later position; now if absent"),
            OpenApiParameter("round", int, description="After which round; the last played if absent"),
        ],
    )
    def get(self, request: Request, slug: str) -> Any:
        """Get which places and scores changed since a position of the log."""
        row: TournamentRow = self.tournament(slug)
        since = query_int(request, "since", low=0, high=LARGEST_POSITION)
        if since is None:
            raise ValidationError({"query:since": ["Name a position of the log."]})
        until = query_int(request, "until", low=since, high=LARGEST_POSITION)
        number = query_int(request, "round", low=0, high=40)
        return changes_body(row, since, until, number, officer=self.officer(row))


MOST_PRIZES = 99
PRIZE_PARAMETERS = [
    OpenApiParameter("round", int, description="After which round; the last played if absent"),
    OpenApiParameter("group", str, description=ONE_GROUP),
    OpenApiParameter("first", int, default=3, description="How many places have a prize, 1 to 99"),
    OpenApiParameter("youth", int, default=18, description="The age at which youth ends, 1 to 99"),
]


class PrizesView(TableView, TournamentView):
    """People's names and years change without the tournament, so there is no ETag of its version."""

    csv = staticmethod(prizes_csv)

    @reads("get_prizes", "tournament.read", PrizesBody, parameters=PRIZE_PARAMETERS)
    def get(self, request: Request, slug: str) -> PrizesBody:
        """Get the prizes: places, wins, categories, best kyu, youth, women, clubs, countries, rise."""
        row = self.tournament(slug)
        first = query_int(request, "first", low=1, high=MOST_PRIZES)
        youth = query_int(request, "youth", low=1, high=MOST_PRIZES)
        return prizes_body(
            row,
            query_int(request, "round", low=0, high=40),
            PrizeChoices(first=first or PrizeChoices().first, youth=youth or PrizeChoices().youth),
            officer=self.officer(row),
            group=request.query_params.get("group"),
            personal=may(actor_of(request.user), "people.read", tournament_subject(row)),
        )


GROUP = OpenApiParameter("group", str, description="Of an event with groups, which; empty for those without")


class ScheduleView(TableView, TournamentView):
    sheet: ClassVar[Any] = staticmethod(schedule_sheet)

    @reads("get_schedule", "tournament.read", ScheduleBody, parameters=[GROUP])
    def get(self, request: Request, slug: str) -> ScheduleBody:
        """Get the schedule of a round robin or a knock-out, as far as it is drawn and published."""
        row: TournamentRow = self.tournament(slug)
        group = request.query_params.get("group")
        return schedule_body(row, group, officer=self.officer(row))


class ScheduleSeeds(TournamentView):
    """Seeds set by hand."""

    operations: ClassVar = {"PUT": Operation(SetSeeds, "set_seeds", match=True)}
    answers: ClassVar[Any] = ScheduleBody

    def body_after(self, row: TournamentRow, stored: list[StoredEvent], **_address: Any) -> Any:
        set_ = [one.event.group for one in stored if isinstance(one.event, SeedsSet)]
        return schedule_body(row, set_[0] if set_ else None, officer=True)


class ScheduleRounds(TournamentView):
    """All rounds of a round robin."""

    operations: ClassVar = {"POST": Operation(PairAllRounds, "pair_all_rounds", status=201, match=True)}
    answers: ClassVar[Any] = ScheduleBody

    def execute(self, row: TournamentRow, command: Any, context: Context) -> list[StoredEvent]:
        return pair_all_rounds(str(row.id), command, context)

    def body_after(self, row: TournamentRow, stored: list[StoredEvent], **_address: Any) -> Any:
        return schedule_body(row, None, officer=True)

    def place(self, row: TournamentRow, **_address: Any) -> tuple[Any, ...]:
        return "api:schedule", row.slug


class ChangedCriteriaBody(ChosenBody):
    """``difference``: who changes places, and why; null unless ``dry_run`` is true."""

    difference: MovesBody | None


class Tiebreaks(View):
    @reads("get_tiebreaks", "site.read", TiebreaksBody)
    def get(self, _request: Request) -> TiebreaksBody:
        """Get every criterion of placing, with its formula and its source."""
        self.allow()
        return tiebreaks_body()


class TournamentTiebreaks(TournamentView):
    """Tie-breaks in a tournament."""

    operations: ClassVar = {"PUT": CHANGE_CRITERIA}
    answers: ClassVar[Any] = ChangedCriteriaBody
    difference: MovesBody | None = None

    @reads("get_tournament_tiebreaks", "tournament.read", ChosenBody)
    def get(self, request: Request, slug: str) -> ChosenBody:
        """Get the criteria of placing of a tournament, in order."""
        row = self.tournament(slug)
        return tournament_criteria_body(row)

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        if self.dry_run:
            asked = (values["criteria"], values.get("draw_seed"), values.get("team_criteria"))
            self.difference, _ = moves_body(row, *asked)
            values = {**values, "seen": self.difference["seen"]}
        return change_of_criteria(row, values)

    def body_after(self, row: TournamentRow, stored: list[StoredEvent], **_address: Any) -> Any:
        now = tournament_criteria_body(tournament_by_slug(row.slug))
        return ChangedCriteriaBody(**now, difference=self.difference)


LARGEST_RATING = 10_000
MOST_ROWS = 200
CLASSES = [each.value for each in TimeClass]


class RankBody(TypedDict):
    """``value``: 1 dan = 0. ``egf``, ``ffg``, ``aga``: ratings in the middle of the rank."""

    rank: RankText
    value: int
    egf: float
    ffg: float
    aga: float


class RanksBody(TypedDict):
    """``results``: all ranks, or the one that ``rating`` stands for."""

    results: list[RankBody]


class Ranks(View):
    @reads(
        "list_ranks",
        "site.read",
        RanksBody,
        parameters=[
            OpenApiParameter("rating", float, description="Only the rank that this rating stands for"),
            OpenApiParameter(
                "scale", str, enum=[each.value for each in Scale], description="Of it; else egf"
            ),
        ],
    )
    def get(self, request: Request) -> RanksBody:
        """Get the ratings of three federations for each rank, or the rank for a rating."""
        self.allow()
        ranks: Iterable[int] = range(LOWEST_RANK, HIGHEST_RANK + 1)
        scale = query_value(request, "scale", EnumField(Scale)) or Scale.EGF
        field = FiniteField(min_value=-LARGEST_RATING, max_value=LARGEST_RATING)
        if (rating := query_value(request, "rating", field)) is not None:
            try:
                ranks = [rank_of(rating, scale)]
            except ValueError as fault:
                raise ValidationError({"query:rating": [str(fault)]}) from fault
        return {"results": [rank_body(rank) for rank in ranks]}


def rank_body(rank: int) -> RankBody:
    """A rank (1 dan = 0) by three federations."""
    return {
        "rank": format_rank(rank),
        "value": rank,
        "egf": float(rating_of(rank, Scale.EGF)),
        "ffg": float(rating_of(rank, Scale.FFG)),
        "aga": float(rating_of(rank, Scale.AGA)),
    }


class RatingsView(TableView, TournamentView):
    sheet: ClassVar[Any] = staticmethod(ratings_sheet)

    @reads(
        "list_ratings",
        "tournament.read",
        RatingsBody,
        parameters=[
            OpenApiParameter(
                "class", str, enum=CLASSES, description="Time class; the tournament's if absent"
            ),
            OpenApiParameter("page_size", int, description="1 to 200 players; all of them if not given."),
            OpenApiParameter("after", str, description="An entry: those below it follow. From ``next``."),
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Get EGF ratings before and after the tournament, with every game explained.

        Of 1,000 players after ten rounds these are 2 MB: ask for a page at a time. Games that are not
        rated are on the first.
        """
        row: TournamentRow = self.tournament(slug)
        time_class = query_value(request, "class", ChoiceField(CLASSES)) or ""
        most = query_int(request, "page_size", low=1, high=MOST_ROWS)
        body = _page(request, ratings_body(row, time_class, officer=self.officer(row)), most)
        response = respond_with_etag(body)
        if body["next"]:
            response["Link"] = f'<{body["next"]}>; rel="next"'
        return response


def _page(request: Request, body: RatingsBody, most: int | None) -> RatingsBody:
    """Raises Http404 after an entry that is not in the table."""
    after = request.query_params.get("after", "").lower()
    rows = list(part_after(body["results"], after, most or len(body["results"])))
    more = bool(rows) and rows[-1] is not body["results"][-1]
    link = replace_query_param(request.build_absolute_uri(), "after", rows[-1]["entry"]) if more else None
    return {**body, "results": rows, "left_out": [] if after else body["left_out"], "next": link}
