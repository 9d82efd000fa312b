"""Games with a date of their own."""

from tournaments.deciding.dates import SetGameDate
from tournaments.deciding.undoing.base import Edit, Past, edit_of, pair_in
from tournaments.events.dates import GameDateSet
from tournaments.state.tournament import Tournament


@edit_of.register
def edit_of_game_date_set(event: GameDateSet, past: Past) -> Edit | None:
    def played_on(state: Tournament) -> object:
        pair = pair_in(state, event.game_id)
        return pair and (pair.date, pair.time)

    old = pair_in(past.before, event.game_id)
    if old is None:
        return None
    back = SetGameDate(game_id=old.game_id, date=old.date, time=old.time, reason=past.reason)
    return Edit(subject=played_on, back=[back])
