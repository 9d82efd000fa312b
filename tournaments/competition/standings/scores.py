"""Points: the scores of all entrants after each round, and their opponents.

All points are doubled integers. One pass over the games and byes gives every entrant a ``Card``; main scores,
tie-breakers and pairings are read from the cards. Source: tournaments.md ("Scores and tie-breakers"), checked
against OpenGotha.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum
from itertools import accumulate
from operator import add, attrgetter, itemgetter
from typing import NamedTuple

from tournaments.competition.history import Entrant, History, Result, Winner
from tournaments.competition.settings import Settings


class Main(StrEnum):
    """The main scores; the value is the last letter of tie-breakers built on them."""

    NBW = "W"
    MMS = "M"
    CPS = "C"


class Meeting(NamedTuple):
    """A game of a round from the view of one of its players.

    ``stones``: given as White (above 0) or taken as Black. There are tens of thousands: a dataclass takes
    five times as long.
    """

    round: int
    opponent: str
    points2: int
    stones: int
    played: bool
    won: bool
    lost: bool  # whether the opponent won; both may be true, or neither
    place: str = ""
    both_lost: bool = False


_number = itemgetter(0)  # of a meeting: its round


class Card(NamedTuple):
    """The record of an entrant in the tournament; ``nbw2[r]``, ``mms2[r]``: scores after round r.

    ``byes``: the rounds with a bye. There are tens of thousands of cards, too.
    """

    entrant: Entrant
    nbw2: tuple[int, ...]
    mms2: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    byes: frozenset[int] = frozenset()

    @property
    def start2(self) -> int:
        """Return the McMahon score before round 1."""
        return self.mms2[0]

    @property
    def cps2(self) -> tuple[int, ...]:
        """Return cup scores by round.

        OpenGotha doubles the points of games, and adds byes and absences undoubled.
        """
        points2 = _points2(self.meetings, len(self.nbw2) - 1)
        cup2, games2 = accumulate(points2, _cup_scores), accumulate(points2)
        return tuple([cup + score - game for cup, score, game in zip(cup2, self.nbw2, games2, strict=True)])

    @property
    def missed_rounds(self) -> int:
        """Return the number of rounds without an opponent: byes, absences, and rounds without a pairing."""
        return len(self.mms2) - 1 - len(self.meetings)

    def until(self, round_: int) -> "Card":
        """Return the card after an earlier round."""
        end, met = round_ + 1, bisect_right(self.meetings, round_, key=_number)
        return Card(
            self.entrant,
            self.nbw2[:end],
            self.mms2[:end],
            self.meetings[:met],
            frozenset([number for number in self.byes if number < end]) if self.byes else self.byes,
        )

    def after_each_round(self, main: Main) -> tuple[int, ...]:
        if main is Main.MMS:
            return self.mms2
        return self.nbw2 if main is Main.NBW else self.cps2

    def without_unplayed2(self, main: Main) -> int:
        """Return the last score if every round that was not really played counted half a point."""
        played = [meeting.points2 for meeting in self.meetings if meeting.played]
        unplayed = len(self.mms2) - 1 - len(played)
        return (self.start2 if main is Main.MMS else 0) + sum(played) + unplayed


def main_of(settings: Settings) -> Main:
    """Return the first score: McMahon points in a McMahon, cup scores in a cup, else wins."""
    return {"mcmahon": Main.MMS, "cup": Main.CPS}.get(settings.system, Main.NBW)


def start_score2(entrant: Entrant, settings: Settings) -> int:
    """Return the doubled McMahon score before round 1: rank between floor and bar, plus the correction."""
    rank = min(max(entrant.rank, settings.floor), settings.bar)
    return 2 * (rank - settings.zero + entrant.correction)


def cards(history: History, round_: int) -> dict[str, Card]:
    """Return every entrant's card after ``round_`` rounds (0: before the first)."""
    meetings = _meetings(history, round_)
    return {
        id_: _card(history, entrant, tuple(meetings[id_]), round_)
        for id_, entrant in history.entrants.items()
    }


def start_scores(history: History) -> dict[str, int]:
    """Return doubled McMahon scores before round 1."""
    return {id_: start_score2(entrant, history.settings) for id_, entrant in history.entrants.items()}


def nbw_scores(history: History, round_: int) -> dict[str, int]:
    """Return doubled points from games, byes and absences after ``round_`` rounds."""
    return {id_: card.nbw2[-1] for id_, card in cards(history, round_).items()}


def mms_scores(history: History, round_: int) -> dict[str, int]:
    """Return doubled McMahon scores after ``round_`` rounds."""
    return {id_: card.mms2[-1] for id_, card in cards(history, round_).items()}


def main_scores(history: History, round_: int) -> dict[str, int]:
    """Return doubled NBW, MMS (McMahon) or CPS (cup) of all entrants after ``round_`` rounds."""
    return {id_: score[-1] for id_, score in main_scores_by_round(history, round_).items()}


def main_scores_by_round(history: History, round_: int) -> dict[str, tuple[int, ...]]:
    """Return the main scores by round: index r is the score after r rounds, from 0 to ``round_``."""
    main = main_of(history.settings)
    return {id_: card.after_each_round(main) for id_, card in cards(history, round_).items()}


def _meetings(history: History, round_: int) -> Mapping[str, list[Meeting]]:
    met: defaultdict[str, list[Meeting]] = defaultdict(list)
    voided = {id_ for id_, entrant in history.entrants.items() if entrant.voided}
    score: dict[tuple[int, bool], tuple[int, int, bool]] = {}  # by the identity of winners
    for game in sorted(history.games, key=attrgetter("round")):
        white, black = game.white, game.black
        if 1 <= game.round <= round_ and white not in voided and black not in voided:
            result = game.result
            key = (id(result.winner), result.by_default)
            white2, black2, played = score.get(key) or score.setdefault(key, _outcome(result))
            stones = game.handicap if game.colours_known else 0
            won, lost, number, place = white2 == 2, black2 == 2, game.round, game.place
            both = result.winner is Winner.NEITHER
            met[white].append(Meeting(number, black, white2, stones, played, won, lost, place, both))
            met[black].append(Meeting(number, white, black2, -stones, played, lost, won, place, both))
    return met


def _outcome(result: Result) -> tuple[int, int, bool]:
    """Return the doubled points of White and of Black, and whether the game was played."""
    played = not result.by_default and result.winner is not Winner.NOBODY_YET
    return result.points2(for_black=False), result.points2(for_black=True), played


def _card(history: History, entrant: Entrant, meetings: tuple[Meeting, ...], round_: int) -> Card:
    start2 = start_score2(entrant, history.settings)
    games2 = tuple(accumulate(_points2(meetings, round_)))
    begun2 = tuple([start2 + told2 for told2 in games2])
    if len(meetings) >= round_:
        return Card(entrant, games2, begun2, meetings)
    missed = _missed_rounds(meetings, round_)
    byes = frozenset([number for number in missed if entrant.id in history.byes.get(number, ())])
    nbw_idle2, mms_idle2 = _idle2(history.settings, byes, entrant.absent.intersection(missed), round_)
    return Card(
        entrant, _add_idle_scores(games2, nbw_idle2), _add_idle_scores(begun2, mms_idle2), meetings, byes
    )


def _points2(meetings: tuple[Meeting, ...], round_: int) -> list[int]:
    """Return the points of each round's game, from 0 to ``round_``."""
    points2 = [0] * (round_ + 1)
    for meeting in meetings:
        points2[meeting.round] = meeting.points2
    return points2


def _cup_scores(before2: int, more2: int) -> int:
    return 2 * before2 + more2


def _add_idle_scores(games2: tuple[int, ...], idle2: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(add, games2, idle2)) if idle2 else games2


def _missed_rounds(meetings: tuple[Meeting, ...], round_: int) -> set[int]:
    return set(range(1, round_ + 1)).difference([meeting.round for meeting in meetings])


def _idle2(
    settings: Settings, byes: AbstractSet[int], absent: AbstractSet[int], round_: int
) -> tuple[Sequence[int], Sequence[int]]:
    """Return the points of NBW and MMS from byes and absences after each round, from 0; empty without any.

    A half point left over in their sum is dropped (EGF) if so set.
    """
    if not byes and not absent:
        return (), ()
    nbw2, mms2 = [0] * (round_ + 1), [0] * (round_ + 1)
    for number in byes:
        nbw2[number], mms2[number] = settings.nbw_bye2, settings.mms_bye2
    for number in absent - byes:
        nbw2[number], mms2[number] = settings.nbw_absent2, settings.mms_absent2
    if settings.round_down:
        return _drop_halves(accumulate(nbw2)), _drop_halves(accumulate(mms2))
    return list(accumulate(nbw2)), list(accumulate(mms2))


def _drop_halves(sums2: Iterable[int]) -> list[int]:
    return [told2 // 2 * 2 for told2 in sums2]
