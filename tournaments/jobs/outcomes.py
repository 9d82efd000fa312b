"""The outcome of a rescoring job, from the log."""

from dataclasses import dataclass

from games.claims.rows import ClaimRow
from games.game.events import TermsChanged
from games.log.store import decode_row
from games.log.tables import Event
from games.log.wire import kind_of
from tournaments.domain.results import ResultRecorded
from tournaments.jobs.rescoring import RESCORE
from tournaments.limits import finding_id
from tournaments.loading import stream_of
from tournaments.outbox.rows import Job, JobState


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The numbers of games that were judged, whose result changed, and that went to a referee."""

    games: int
    changed: int
    found: int


def outcome_of(job: Job) -> Outcome | None:
    """Return the outcome; None for a job of another kind, or one that is not done."""
    if job.kind != RESCORE or job.state != JobState.DONE:
        return None
    tournament_id, number = str(job.tournament_id), job.params.get("limits", 0)
    claims = ClaimRow.objects.filter(context=tournament_id).values_list("claim_id", "game_id")
    return Outcome(
        games=job.done,
        changed=len(_changed_games(tournament_id, number)),
        found=sum(str(claim) == str(finding_id(str(game), number)) for claim, game in claims),
    )


def _changed_games(tournament_id: str, number: int) -> set[str]:
    """Return the games whose results were recorded by the commands that judged games by these limits."""
    results = Event.objects.filter(stream=stream_of(tournament_id), kind=kind_of(ResultRecorded))
    commands = results.order_by().values("command_id")
    judging = Event.objects.filter(kind=kind_of(TermsChanged), command_id__in=commands)
    by = {event.command_id for event in judging if decode_row(event, {}).data.get("limits", 0) == number}
    return {decode_row(event, {}).data["game_id"] for event in results.filter(command_id__in=by)}
