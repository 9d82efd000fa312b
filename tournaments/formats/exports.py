"""All export formats. A new one is a row in ``FORMATS``."""

from collections.abc import Callable
from dataclasses import dataclass

from games.marking import marked
from tournaments.formats.aga_report import write_aga_report
from tournaments.formats.csv_players import write_players
from tournaments.formats.csv_tables import write_individuals, write_results, write_standings
from tournaments.formats.egd_h9 import write_h9
from tournaments.formats.ffg_tou import write_tou
from tournaments.formats.opengotha_out import write_opengotha
from tournaments.formats.outgoing import Outgoing, Written


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """An export format.

    ``name`` is stable and part of addresses; ``extension`` has no dot; ``encoding`` is Python's name.
    """

    name: str
    title: str
    media_type: str
    extension: str
    encoding: str
    write: Callable[[Outgoing], Written]


def file_name(tournament: Outgoing, extension: str) -> str:
    """Return a file name with the version, so that a corrected export does not replace an earlier one."""
    return f"{tournament.slug}-v{tournament.version}-p{tournament.position}.{extension}"


FORMATS = {
    each.name: each
    for each in (
        Format(
            name="aga",
            title=marked("report to the American Go Association"),
            media_type="text/plain; charset=us-ascii",
            extension="txt",
            encoding="ascii",
            write=write_aga_report,
        ),
        Format(
            name="h9",
            title=marked("results for the European Go Database"),
            media_type="text/plain; charset=iso-8859-15",
            extension="h9",
            encoding="iso-8859-15",
            write=write_h9,
        ),
        Format(
            name="tou",
            title=marked("results for the Fédération Française de Go"),
            media_type="text/plain; charset=iso-8859-15",
            extension="tou",
            encoding="iso-8859-15",
            write=write_tou,
        ),
        Format(
            name="opengotha",
            title=marked("tournament for OpenGotha"),
            media_type="application/xml; charset=utf-8",
            extension="xml",
            encoding="utf-8",
            write=write_opengotha,
        ),
        Format(
            name="players",
            title=marked("players as CSV"),
            media_type="text/csv; charset=utf-8",
            extension="players.csv",
            encoding="utf-8-sig",
            write=write_players,
        ),
        Format(
            name="results",
            title=marked("results as CSV"),
            media_type="text/csv; charset=utf-8",
            extension="results.csv",
            encoding="utf-8-sig",
            write=write_results,
        ),
        Format(
            name="standings",
            title=marked("standings as CSV"),
            media_type="text/csv; charset=utf-8",
            extension="standings.csv",
            encoding="utf-8-sig",
            write=write_standings,
        ),
        Format(
            name="individuals",
            title=marked("standings of players of all teams, as CSV"),
            media_type="text/csv; charset=utf-8",
            extension="individuals.csv",
            encoding="utf-8-sig",
            write=write_individuals,
        ),
    )
}
