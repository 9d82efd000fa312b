"""One player in another's place, before anything was played."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.refusals import refuse
from tournaments.competition.facts import EntryFacts, PlayerFacts
from tournaments.deciding.base import begun, decide, entry_of, need_reason
from tournaments.deciding.entries import check_facts, check_players, side_of
from tournaments.events.entries import EntryReplaced
from tournaments.state.tournament import ResultState, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacePlayer(PlayerFacts):
    """Somebody else takes the entry over: its number, wishes, absences, and games that nobody has played.

    Rank, rating, country and club are the new player's. In pair go, both players are named.
    """

    entry_id: str
    player_id: str
    partner_id: str = ""
    third_id: str = ""
    reason: str = ""


@decide.register
def decide_replace_player(command: ReplacePlayer, state: Tournament) -> Sequence[object]:
    entry = entry_of(state, command.entry_id)
    if side_of(command) == side_of(entry):
        return []
    check_players(command, state, besides=entry.id)
    kept = EntryFacts.facts_of(entry)
    event = EntryReplaced(
        entry_id=entry.id,
        player_id=command.player_id,
        partner_id=command.partner_id,
        third_id=command.third_id,
        reason=command.reason,
        **kept | PlayerFacts.facts_of(command),
    )
    check_facts(event)
    if number := has_played(state, entry.id):
        refuse("entry_has_played", entry=entry.id, round=number)
    if begun(state):
        need_reason(command.reason, about="entry")
    return [event]


def has_played(state: Tournament, entry_id: str) -> int:
    """The first round of a result of theirs, or of a bye that everybody has seen; 0 for none."""
    for round_ in state.rounds.values():
        own = [pair for pair in round_.pairs.values() if entry_id in pair.players]
        played = any(pair.result_state != ResultState.MISSING for pair in own)
        if played or (entry_id in round_.byes and (round_.published or round_.closed)):
            return round_.number
    return 0
