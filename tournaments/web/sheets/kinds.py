"""Every sheet there is: what it is called, who may have it, what it is of."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.competition.schedules.systems import is_bracket
from tournaments.paper.typesetting import Template
from tournaments.reading.queries import settings_of
from tournaments.tables.rows import TournamentRow
from tournaments.web.sheets.asked import Asked, Sheet
from tournaments.web.sheets.handed_out import badges, cards, slips
from tournaments.web.sheets.pairings import by_name, by_table
from tournaments.web.sheets.prizes import prizes
from tournaments.web.sheets.schedules import bracket, schedule
from tournaments.web.sheets.standings import cross_table, standings


def everywhere(row: TournamentRow) -> bool:
    return True


def has_schedule(row: TournamentRow) -> bool:
    return settings_of(row).system == "round_robin"


def has_bracket(row: TournamentRow) -> bool:
    return is_bracket(settings_of(row).system)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """``right``: of the tournament, for officers' sheets; ``of_round``: it is about one round."""

    title: str | Promise
    about: str | Promise
    template: Template
    fill: Callable[[Asked], Sheet]
    right: str = "tournament.read"
    of_round: bool = False
    there: Callable[[TournamentRow], bool] = everywhere

    @property
    def handed_out(self) -> bool:
        """To the players, by officers. The other sheets hang on walls, where hidden players stay so."""
        return self.right != "tournament.read"


KINDS = {
    "pairings": Kind(
        title=_("Pairings by table"),
        about=_("For the wall: 50 tables on a page."),
        template="table",
        fill=by_table,
        of_round=True,
    ),
    "names": Kind(
        title=_("Players by name"),
        about=_("For the wall: everybody finds their table."),
        template="table",
        fill=by_name,
        of_round=True,
    ),
    "slips": Kind(
        title=_("Result slips"),
        about=_("One for each table, to be signed by both players."),
        template="slips",
        fill=slips,
        right="result.record",
        of_round=True,
    ),
    "standings": Kind(
        title=_("Standings"), about=_("Places with all criteria."), template="table", fill=standings
    ),
    "crosstable": Kind(
        title=_("Cross table"), about=_("Who met whom in which round."), template="table", fill=cross_table
    ),
    "schedule": Kind(
        title=_("Schedule"),
        about=_("All rounds as they are drawn."),
        template="table",
        fill=schedule,
        there=has_schedule,
    ),
    "bracket": Kind(
        title=_("Bracket"),
        about=_("All matches, with who goes on."),
        template="bracket",
        fill=bracket,
        there=has_bracket,
    ),
    "prizes": Kind(title=_("Prizes"), about=_("For the ceremony."), template="table", fill=prizes),
    "badges": Kind(
        title=_("Badges"),
        about=_("With the code of each player's own link."),
        template="badges",
        fill=badges,
        right="link.give",
    ),
    "cards": Kind(
        title=_("Table cards"),
        about=_("The code leads to the game that is played at the table."),
        template="cards",
        fill=cards,
        right="link.give",
    ),
}
