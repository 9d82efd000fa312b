"""What the desk says of a result."""

from tournaments.deciding.results import ClearResult, RecordResult
from tournaments.deciding.undoing.base import Edit, Past, Subject, edit_of, pair_in
from tournaments.events.results import ResultCleared, ResultRecorded
from tournaments.state.tournament import Tournament


@edit_of.register
def edit_of_result_recorded(event: ResultRecorded, past: Past) -> Edit | None:
    """What the desk had said before; if nothing, what the players had said counts again."""
    old = pair_in(past.before, event.game_id)
    if old is None:
        return None
    back: object
    if old.recorded is None:
        back = ClearResult(game_id=event.game_id, reason=past.reason, reports_stay=True)
    else:
        back = RecordResult(game_id=event.game_id, result=old.recorded, reason=past.reason)
    return Edit(subject=_recorded(event.game_id), back=[back])


@edit_of.register
def edit_of_result_cleared(event: ResultCleared, past: Past) -> Edit | None:
    """Nobody can say again for the players what they had reported; what the desk had said can be."""
    old = pair_in(past.before, event.game_id)
    if old is None or old.recorded is None:
        return None
    back = RecordResult(game_id=event.game_id, result=old.recorded, reason=past.reason)
    return Edit(subject=_recorded(event.game_id), back=[back])


def _recorded(game_id: str) -> Subject:
    def recorded(state: Tournament) -> object:
        pair = pair_in(state, game_id)
        return pair and pair.recorded

    return recorded
