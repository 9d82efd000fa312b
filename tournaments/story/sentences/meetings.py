"""Pairing constraints, and how tables were numbered."""

from games.marking import marked
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

OF = {
    MeetingOf.FAMILY: marked("a family"),
    MeetingOf.GUESTS: marked("guests"),
    MeetingOf.BY_HAND: marked("a group made by hand"),
}


@describe.register
def describe_meeting_group_set(event: MeetingGroupSet, seen: Seen) -> str:
    members = ", ".join(map(seen.who, event.members))
    facts = {"members": members, "of": OF[event.of], "because": because(event.reason)}
    if event.rounds:
        facts |= {"rounds": ", ".join(map(str, event.rounds))}
        if event.kind is MeetingKind.MUST:
            return marked("%(members)s (%(of)s) must meet each other in round %(rounds)s%(because)s", **facts)
        return marked("%(members)s (%(of)s) must not meet each other in round %(rounds)s%(because)s", **facts)
    if event.kind is MeetingKind.MUST:
        return marked("%(members)s (%(of)s) must meet each other%(because)s", **facts)
    return marked("%(members)s (%(of)s) must not meet each other%(because)s", **facts)


@describe.register
def describe_meeting_group_dropped(event: MeetingGroupDropped, seen: Seen) -> str:
    group = seen.before.meetings.get(event.group_id)
    members = ", ".join(map(seen.who, group.members)) if group else marked("a group")
    return marked(
        "Nothing is asked any more of who meets whom among %(members)s%(because)s",
        members=members,
        because=because(event.reason),
    )


@describe.register
def describe_bye_asked_for(event: ByeAskedFor, seen: Seen) -> str:
    return marked(
        "%(who)s asked for the bye of round %(round)s.", who=seen.who(event.entry_id), round=event.round
    )


@describe.register
def describe_bye_not_asked_for(event: ByeNotAskedFor, seen: Seen) -> str:
    return marked(
        "%(who)s does not ask for the bye of round %(round)s any more.",
        who=seen.who(event.entry_id),
        round=event.round,
    )


@describe.register
def describe_player_pinned(event: PlayerPinned, seen: Seen) -> str:
    facts = {"who": seen.who(event.entry_id), "because": because(event.reason)}
    if event.table:
        return marked("%(who)s is pinned to table %(table)s%(because)s", table=event.table, **facts)
    return marked("%(who)s is not pinned to a table any more%(because)s", **facts)


@describe.register
def describe_pair_pinned(event: PairPinned, seen: Seen) -> str:
    if event.pinned:
        return marked("%(game)s is pinned to its table.", game=seen.game(event.game_id))
    return marked("%(game)s is not pinned to its table any more.", game=seen.game(event.game_id))


@describe.register
def describe_tables_renumbered(event: TablesRenumbered, seen: Seen) -> str:
    games = count(len(event.tables), "game")
    return marked(
        "The tables of round %(round)s were numbered anew; %(games)s moved%(because)s",
        round=event.round,
        games=games,
        because=because(event.reason),
    )


@describe.register
def describe_round_unpublished(event: RoundUnpublished, seen: Seen) -> str:
    return marked(
        "Round %(round)s is edited again and not shown%(because)s",
        round=event.round,
        because=because(event.reason),
    )


@describe.register
def describe_pairing_proved(event: PairingProved, seen: Seen) -> str:
    if event.total == event.optimum:
        return marked("The pairing of round %(round)s was proved to be the best there is.", round=event.round)
    return marked(
        "The pairing of round %(round)s was found to be %(below)s below the best.",
        round=event.round,
        below=event.optimum - event.total,
    )
