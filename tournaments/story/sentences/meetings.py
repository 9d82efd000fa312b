"""Pairing constraints, and how tables were numbered."""

from games.story.base import because, count
from tournaments.competition.history import MeetingKind, MeetingOf
from tournaments.events.constraints import (
    ByeAskedFor,
    ByeNotAskedFor,
    MeetingGroupDropped,
    MeetingGroupSet,
    PairingProved,
    PairPinned,
    PlayerPinned,
    RoundUnpublished,
    TablesRenumbered,
)
from tournaments.story.sentences.base import Seen, describe

OF = {MeetingOf.FAMILY: "a family", MeetingOf.GUESTS: "guests", MeetingOf.BY_HAND: "a group made by hand"}


@describe.register
def describe_meeting_group_set(event: MeetingGroupSet, seen: Seen) -> str:
    members = ", ".join(map(seen.who, event.members))
    asked = "must meet" if event.kind is MeetingKind.MUST else "must not meet"
    rounds = f" in round {', '.join(map(str, event.rounds))}" if event.rounds else ""
    return f"{members} ({OF[event.of]}) {asked} each other{rounds}{because(event.reason)}"


@describe.register
def describe_meeting_group_dropped(event: MeetingGroupDropped, seen: Seen) -> str:
    group = seen.before.meetings.get(event.group_id)
    members = ", ".join(map(seen.who, group.members)) if group else "a group"
    return f"Nothing is asked any more of who meets whom among {members}{because(event.reason)}"


@describe.register
def describe_bye_asked_for(event: ByeAskedFor, seen: Seen) -> str:
    return f"{seen.who(event.entry_id)} asked for the bye of round {event.round}."


@describe.register
def describe_bye_not_asked_for(event: ByeNotAskedFor, seen: Seen) -> str:
    return f"{seen.who(event.entry_id)} does not ask for the bye of round {event.round} any more."


@describe.register
def describe_player_pinned(event: PlayerPinned, seen: Seen) -> str:
    where = f"is pinned to table {event.table}" if event.table else "is not pinned to a table any more"
    return f"{seen.who(event.entry_id)} {where}{because(event.reason)}"


@describe.register
def describe_pair_pinned(event: PairPinned, seen: Seen) -> str:
    done = "is pinned to its table" if event.pinned else "is not pinned to its table any more"
    return f"{seen.game(event.game_id)} {done}."


@describe.register
def describe_tables_renumbered(event: TablesRenumbered, seen: Seen) -> str:
    games = count(len(event.tables), "game")
    return f"The tables of round {event.round} were numbered anew; {games} moved{because(event.reason)}"


@describe.register
def describe_round_unpublished(event: RoundUnpublished, seen: Seen) -> str:
    return f"Round {event.round} is edited again and not shown{because(event.reason)}"


@describe.register
def describe_pairing_proved(event: PairingProved, seen: Seen) -> str:
    if event.total == event.optimum:
        return f"The pairing of round {event.round} was proved to be the best there is."
    return f"The pairing of round {event.round} was found to be {event.optimum - event.total} below the best."
