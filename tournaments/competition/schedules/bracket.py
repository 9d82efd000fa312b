"""A bracket: matches whose players follow from seeds and from the winners and losers of other matches.

What was really played stands above what should have been: a game is found by its match, whoever plays it,
so that a result corrected later changes the matches that are still to be drawn and none that was drawn. Who
was drawn for the match that winners go to has gone on, even if the result says otherwise by now.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.competition.history import Winner
from tournaments.competition.schedules.plan import NotReady, Plan, Planned, Played

NOBODY = ""  # a place that stays empty; a player who is not known yet is None
Player = str | None


class Takes(StrEnum):
    """Who comes to a match: a seed, the winner or loser of another match, or both of it again.

    FIRST is its loser if that was their first game: they had come to it without one.
    """

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"
    FIRST = "first"
    AGAIN = "again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """``of``: the place of a match; ``seed`` counts from 0."""

    takes: Takes
    of: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """``place`` is "W2/1": level 2 of the winners' side, its first match.

    L: losers' side, F: finals, T: third place, C: consolation.
    """

    place: str
    round: int
    one: Source
    other: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A match as far as it is known: ``winner`` and ``loser`` None while nobody has won.

    ``winner``: who goes on. ``won``: whom the result names, another one where it was corrected after a match
    that follows had been drawn.
    """

    match: Match
    one: Player
    other: Player
    game: Played | None = None
    winner: Player = None
    loser: Player = None
    won: Player = None

    @property
    def overtaken(self) -> bool:
        """The result names another winner than who has gone on."""
        return self.game is not None and self.winner != self.won

    @property
    def due(self) -> bool:
        """Both players are known, and the game is not there."""
        return bool(self.one) and bool(self.other) and self.game is None

    @property
    def walkover(self) -> str:
        """Who goes on without a game."""
        return (self.one or self.other or "") if NOBODY in (self.one, self.other) else ""


def bracket_order(size: int) -> list[int]:
    """Seeds (from 0) in the places of a bracket of 2, 4, 8 ...: the first two meet in the final at last."""
    order = [0]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


def folds(players: int) -> int:
    """How many rounds of halving leave one: 3 for 5 to 8 players."""
    return max(1, (players - 1).bit_length())


def winners_of(level: int, match: int) -> tuple[Source, Source]:
    """The winners of the two matches before it on the winners' side."""
    one, other = (f"W{level - 1}/{before}" for before in (2 * match - 1, 2 * match))
    return Source(takes=Takes.WINNER, of=one), Source(takes=Takes.WINNER, of=other)


def seeds_of(players: int, match: int) -> tuple[Source, Source]:
    """The two seeds of a match of the first round."""
    one, other = bracket_order(2 ** folds(players))[2 * match - 2 : 2 * match]
    return Source(takes=Takes.SEED, seed=one), Source(takes=Takes.SEED, seed=other)


def fill_bracket(matches: Iterable[Match], order: Sequence[str], played: Iterable[Played]) -> list[Filled]:
    """Every match with those who play it. ``matches``: each after those that it depends on."""
    known: dict[str, Filled] = {}
    matches, games = list(matches), list(played)
    by_place = {game.place: game for game in games if game.place}
    by_players = {(game.round, game.players): game for game in games}
    drawn = _drawn(matches, by_place)
    for match in matches:
        expected = _comes(match.one, 0, order, known), _comes(match.other, 1, order, known)
        game = by_place.get(match.place) or by_players.get((match.round, frozenset(filter(None, expected))))
        known[match.place] = _fill_match(match, expected, game, drawn)
    return list(known.values())


Drawn = Mapping[tuple[str, Takes], frozenset[str]]
"""Place of a match, and winner or loser -> who was drawn for the match that this one goes to."""


def _drawn(matches: Iterable[Match], by_place: Mapping[str, Played]) -> Drawn:
    played = [match for match in matches if match.place in by_place]
    loses = {Takes.FIRST: Takes.LOSER}
    return {
        (source.of, loses.get(source.takes, source.takes)): by_place[match.place].players
        for match in played
        for source in (match.one, match.other)
        if source.takes in (Takes.WINNER, Takes.LOSER, Takes.FIRST)
    }


def following(matches: Iterable[Filled], place: str) -> list[Filled]:
    """Every match that winner or loser of ``place`` come to, also through others, in their order."""
    found, reached = [], {place}
    for one in matches:
        if reached & {source.of for source in (one.match.one, one.match.other)}:
            reached.add(one.match.place)
            found.append(one)
    return found


def champion(matches: Sequence[Filled]) -> str:
    """Who has won the last match that is needed; empty before that."""
    finals = [one for one in matches if one.match.place[0] in "WF" and {one.one, one.other} != {NOBODY}]
    return (finals[-1].winner or "") if finals else ""


def _comes(source: Source, side: int, order: Sequence[str], known: Mapping[str, Filled]) -> Player:
    if source.takes is Takes.SEED:
        return order[source.seed] if source.seed < len(order) else NOBODY
    before = known[source.of]
    if source.takes is Takes.WINNER:
        return before.winner
    if source.takes is Takes.LOSER:
        return before.loser
    if source.takes is Takes.FIRST:
        led = (known[way.of] for way in (before.match.one, before.match.other))
        first = before.loser is None or before.loser in [one.walkover for one in led]
        return before.loser if first else NOBODY
    if before.winner is None:
        return None
    again = before.game is not None and before.winner == before.other
    return (before.one, before.other)[side] if again else NOBODY


def _fill_match(match: Match, expected: tuple[Player, Player], game: Played | None, drawn: Drawn) -> Filled:
    if game is None:
        return _without_game(match, *expected)
    one, other = game.black, game.white
    if one == expected[1] or other == expected[0]:
        one, other = other, one
    won, lost = _outcome(game)
    winner, loser = (won, lost) if won is None else _gone_on(match.place, game, drawn) or (won, lost)
    return Filled(match=match, one=one, other=other, game=game, winner=winner, loser=loser, won=won)


def _gone_on(place: str, game: Played, drawn: Drawn) -> tuple[str, str] | None:
    """Who of the two was drawn as winner and who as loser for what follows; None while neither was."""
    nobody = frozenset[str]()
    up, down = (game.players & drawn.get((place, takes), nobody) for takes in (Takes.WINNER, Takes.LOSER))
    found = up if len(up) == 1 else game.players - down if len(down) == 1 else nobody
    if len(found) != 1:
        return None
    (winner,) = found
    return winner, game.black if winner == game.white else game.white


def _without_game(match: Match, one: Player, other: Player) -> Filled:
    if None in (one, other) or (one and other):
        return Filled(match=match, one=one, other=other)
    return Filled(match=match, one=one, other=other, winner=one or other, loser=NOBODY)


def _outcome(game: Played) -> tuple[Player, Player]:
    """Winner and loser. Two who both lose by default have both left: nobody goes on."""
    match game.result.winner:
        case Winner.BLACK:
            return game.black, game.white
        case Winner.WHITE:
            return game.white, game.black
        case Winner.NEITHER if game.result.by_default:
            return NOBODY, NOBODY
    return None, None


def plan(matches: Iterable[Filled], round_: int) -> Plan:
    """The games of a round that are not there yet. Raises ``NotReady`` while an earlier one has no winner."""
    matches = list(matches)
    own = [one for one in matches if one.match.round == round_]
    if own:
        _need_winners(matches, round_)
    _need_once(own, round_)
    return Plan(
        games=tuple(
            Planned(white=one.one or "", black=one.other or "", place=one.match.place, coloured=False)
            for one in own
            if one.due
        ),
        byes=tuple(one.walkover for one in own if one.walkover),
    )


def _need_once(own: Sequence[Filled], round_: int) -> None:
    """A correction after a player went on without a game can lead them to two matches."""
    seats = [who for one in own for who in (one.one, one.other) if who]
    if twice := sorted({who for who in seats if seats.count(who) > 1}):
        raise NotReady("not_as_drawn", round=round_ - 1, twice=twice)


def _need_winners(matches: Sequence[Filled], round_: int) -> None:
    earlier = [one for one in matches if one.match.round < round_]
    if missing := [one for one in earlier if one.due]:
        raise NotReady("not_as_drawn", round=missing[0].match.round, missing=len(missing))
    open_ = [one.game for one in earlier if one.game and one.winner is None]
    if open_:
        first = min(game.round for game in open_)
        here = sorted((game for game in open_ if game.round == first), key=lambda game: game.table)
        raise NotReady(
            "no_winner",
            round=first,
            tables=[game.table for game in here],
            undecided=[game.table for game in here if game.result.winner is not Winner.NOBODY_YET],
        )
