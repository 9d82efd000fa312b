"""The standing of each entrant before a round: score, colours, moves between groups, byes."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter

from tournaments.competition.history import Entrant, Game, History, Winner
from tournaments.competition.pairing.rulesets import PairingRules
from tournaments.competition.standings import Card, cards, main_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The standing of an entrant before a round, for pairing it.

    ``score`` (the main one), ``mms`` and ``start`` are whole points (halves dropped), ``score2`` and
    ``wins2`` are doubled. ``balance``: even games with White less those with Black. ``drawn_up``: opponents
    from higher groups. ``byes``: also wins by default, if the rules count them so.
    """

    category: int
    rank: int
    score: int
    score2: int
    mms: int
    start: int
    wins2: int
    balance: int
    drawn_up: int
    drawn_down: int
    byes: int


def category(entrant: Entrant, lowest_ranks: tuple[int, ...]) -> int:
    """Return the category, 0 for the highest; ``lowest_ranks`` are those of each category but the last."""
    return sum(entrant.rank < lowest for lowest in lowest_ranks)


def standings_before(history: History, round_: int, rules: PairingRules) -> dict[str, Standing]:
    """Return every entrant's standing from the rounds before ``round_``."""
    past = history.up_to(round_ - 1)
    dealt = cards(past, round_ - 1)
    categories = {id_: category(entrant, past.settings.categories) for id_, entrant in past.entrants.items()}
    balance, up, down = _balance(past.games, rules), *_count_draws(past, dealt, categories)
    byes = Counter(id_ for receivers in past.byes.values() for id_ in receivers)
    if rules.default_win_is_bye:
        byes.update(_winners_by_default(past.games))
    main = main_of(past.settings)
    return {
        id_: Standing(
            category=categories[id_],
            rank=card.entrant.rank,
            score=card.after_each_round(main)[-1] // 2,
            score2=card.after_each_round(main)[-1],
            mms=card.mms2[-1] // 2,
            start=card.start2 // 2,
            wins2=card.nbw2[-1],
            balance=balance[id_],
            drawn_up=up[id_],
            drawn_down=down[id_],
            byes=byes[id_],
        )
        for id_, card in dealt.items()
    }


def _winners_by_default(games: tuple[Game, ...]) -> Iterator[str]:
    winners = {Winner.WHITE: attrgetter("white"), Winner.BLACK: attrgetter("black")}
    for game in games:
        if game.result.by_default and game.result.winner in winners:
            yield winners[game.result.winner](game)


def _balance(games: tuple[Game, ...], rules: PairingRules) -> Counter[str]:
    balance: Counter[str] = Counter()
    for game in games:
        if game.result.by_default and not rules.defaults_balance_colours:
            continue
        if game.handicap == 0 and game.colours_known:
            balance[game.white] += 1
            balance[game.black] -= 1
    return balance


def _count_draws(
    past: History, dealt: Mapping[str, Card], categories: Mapping[str, int]
) -> tuple[Counter[str], Counter[str]]:
    """Return how often each was drawn up and down, by the groups before each of those rounds."""
    main = main_of(past.settings)
    by_round = {id_: card.after_each_round(main) for id_, card in dealt.items()}
    up: Counter[str] = Counter()
    down: Counter[str] = Counter()
    for game in past.games:
        # Least is highest: the category first, then whole points downwards.
        places = {
            id_: (categories[id_], -(by_round[id_][game.round - 1] // 2)) for id_ in (game.white, game.black)
        }
        if places[game.white] != places[game.black]:
            upper, lower = sorted(places, key=places.__getitem__)
            up[lower] += 1
            down[upper] += 1
    return up, down
