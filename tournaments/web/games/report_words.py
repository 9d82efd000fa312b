"""The players' reports on a game in words, who made them and when; and the outcome of its record."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from games.game.rows import GameRow
from games.log.serialisation import decode
from games.log.store import decode_row
from games.log.tables import Event
from games.log.wire import kind_of
from tournaments.access.actors import User, own_entry
from tournaments.competition.history import Result
from tournaments.domain.results import ResultReported
from tournaments.loading import stream_of
from tournaments.reading.bodies import result_text
from tournaments.reading.queries import Name
from tournaments.tables.record_proofs import outcome_of_record, source_of_outcome
from tournaments.tables.rows import PairingRow
from tournaments.wording import dates
from tournaments.wording.record_outcomes import outcome_sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A player's report. ``who``: name and colour; ``result``: such as "0-1", White's score first."""

    entry: str
    who: str
    result: str
    at: datetime

    def sentence(self, result: str = "") -> str:
        """Return "Pine Vera (Black) reported: 0-1 (15:43 UTC).", or with the result in other words."""
        facts = {
            "who": self.who,
            "result": result or self.result,
            "time": dates.deadline(self.at, timezone.now()),
        }
        return gettext("%(who)s reported: %(result)s (%(time)s).") % facts


def reports_of(pairing: PairingRow, names: Mapping[str, Name]) -> list[Report]:
    """Return the reports that count, Black's first; one query, and none where nobody has reported."""
    sides = {str(pairing.black_id): gettext("Black"), str(pairing.white_id): gettext("White")}
    times = dict(_times(pairing)) if pairing.reports else {}
    return [
        Report(
            entry=entry,
            who=f"{names[entry]} ({side})" if pairing.colours_known else str(names[entry]),
            result=_text(pairing, entry),
            at=times[entry],
        )
        for entry, side in sides.items()
        if entry in pairing.reports
    ]


def other_report(pairing: PairingRow, names: Mapping[str, Name], user: User) -> Report | None:
    """Return the other player's report to a player who has not reported the same, before any ruling."""
    own = "" if pairing.ruled_claim else own_entry(user, pairing)
    reports = {one.entry: one for one in reports_of(pairing, names)} if own else {}
    mine = reports.pop(str(own), None)
    other = next(iter(reports.values()), None)
    return other if other and (mine is None or mine.result != other.result) else None


def record_sentence(pairing: PairingRow, judged: GameRow | None = None) -> str:
    """Return the outcome of the record, and how it is known; "" if there is none."""
    _winner, text = outcome_of_record(pairing, judged)
    return outcome_sentence(source_of_outcome(pairing, text), text) if text else ""


def _text(pairing: PairingRow, entry: str) -> str:
    result: Result = decode(Result, pairing.reports[entry])
    return result_text(result.winner, by_default=result.by_default)


def _times(pairing: PairingRow) -> Iterator[tuple[str, datetime]]:
    """Return when each entry reported, the last report of each last.

    An event of a joined log names the game by another id until it is decoded.
    """
    game = str(pairing.game_id)
    rows = Event.objects.filter(stream=stream_of(str(pairing.tournament_id)), kind=kind_of(ResultReported))
    for row in rows.filter(Q(data__contains=game) | Q(joined__isnull=False)).order_by("version"):
        event = decode_row(row).event
        if isinstance(event, ResultReported) and event.game_id == game:
            yield event.entry_id, row.recorded_at
