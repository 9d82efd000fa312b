"""Differences between a newer save of a tournament and the tournament here, and their commands. Pure.

The file is authoritative, except where only a mistake would explain a difference: a result that the file
lacks remains, and so does a player whom it does not name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tournaments.competition.facts import EntryFacts, GameFacts
from tournaments.competition.history import Entrant, Game, History, Result, Winner
from tournaments.competition.settings import Settings
from tournaments.domain.base import Command
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.entries import ChangeEntry, EnterPlayer
from tournaments.domain.pairs import MakePair, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.presence import SetPresence
from tournaments.domain.result_words import RESULT_WORDS
from tournaments.domain.results import ClearResult, RecordResult
from tournaments.domain.round_stages import PublishRound
from tournaments.domain.rounds import IMPORTED, RecordPairing
from tournaments.domain.settings import ChangeSettings
from tournaments.domain.tables import MoveTable
from tournaments.state.tournament import Entry, Pair, PairMade, Round, Tournament

REASON = "As a newer file has it."
FACTS = tuple(name for name in EntryFacts.fact_names() if name != "group")
"""The facts of an entry in a file; files have no groups."""
OPPOSITE = {Winner.BLACK: Winner.WHITE, Winner.WHITE: Winner.BLACK}
Name = Callable[[str], str]


class Differs(StrEnum):
    """The kinds of differences; the names are stable."""

    ROUNDS = "rounds"
    ROUND_DISCARDED = "round_discarded"
    PLAYER_ADDED = "player_added"
    PLAYER_CHANGED = "player_changed"
    PLAYER_MISSING = "player_missing"
    PRESENCE = "presence"
    PAIR_UNDONE = "pair_undone"
    PAIR_MADE = "pair_made"
    PAIR_CHANGED = "pair_changed"
    BYE = "bye"
    RESULT = "result"
    RESULT_KEPT = "result_kept"
    PUBLISHED = "published"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A difference between file and tournament.

    ``text``: a sentence for people. ``undo`` comes before everything else, ``apply`` in the order found.
    Without either the difference is reported only.
    """

    kind: Differs
    text: str
    round: int = 0
    undo: tuple[Command, ...] = ()
    apply: tuple[Command, ...] = ()

    @property
    def changes(self) -> bool:
        return bool(self.undo or self.apply)


@dataclass(frozen=True, slots=True, kw_only=True)
class Newer:
    """A file in terms of the tournament here, with entrants by entry id.

    ``new``: entry id -> player id of those who are not entered yet; ``game_id``: of a game that is not here;
    ``komi``: (round, White) -> komi of games for which the file names it.
    """

    history: History
    new: Mapping[str, str]
    game_id: Callable[[Game], str]
    komi: Mapping[tuple[int, str], float] = field(default_factory=dict)

    def komi_of(self, game: Game, settings: Settings) -> float:
        return self.komi.get((game.round, game.white), settings.komi_for(game.handicap))


def differences(state: Tournament, newer: Newer, name: Name) -> list[Difference]:
    """Return the differences. ``name`` returns the name of an entry id, including new ones."""
    found = [*_rounds(state, newer.history), *_players(state, newer, name)]
    if number := _missing_round(state, newer.history):
        text = _describe_missing_round(number, state)
        found.append(Difference(kind=Differs.ROUND_DISCARDED, text=text, round=number))
    for number in range(1, max(_last_round(state), _last_round_of_history(newer.history)) + 1):
        found += _Comparison(state=state, newer=newer, name=name, number=number).differences()
    return found


def commands(found: Sequence[Difference]) -> tuple[tuple[str, Command], ...]:
    """Yield the commands that apply the file, each with the sentence of its difference."""
    undone = [(each.text, command) for each in reversed(found) for command in each.undo]
    done = [(each.text, command) for each in found for command in each.apply]
    return (*undone, *done)


def _rounds(state: Tournament, history: History) -> Iterator[Difference]:
    rounds = max(history.settings.rounds, _last_round_of_history(history))
    if rounds > state.settings.rounds:
        settings = replace(state.settings, rounds=rounds)
        yield Difference(
            kind=Differs.ROUNDS,
            text=f"The tournament has {rounds} rounds, not {state.settings.rounds}.",
            apply=(ChangeSettings(settings=settings, ruleset=state.ruleset, reason=REASON),),
        )


def _players(state: Tournament, newer: Newer, name: Name) -> Iterator[Difference]:
    attended = _attendance(newer.history)
    rounds = range(
        1,
        max(state.settings.rounds, newer.history.settings.rounds, _last_round_of_history(newer.history)) + 1,
    )
    for id_, entrant in newer.history.entrants.items():
        if id_ in newer.new:
            yield _new_player(entrant, newer.new[id_], rounds, name)
        else:
            yield from _changes_of_entry(state.entries[id_], entrant, name)
            yield from _presence(state.entries[id_], entrant, rounds, attended, name)
    for id_, entry in state.entries.items():
        if id_ not in newer.history.entrants and not entry.withdrawn:
            text = f"{name(id_)} is not in the file and stays: withdraw them if they have left."
            yield Difference(kind=Differs.PLAYER_MISSING, text=text)


def _new_player(entrant: Entrant, player_id: str, rounds: range, name: Name) -> Difference:
    enter = EnterPlayer(
        entry_id=entrant.id,
        player_id=player_id,
        absent=entrant.absent.intersection(rounds),
        **EntryFacts.facts_of(entrant),
    )
    return Difference(kind=Differs.PLAYER_ADDED, text=f"{name(entrant.id)} is new.", apply=(enter,))


def _changes_of_entry(entry: Entry, entrant: Entrant, name: Name) -> Iterator[Difference]:
    was, now = ({fact: getattr(of, fact) for fact in FACTS} for of in (entry, entrant))
    if changed := {fact: value for fact, value in now.items() if value != was[fact]}:
        changes = ", ".join(f"{fact} {was[fact]} → {value}" for fact, value in changed.items())
        yield Difference(
            kind=Differs.PLAYER_CHANGED,
            text=f"{name(entry.id)}: {changes}.",
            apply=(ChangeEntry(entry_id=entry.id, reason=REASON, **changed),),
        )


def _presence(
    entry: Entry, entrant: Entrant, rounds: range, attended: set[tuple[str, int]], name: Name
) -> Iterator[Difference]:
    """Yield differences of withdrawal and absence.

    An entry withdrawn here stays withdrawn; a round with a game in the file is not missed.
    """
    if entry.withdrawn:
        return
    for number in rounds:
        absent = number in entrant.absent and (entry.id, number) not in attended
        if absent != (number in entry.absent):
            does = "does not play" if absent else "plays"
            yield Difference(
                kind=Differs.PRESENCE,
                text=f"{name(entry.id)} {does} in round {number}.",
                round=number,
                apply=(SetPresence(entry_id=entry.id, round=number, present=not absent, reason=REASON),),
            )


def _attendance(history: History) -> set[tuple[str, int]]:
    """Yield entrants and the rounds in which the file has a game or a bye of theirs."""
    played = {(who, game.round) for game in history.games for who in (game.white, game.black)}
    return played | {(who, number) for number, byes in history.byes.items() for who in byes}


def _last_round(state: Tournament) -> int:
    return max((number for number, round_ in state.rounds.items() if round_.busy), default=0)


def _last_round_of_history(history: History) -> int:
    return max((*(game.round for game in history.games), *history.byes), default=0)


def _pairs_in_round(history: History, number: int) -> frozenset[frozenset[str]]:
    pairs = {frozenset((game.white, game.black)) for game in history.games_of(number)}
    return frozenset(pairs | {frozenset((who,)) for who in history.byes.get(number, ())})


def _missing_round(state: Tournament, history: History) -> int:
    """Return the round missing from a file that has the later rounds under lower numbers; 0 for none."""
    last = _last_round(state)
    if _last_round_of_history(history) != last - 1:
        return 0
    rounds_here = [state.round(number).met for number in range(1, last + 1)]
    rounds_there = [_pairs_in_round(history, number) for number in range(1, last)]
    return next(
        (
            number
            for number in range(1, last + 1)
            if rounds_here[: number - 1] + rounds_here[number:] == rounds_there
        ),
        0,
    )


def _describe_missing_round(number: int, state: Tournament) -> str:
    if number == _last_round(state):
        return f"Round {number} is not in the file: it is discarded."
    return f"Round {number} is not in the file: it is discarded, and those after it are one number lower."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Comparison:
    """The comparison of a round here with the round in the file."""

    state: Tournament
    newer: Newer
    name: Name
    number: int

    @property
    def round(self) -> Round:
        return self.state.round(self.number)

    @property
    def pairs(self) -> dict[frozenset[str], Pair]:
        return {frozenset(pair.players): pair for pair in self.round.by_table()}

    @property
    def games(self) -> dict[frozenset[str], Game]:
        """Return the games of the file by pair; without colours in the file, with those here."""
        pairs = self.pairs
        games = sorted(self.newer.history.games_of(self.number), key=lambda game: game.table)
        games_by_pair = {frozenset((game.white, game.black)): game for game in games}
        return {met: _with_our_colours(game, pairs.get(met)) for met, game in games_by_pair.items()}

    def differences(self) -> Iterator[Difference]:
        pairs, games = self.pairs, self.games
        # A pair is made again if only the file has its colours, as no command sets them.
        same = {met for met, game in games.items() if met in pairs and _fits_colours(pairs[met], game)}
        byes = self.newer.history.byes.get(self.number, frozenset())
        yield from (self.unmake_pair(pair) for met, pair in pairs.items() if met not in same)
        yield from (self.take_bye(who) for who in sorted(self.round.byes - byes))
        if (games or byes) and not (same or self.round.byes & byes):
            yield self.pair_round(games, byes)
        else:
            yield from (self.make_pair(game) for met, game in games.items() if met not in same)
            yield from (self.give_bye(who) for who in sorted(byes - self.round.byes))
        for met, game in games.items():
            yield from self.change_pair(pairs[met], game) if met in same else self.record_result(game)
        played = any(game.result.winner is not Winner.NOBODY_YET for game in games.values())
        if played and not self.round.published:
            text = f"Round {self.number} has results: its pairings are published."
            yield self.difference(Differs.PUBLISHED, text, apply=(PublishRound(round=self.number),))

    def difference(
        self, kind: Differs, text: str, undo: tuple[Command, ...] = (), apply: tuple[Command, ...] = ()
    ) -> Difference:
        return Difference(kind=kind, text=text, round=self.number, undo=undo, apply=apply)

    def describe_place(self, game: Pair | Game) -> str:
        names = f"{self.name(game.black)} - {self.name(game.white)}"
        return f"Round {self.number}, table {game.table}, {names}"

    def unmake_pair(self, pair: Pair) -> Difference:
        undo = (*_clear_result(pair), UnmakePair(game_id=pair.game_id, reason=REASON))
        lost = f"; {_describe_result(pair)} goes with it" if _has_result(pair) else ""
        return self.difference(
            Differs.PAIR_UNDONE, f"{self.describe_place(pair)}: the pair is undone{lost}.", undo=undo
        )

    def take_bye(self, entry_id: str) -> Difference:
        text = f"Round {self.number}: {self.name(entry_id)} has no bye."
        return self.difference(
            Differs.BYE, text, undo=(TakeBackBye(round=self.number, entry_id=entry_id, reason=REASON),)
        )

    def give_bye(self, entry_id: str) -> Difference:
        text = f"Round {self.number}: {self.name(entry_id)} has a bye."
        return self.difference(
            Differs.BYE, text, apply=(GiveBye(round=self.number, entry_id=entry_id, reason=REASON),)
        )

    def pair_round(self, games: Mapping[frozenset[str], Game], byes: frozenset[str]) -> Difference:
        free = f" and {len(byes)} with a bye" if byes else ""
        text = f"Round {self.number} is paired: {len(games)} games{free}."
        return self.difference(Differs.PAIR_MADE, text, apply=(self.record_pairing(games.values(), byes),))

    def record_pairing(self, games: Iterable[Game], byes: frozenset[str] = frozenset()) -> RecordPairing:
        return RecordPairing(
            round=self.number,
            method=IMPORTED,
            rules=self.state.settings.pairing.rules,
            order=tuple(self.newer.history.entrants),
            pairs=tuple(
                PairMade(
                    game_id=self.newer.game_id(game),
                    komi=self.newer.komi_of(game, self.state.settings),
                    **GameFacts.facts_of(game),
                )
                for game in games
            ),
            byes=tuple(sorted(byes)),
        )

    def make_pair(self, game: Game) -> Difference:
        """Return the difference of a new pair, made by hand; after a missing round, recorded as in a file."""
        id_ = self.newer.game_id(game)
        by_hand = MakePair(
            round=self.number,
            game_id=id_,
            komi=self.newer.komi_of(game, self.state.settings),
            reason=REASON,
            **GameFacts.facts_of(game) | {"table": 0},
        )
        after_a_gap = self.number > 1 and not self.newer.history.games_of(self.number - 1)
        make = self.record_pairing([game]) if after_a_gap else by_hand
        commands = (make, MoveTable(game_id=id_, table=game.table, reason=REASON))
        return self.difference(Differs.PAIR_MADE, f"{self.describe_place(game)}: paired.", apply=commands)

    def record_result(self, game: Game) -> Iterator[Difference]:
        """Yield the result of a game that is new here."""
        if game.result.winner is not Winner.NOBODY_YET:
            record = RecordResult(game_id=self.newer.game_id(game), result=game.result, reason=REASON)
            text = f"{self.describe_place(game)}: {_result_in_words(game.result)}."
            yield self.difference(Differs.RESULT, text, apply=(record,))

    def change_pair(self, pair: Pair, game: Game) -> Iterator[Difference]:
        swapped = pair.black != game.black
        if pair.reports and pair.recorded is None and (swapped or pair.handicap != game.handicap):
            why = "the file has other colours or stones, and the players have reported"
            text = f"{self.describe_place(game)}: {why}. It is left as it is: record a result first."
            yield self.difference(Differs.RESULT_KEPT, text)
            return
        changes, commands = [], list[Command]()
        if swapped:
            changes.append("colours swapped")
            commands.append(SwapColours(game_id=pair.game_id, reason=REASON))
        komi = self.newer.komi_of(game, self.state.settings)
        names_komi = (game.round, game.white) in self.newer.komi
        if pair.handicap != game.handicap or (names_komi and pair.komi != komi):
            if pair.handicap != game.handicap:
                changes.append(f"handicap {pair.handicap} → {game.handicap}")
            if pair.komi != komi:
                changes.append(f"komi {pair.komi:g} → {komi:g}")
            commands.append(
                SetHandicap(game_id=pair.game_id, handicap=game.handicap, komi=komi, reason=REASON)
            )
        cleared = commands and _has_result(pair)
        result = _flip(pair.result) if swapped else pair.result
        if cleared:
            commands = [*_clear_result(pair), *commands]
        if pair.table != game.table:
            changes.append(f"table {pair.table} → {game.table}")
            commands.append(MoveTable(game_id=pair.game_id, table=game.table, reason=REASON))
        if changes:
            yield self.difference(
                Differs.PAIR_CHANGED,
                f"{self.describe_place(game)}: {', '.join(changes)}.",
                apply=tuple(commands),
            )
        yield from self.compare_results(pair, game, result, cleared=bool(cleared))

    def compare_results(
        self, pair: Pair, game: Game, before: Result, *, cleared: bool
    ) -> Iterator[Difference]:
        """Yield the difference of results, if any.

        ``before``: the result here, with the current colours; ``cleared``: it was cleared to change the pair.
        """
        unknown = game.result.winner is Winner.NOBODY_YET
        result = before if unknown else game.result
        record = RecordResult(game_id=pair.game_id, result=result, reason=REASON)
        if unknown and before.winner is not Winner.NOBODY_YET:
            text = f"{self.describe_place(game)}: the file has no result; {_result_in_words(before)} stays."
            yield self.difference(Differs.RESULT_KEPT, text, apply=(record,) if cleared else ())
        elif result != before:
            text = f"{self.describe_place(game)}: {_result_in_words(before)} → {_result_in_words(result)}."
            yield self.difference(Differs.RESULT, text, apply=(record,))
        elif cleared and not unknown:
            text = f"{self.describe_place(game)}: {_result_in_words(result)}, as before."
            yield self.difference(Differs.RESULT_KEPT, text, apply=(record,))


def _describe_result(pair: Pair) -> str:
    if pair.recorded is None and pair.ruled is None:
        return "what the players reported"
    return f"the result, {_result_in_words(pair.result)},"


def _clear_result(pair: Pair) -> tuple[Command, ...]:
    return (ClearResult(game_id=pair.game_id, reason=REASON),) if _has_result(pair) else ()


def _has_result(pair: Pair) -> bool:
    return bool(pair.reports) or pair.recorded is not None or pair.ruled is not None


def _fits_colours(pair: Pair, game: Game) -> bool:
    return pair.colours_known or not game.colours_known


def _with_our_colours(game: Game, pair: Pair | None) -> Game:
    if pair is None or game.colours_known:
        return game
    swapped = pair.black != game.black
    return replace(
        game,
        white=pair.white,
        black=pair.black,
        colours_known=pair.colours_known,
        result=_flip(game.result) if swapped else game.result,
    )


def _flip(result: Result) -> Result:
    return replace(result, winner=OPPOSITE.get(result.winner, result.winner))


def _result_in_words(result: Result) -> str:
    return RESULT_WORDS[result.winner] + (" by default" if result.by_default else "")
