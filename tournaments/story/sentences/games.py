"""What was said of results."""

from games.story.base import because
from tournaments.events.results import ResultCleared, ResultRecorded, ResultReported
from tournaments.events.rulings import ResultRuled, RulingAppealed, RulingLifted
from tournaments.story.sentences.base import Seen, describe


@describe.register
def describe_result_reported(event: ResultReported, seen: Seen) -> str:
    result = seen.won(event.game_id, event.result)
    return f"{seen.game(event.game_id)}: {result}, reported by {seen.who(event.entry_id)}."


@describe.register
def describe_result_recorded(event: ResultRecorded, seen: Seen) -> str:
    result = seen.won(event.game_id, event.result)
    return f"{seen.game(event.game_id)}: {result}, entered by the desk{because(event.reason)}"


@describe.register
def describe_result_cleared(event: ResultCleared, seen: Seen) -> str:
    what = "The desk's result of" if event.reports_stay else "The result of"
    return f"{what} {seen.game(event.game_id)} was cleared{because(event.reason)}"


@describe.register
def describe_result_ruled(event: ResultRuled, seen: Seen) -> str:
    score = f" {event.score}" if event.score else ""
    final = ", finally" if event.final else ""
    return f"Ruled{final} on {seen.game(event.game_id)}: {seen.won(event.game_id, event.result)}{score}."


@describe.register
def describe_ruling_appealed(event: RulingAppealed, seen: Seen) -> str:
    return f"The ruling on {seen.game(event.game_id)} was appealed; it counts until the appeal is decided."


@describe.register
def describe_ruling_lifted(event: RulingLifted, seen: Seen) -> str:
    return f"{seen.game(event.game_id)} is to be played again{because(event.reason)}"
