"""The results of a round by one command."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.refusals import Refusal
from tournaments.deciding.base import decide
from tournaments.deciding.in_lines import Line, Lines, decide_lines, lines_of
from tournaments.deciding.results import RecordResult
from tournaments.state.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordResults(Lines):
    """``results``: each a result, or why it is refused already."""

    round: int
    results: tuple[RecordResult | Refusal, ...]


decide.register(RecordResults, decide_lines)


@lines_of.register
def lines_of_results(command: RecordResults, state: Tournament) -> Iterator[Line]:
    for number, said in enumerate(command.results):
        place = f"results.{number}"
        if isinstance(said, Refusal):
            yield Line(place=place, command=said)
        else:
            yield Line(place=place, about=said.game_id, command=_in_round(said, command.round, state))


def _in_round(said: RecordResult, number: int, state: Tournament) -> RecordResult | Refusal:
    """A game of another round is in none of these lines, whoever may record it there."""
    found = state.pair_of(said.game_id)
    if found is None or found[0].number == number:
        return said
    return Refusal("in_another_round", {"game": said.game_id, "round": found[0].number})
