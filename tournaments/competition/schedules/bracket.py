"""A bracket: matches whose players follow from seeds and from the winners and losers of other matches.

Played games take precedence over the plan: a game is found by its match, not by its players, so that a result
corrected later changes the matches that are still to be drawn and none that was drawn. A player who was drawn
for the winners' next match has advanced, even if the result has changed since.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.competition.history import Winner
from tournaments.competition.schedules.plan import NotReady, Plan, Planned, Played

NOBODY = ""  # a place that stays empty; a player who is not known yet is None
Player = str | None


class PlayerSource(StrEnum):
    """The source of a match's player: a seed, the winner or loser of another match, or a replay of it.

    FIRST is the match's loser, if that was their first game after a walkover.
    """

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"
    FIRST = "first"
    AGAIN = "again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The source of one player. ``of``: the place of a match; ``seed`` counts from 0."""

    takes: PlayerSource
    of: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match of the bracket.

    ``place`` is "W2/1": level 2 of the winners' side, its first match. L: losers' side, F: finals, T: third
    place, C: consolation.
    """

    place: str
    round: int
    one: Source
    other: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledMatch:
    """A match with its known players.

    ``winner`` and ``loser`` are None until the match is decided. ``winner``: the player who advanced.
    ``won``: the winner by the result, another player if it was corrected after a later match had been drawn.
    """

    match: Match
    one: Player
    other: Player
    game: Played | None = None
    winner: Player = None
    loser: Player = None
    won: Player = None

    @property
    def is_overtaken(self) -> bool:
        """Return whether the result names another winner than the player who advanced."""
        return self.game is not None and self.winner != self.won

    @property
    def is_due(self) -> bool:
        """Return whether both players are known and the game does not exist yet."""
        return bool(self.one) and bool(self.other) and self.game is None

    @property
    def walkover(self) -> str:
        """Return the player who advances without a game."""
        return (self.one or self.other or "") if NOBODY in (self.one, self.other) else ""


def bracket_order(size: int) -> list[int]:
    """Return seeds (from 0) in a bracket of 2, 4, 8 ... places: the first two meet only in the final."""
    order = [0]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


def count_rounds(players: int) -> int:
    """Return how many rounds of halving leave one: 3 for 5 to 8 players."""
    return max(1, (players - 1).bit_length())


def winners_of(level: int, match: int) -> tuple[Source, Source]:
    """Return the winners of the two previous matches on the winners' side as sources."""
    one, other = (f"W{level - 1}/{before}" for before in (2 * match - 1, 2 * match))
    return Source(takes=PlayerSource.WINNER, of=one), Source(takes=PlayerSource.WINNER, of=other)


def seeds_of(players: int, match: int) -> tuple[Source, Source]:
    """Return the two seeds of a match of the first round."""
    one, other = bracket_order(2 ** count_rounds(players))[2 * match - 2 : 2 * match]
    return Source(takes=PlayerSource.SEED, seed=one), Source(takes=PlayerSource.SEED, seed=other)


def fill_bracket(
    matches: Iterable[Match], order: Sequence[str], played: Iterable[Played]
) -> list[FilledMatch]:
    """Return every match with its players.

    ``matches``: each after those that it depends on.
    """
    known: dict[str, FilledMatch] = {}
    matches, games = list(matches), list(played)
    by_place = {game.place: game for game in games if game.place}
    by_players = {(game.round, game.players): game for game in games}
    drawn = _drawn_players(matches, by_place)
    for match in matches:
        expected = _player_from(match.one, 0, order, known), _player_from(match.other, 1, order, known)
        game = by_place.get(match.place) or by_players.get((match.round, frozenset(filter(None, expected))))
        known[match.place] = _fill_match(match, expected, game, drawn)
    return list(known.values())


Drawn = Mapping[tuple[str, PlayerSource], frozenset[str]]
"""Place of a match, and winner or loser -> the players drawn for the next match of that player."""


def _drawn_players(matches: Iterable[Match], by_place: Mapping[str, Played]) -> Drawn:
    played = [match for match in matches if match.place in by_place]
    loses = {PlayerSource.FIRST: PlayerSource.LOSER}
    return {
        (source.of, loses.get(source.takes, source.takes)): by_place[match.place].players
        for match in played
        for source in (match.one, match.other)
        if source.takes in (PlayerSource.WINNER, PlayerSource.LOSER, PlayerSource.FIRST)
    }


def following_matches(matches: Iterable[FilledMatch], place: str) -> list[FilledMatch]:
    """Return the matches that winner or loser of ``place`` reach, also indirectly, in their order."""
    found, reached = [], {place}
    for one in matches:
        if reached & {source.of for source in (one.match.one, one.match.other)}:
            reached.add(one.match.place)
            found.append(one)
    return found


def champion(matches: Sequence[FilledMatch]) -> str:
    """Return the winner of the bracket, "" until its last match is decided."""
    finals = [one for one in matches if one.match.place[0] in "WF" and {one.one, one.other} != {NOBODY}]
    return (finals[-1].winner or "") if finals else ""


def _player_from(source: Source, side: int, order: Sequence[str], known: Mapping[str, FilledMatch]) -> Player:
    if source.takes is PlayerSource.SEED:
        return order[source.seed] if source.seed < len(order) else NOBODY
    before = known[source.of]
    if source.takes is PlayerSource.WINNER:
        return before.winner
    if source.takes is PlayerSource.LOSER:
        return before.loser
    if source.takes is PlayerSource.FIRST:
        led = (known[way.of] for way in (before.match.one, before.match.other))
        first = before.loser is None or before.loser in [one.walkover for one in led]
        return before.loser if first else NOBODY
    if before.winner is None:
        return None
    again = before.game is not None and before.winner == before.other
    return (before.one, before.other)[side] if again else NOBODY


def _fill_match(
    match: Match, expected: tuple[Player, Player], game: Played | None, drawn: Drawn
) -> FilledMatch:
    if game is None:
        return _without_game(match, *expected)
    one, other = game.black, game.white
    if one == expected[1] or other == expected[0]:
        one, other = other, one
    won, lost = _outcome(game)
    winner, loser = (won, lost) if won is None else _players_by_draw(match.place, game, drawn) or (won, lost)
    return FilledMatch(match=match, one=one, other=other, game=game, winner=winner, loser=loser, won=won)


def _players_by_draw(place: str, game: Played, drawn: Drawn) -> tuple[str, str] | None:
    """Return the players drawn as winner and as loser for later matches; None while neither was."""
    nobody = frozenset[str]()
    up, down = (
        game.players & drawn.get((place, takes), nobody)
        for takes in (PlayerSource.WINNER, PlayerSource.LOSER)
    )
    found = up if len(up) == 1 else game.players - down if len(down) == 1 else nobody
    if len(found) != 1:
        return None
    (winner,) = found
    return winner, game.black if winner == game.white else game.white


def _without_game(match: Match, one: Player, other: Player) -> FilledMatch:
    if None in (one, other) or (one and other):
        return FilledMatch(match=match, one=one, other=other)
    return FilledMatch(match=match, one=one, other=other, winner=one or other, loser=NOBODY)


def _outcome(game: Played) -> tuple[Player, Player]:
    """Return winner and loser.

    If both lose, both are out: nobody advances.
    """
    match game.result.winner:
        case Winner.BLACK:
            return game.black, game.white
        case Winner.WHITE:
            return game.white, game.black
        case Winner.NEITHER:
            return NOBODY, NOBODY
    return None, None


def plan(matches: Iterable[FilledMatch], round_: int) -> Plan:
    """Return the games of a round that do not exist yet.

    Raises ``NotReady`` while an earlier game has no winner.
    """
    matches = list(matches)
    own = [one for one in matches if one.match.round == round_]
    if own:
        _check_winners(matches, round_)
    _check_one_match_each(own, round_)
    return Plan(
        games=tuple(
            Planned(white=one.one or "", black=one.other or "", place=one.match.place, coloured=False)
            for one in own
            if one.is_due
        ),
        byes=tuple(one.walkover for one in own if one.walkover),
    )


def _check_one_match_each(matches: Sequence[FilledMatch], round_: int) -> None:
    """Check that nobody has two matches, which a correction after a walkover can cause."""
    seats = [who for one in matches for who in (one.one, one.other) if who]
    if twice := sorted({who for who in seats if seats.count(who) > 1}):
        raise NotReady("not_as_drawn", round=round_ - 1, twice=twice)


def _check_winners(matches: Sequence[FilledMatch], round_: int) -> None:
    earlier = [one for one in matches if one.match.round < round_]
    if missing := [one for one in earlier if one.is_due]:
        raise NotReady("not_as_drawn", round=missing[0].match.round, missing=len(missing))
    open_ = [one.game for one in earlier if one.game and one.winner is None]
    if open_:
        first = min(game.round for game in open_)
        undecided = sorted((game for game in open_ if game.round == first), key=lambda game: game.table)
        raise NotReady(
            "no_winner",
            round=first,
            tables=[game.table for game in undecided],
            undecided=[game.table for game in undecided if game.result.winner is not Winner.NOBODY_YET],
        )
