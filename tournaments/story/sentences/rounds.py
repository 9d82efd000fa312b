"""Rounds paired, shown, closed, and what was done to their pairs by hand."""

from games.story.base import because, count
from tournaments.events.pairs import ColoursSwapped, HandicapSet, PairMadeByHand, PairUnmade, TableMoved
from tournaments.events.rounds import ByeGiven, ByeTakenBack, RoundPaired, RoundPublished, RoundUnpaired
from tournaments.events.rulings import RoundClosed, RoundReopened
from tournaments.story.sentences.base import Seen, describe
from tournaments.teams.boards import told_matches


@describe.register
def describe_round_paired(event: RoundPaired, seen: Seen) -> str:
    games, byes = _made(event, seen)
    bye = f"; {', '.join(byes)} had the bye" if byes else ""
    of = f" of {event.group}" if event.group else ""
    method = event.method.replace("_", " ")
    return f"Round {event.round}{of} was paired by {method}: {games}{bye}."


def _made(event: RoundPaired, seen: Seen) -> tuple[str, list[str]]:
    """What was paired, and who is free: of teams, matches and names of teams."""
    games = count(len(event.pairs), "game")
    if not event.line_ups:
        return games, [seen.who(entry) for entry in event.byes]
    matches, byes = told_matches(event)
    words = "1 match" if len(matches) == 1 else f"{len(matches)} matches"
    return f"{words} of teams, {games}", [seen.after.teams[team].name for team in byes]


@describe.register
def describe_round_unpaired(event: RoundUnpaired, seen: Seen) -> str:
    return f"The pairing of round {event.round} was undone{because(event.reason)}"


@describe.register
def describe_round_published(event: RoundPublished, seen: Seen) -> str:
    return f"Round {event.round} was published."


@describe.register
def describe_round_closed(event: RoundClosed, seen: Seen) -> str:
    until = event.claims_until[:16].replace("T", " ")
    return f"Round {event.round} was closed; players may claim until {until} UTC."


@describe.register
def describe_round_reopened(event: RoundReopened, seen: Seen) -> str:
    return f"Round {event.round} was opened again{because(event.reason)}"


@describe.register
def describe_pair_made_by_hand(event: PairMadeByHand, seen: Seen) -> str:
    return f"{seen.game(event.pair.game_id)} was paired by hand{because(event.reason)}"


@describe.register
def describe_pair_unmade(event: PairUnmade, seen: Seen) -> str:
    return f"The pair {seen.game(event.game_id)} was undone{because(event.reason)}"


@describe.register
def describe_bye_given(event: ByeGiven, seen: Seen) -> str:
    return f"{seen.who(event.entry_id)} was given the bye of round {event.round}{because(event.reason)}"


@describe.register
def describe_bye_taken_back(event: ByeTakenBack, seen: Seen) -> str:
    return (
        f"The bye of {seen.who(event.entry_id)} in round {event.round} was taken back{because(event.reason)}"
    )


@describe.register
def describe_colours_swapped(event: ColoursSwapped, seen: Seen) -> str:
    return f"The colours were swapped: {seen.game(event.game_id)}, White first{because(event.reason)}"


@describe.register
def describe_handicap_set(event: HandicapSet, seen: Seen) -> str:
    terms = f"{count(event.handicap, 'handicap stone')} and komi {event.komi:g}"
    return f"The terms of {seen.game(event.game_id)} were set to {terms}{because(event.reason)}"


@describe.register
def describe_table_moved(event: TableMoved, seen: Seen) -> str:
    pair = seen.pair(event.game_id)
    players = f"{seen.who(pair.white)} against {seen.who(pair.black)}" if pair else "A game"
    return f"{players} was moved to table {event.table} of round {event.round}{because(event.reason)}"
