"""What was said of results."""

from games.marking import marked
from games.story.base import because
from tournaments.events.results import ResultCleared, ResultRecorded, ResultReported
from tournaments.events.rulings import ResultRuled, RulingAppealed, RulingLifted
from tournaments.story.of_game import with_score
from tournaments.story.sentences.base import Seen, describe


@describe.register
def describe_result_reported(event: ResultReported, seen: Seen) -> str:
    result = seen.won(event.game_id, event.result)
    return marked(
        "%(game)s: %(result)s, reported by %(who)s.",
        game=seen.game(event.game_id),
        result=result,
        who=seen.who(event.entry_id),
    )


@describe.register
def describe_result_recorded(event: ResultRecorded, seen: Seen) -> str:
    result = seen.won(event.game_id, event.result)
    return marked(
        "%(game)s: %(result)s, entered by the desk%(because)s",
        game=seen.game(event.game_id),
        result=result,
        because=because(event.reason),
    )


@describe.register
def describe_result_cleared(event: ResultCleared, seen: Seen) -> str:
    facts = {"game": seen.game(event.game_id), "because": because(event.reason)}
    if event.reports_stay:
        return marked("The desk's result of %(game)s was cleared%(because)s", **facts)
    return marked("The result of %(game)s was cleared%(because)s", **facts)


@describe.register
def describe_result_ruled(event: ResultRuled, seen: Seen) -> str:
    won = with_score(seen.won(event.game_id, event.result), event.score)
    if event.final:
        return marked("Ruled, finally on %(game)s: %(won)s.", game=seen.game(event.game_id), won=won)
    return marked("Ruled on %(game)s: %(won)s.", game=seen.game(event.game_id), won=won)


@describe.register
def describe_ruling_appealed(event: RulingAppealed, seen: Seen) -> str:
    return marked(
        "The ruling on %(game)s was appealed; it counts until the appeal is decided.",
        game=seen.game(event.game_id),
    )


@describe.register
def describe_ruling_lifted(event: RulingLifted, seen: Seen) -> str:
    return marked(
        "%(game)s is to be played again%(because)s",
        game=seen.game(event.game_id),
        because=because(event.reason),
    )
