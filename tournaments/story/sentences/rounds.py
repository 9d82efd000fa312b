"""Rounds paired, shown, closed, and what was done to their pairs by hand."""

from games.marking import counted, marked
from games.story.base import because, count
from tournaments.events.pairs import ColoursSwapped, HandicapSet, PairMadeByHand, PairUnmade, TableMoved
from tournaments.events.rounds import ByeGiven, ByeTakenBack, RoundPaired, RoundPublished, RoundUnpaired
from tournaments.events.rulings import RoundClosed, RoundReopened
from tournaments.story.sentences.base import Seen, describe
from tournaments.teams.boards import told_matches


@describe.register
def describe_round_paired(event: RoundPaired, seen: Seen) -> str:
    paired = _paired(event, seen)
    if not event.reason:
        return paired
    return marked("%(paired)s Results were missing%(because)s", paired=paired, because=because(event.reason))


def _paired(event: RoundPaired, seen: Seen) -> str:
    made, byes = _made(event, seen)
    if byes:
        made = marked("%(made)s; %(names)s had the bye", made=made, names=", ".join(byes))
    facts = {"round": event.round, "method": event.method.replace("_", " "), "made": made}
    if event.group:
        return marked(
            "Round %(round)s of %(group)s was paired by %(method)s: %(made)s.", group=event.group, **facts
        )
    return marked("Round %(round)s was paired by %(method)s: %(made)s.", **facts)


def _made(event: RoundPaired, seen: Seen) -> tuple[str, list[str]]:
    """What was paired, and who is free: of teams, matches and names of teams."""
    games = count(len(event.pairs), "game")
    if not event.line_ups:
        return games, [seen.who(entry) for entry in event.byes]
    matches, byes = told_matches(event)
    made = counted(
        "%(number)s match of teams, %(games)s",
        "%(number)s matches of teams, %(games)s",
        len(matches),
        games=games,
    )
    return made, [seen.after.teams[team].name for team in byes]


@describe.register
def describe_round_unpaired(event: RoundUnpaired, seen: Seen) -> str:
    return marked(
        "The pairing of round %(round)s was undone%(because)s",
        round=event.round,
        because=because(event.reason),
    )


@describe.register
def describe_round_published(event: RoundPublished, seen: Seen) -> str:
    return marked("Round %(round)s was published.", round=event.round)


@describe.register
def describe_round_closed(event: RoundClosed, seen: Seen) -> str:
    until = event.claims_until[:16].replace("T", " ")
    return marked(
        "Round %(round)s was closed; players may claim until %(until)s UTC.", round=event.round, until=until
    )


@describe.register
def describe_round_reopened(event: RoundReopened, seen: Seen) -> str:
    return marked(
        "Round %(round)s was opened again%(because)s", round=event.round, because=because(event.reason)
    )


@describe.register
def describe_pair_made_by_hand(event: PairMadeByHand, seen: Seen) -> str:
    return marked(
        "%(game)s was paired by hand%(because)s",
        game=seen.game(event.pair.game_id),
        because=because(event.reason),
    )


@describe.register
def describe_pair_unmade(event: PairUnmade, seen: Seen) -> str:
    return marked(
        "The pair %(game)s was undone%(because)s",
        game=seen.game(event.game_id),
        because=because(event.reason),
    )


@describe.register
def describe_bye_given(event: ByeGiven, seen: Seen) -> str:
    return marked(
        "%(who)s was given the bye of round %(round)s%(because)s",
        who=seen.who(event.entry_id),
        round=event.round,
        because=because(event.reason),
    )


@describe.register
def describe_bye_taken_back(event: ByeTakenBack, seen: Seen) -> str:
    return marked(
        "The bye of %(who)s in round %(round)s was taken back%(because)s",
        who=seen.who(event.entry_id),
        round=event.round,
        because=because(event.reason),
    )


@describe.register
def describe_colours_swapped(event: ColoursSwapped, seen: Seen) -> str:
    return marked(
        "The colours were swapped: %(game)s, White first%(because)s",
        game=seen.game(event.game_id),
        because=because(event.reason),
    )


@describe.register
def describe_handicap_set(event: HandicapSet, seen: Seen) -> str:
    terms = marked(
        "%(count)s and komi %(komi)s", count=count(event.handicap, "handicap stone"), komi=f"{event.komi:g}"
    )
    return marked(
        "The terms of %(game)s were set to %(terms)s%(because)s",
        game=seen.game(event.game_id),
        terms=terms,
        because=because(event.reason),
    )


@describe.register
def describe_table_moved(event: TableMoved, seen: Seen) -> str:
    pair = seen.pair(event.game_id)
    facts = {"table": event.table, "round": event.round, "because": because(event.reason)}
    if pair is None:
        return marked("A game was moved to table %(table)s of round %(round)s%(because)s", **facts)
    return marked(
        "%(white)s against %(black)s was moved to table %(table)s of round %(round)s%(because)s",
        white=seen.who(pair.white),
        black=seen.who(pair.black),
        **facts,
    )
