"""Points: who has how many after each round, and whom they met for them.

All points are doubled integers. One pass over the games and byes gives every entrant a ``Card``; main scores,
tie-breakers and pairings are read from the cards. Source: tournaments.md ("Scores and tie-breakers"), checked
against OpenGotha.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.competition.history import Entrant, Game, History, Settings, Winner


class Main(StrEnum):
    """The main scores; the value is the letter that tie-breakers built on them end in."""

    NBW = "W"
    MMS = "M"
    CPS = "C"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """One pairing as one of the two sees it. ``stones``: given as White (above 0) or taken as Black."""

    round: int
    opponent: str
    points2: int
    stones: int
    played: bool
    won: bool
    lost: bool  # the opponent won; both may be true, or neither
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One entrant's way through the tournament; ``nbw2[r]``, ``mms2[r]``, ``cps2[r]``: scores after round r.

    ``byes``: the rounds in which they had the bye.
    """

    entrant: Entrant
    nbw2: tuple[int, ...]
    mms2: tuple[int, ...]
    cps2: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    byes: frozenset[int] = frozenset()

    @property
    def start2(self) -> int:
        """The McMahon score before round 1."""
        return self.mms2[0]

    @property
    def missed(self) -> int:
        """The number of rounds without an opponent: byes, absences, rounds in which they were not paired."""
        return len(self.mms2) - 1 - len(self.meetings)

    def after_each_round(self, main: Main) -> tuple[int, ...]:
        return {Main.NBW: self.nbw2, Main.MMS: self.mms2, Main.CPS: self.cps2}[main]

    def without_unplayed2(self, main: Main) -> int:
        """The last score if every round that was not really played counted half a point."""
        played = [meeting.points2 for meeting in self.meetings if meeting.played]
        unplayed = len(self.mms2) - 1 - len(played)
        return (self.start2 if main is Main.MMS else 0) + sum(played) + unplayed


def main_of(settings: Settings) -> Main:
    """The score that decides first: McMahon points in a McMahon, cup scores in a cup, else wins."""
    return {"mcmahon": Main.MMS, "cup": Main.CPS}.get(settings.system, Main.NBW)


def start_score2(entrant: Entrant, settings: Settings) -> int:
    """Doubled McMahon score before round 1: rank between floor and bar, plus the director's correction."""
    rank = min(max(entrant.rank, settings.floor), settings.bar)
    return 2 * (rank - settings.zero + entrant.correction)


def cards(history: History, round_: int) -> dict[str, Card]:
    """Every entrant's card after ``round_`` rounds (0: before the first)."""
    meetings = _meetings(history, round_)
    return {
        id_: _card(history, entrant, tuple(meetings[id_]), round_)
        for id_, entrant in history.entrants.items()
    }


def start_scores(history: History) -> dict[str, int]:
    """Doubled McMahon scores before round 1."""
    return {id_: start_score2(entrant, history.settings) for id_, entrant in history.entrants.items()}


def nbw_scores(history: History, round_: int) -> dict[str, int]:
    """Doubled points from games, byes and absences after ``round_`` rounds."""
    return {id_: card.nbw2[-1] for id_, card in cards(history, round_).items()}


def mms_scores(history: History, round_: int) -> dict[str, int]:
    """Doubled McMahon scores after ``round_`` rounds."""
    return {id_: card.mms2[-1] for id_, card in cards(history, round_).items()}


def main_scores(history: History, round_: int) -> dict[str, int]:
    """Doubled NBW, MMS (McMahon) or CPS (cup) after ``round_`` rounds, of everybody, provisional or not."""
    return {id_: told[-1] for id_, told in main_scores_by_round(history, round_).items()}


def main_scores_by_round(history: History, round_: int) -> dict[str, tuple[int, ...]]:
    """The same after each round: index r is the score after r rounds, from 0 to ``round_``."""
    main = main_of(history.settings)
    return {id_: card.after_each_round(main) for id_, card in cards(history, round_).items()}


def _meetings(history: History, round_: int) -> Mapping[str, list[Meeting]]:
    met: defaultdict[str, list[Meeting]] = defaultdict(list)
    voided = {id_ for id_, entrant in history.entrants.items() if entrant.voided}
    for game in sorted(history.games, key=lambda game: game.round):
        if 1 <= game.round <= round_ and game.white not in voided and game.black not in voided:
            met[game.white].append(_seen_from(game, white=True))
            met[game.black].append(_seen_from(game, white=False))
    return met


def _seen_from(game: Game, *, white: bool) -> Meeting:
    result = game.result
    stones = game.handicap if game.colours_known else 0
    own2, other2 = result.points2(for_black=not white), result.points2(for_black=white)
    return Meeting(
        round=game.round,
        opponent=game.black if white else game.white,
        points2=own2,
        stones=stones if white else -stones,
        played=not result.by_default and result.winner is not Winner.NOBODY_YET,
        won=own2 == 2,
        lost=other2 == 2,
        place=game.place,
    )


def _card(history: History, entrant: Entrant, meetings: tuple[Meeting, ...], round_: int) -> Card:
    settings, start2 = history.settings, start_score2(entrant, history.settings)
    won2 = {meeting.round: meeting.points2 for meeting in meetings}
    nbw2, mms2, cps2 = [0], [start2], [0]
    games2 = cup2 = nbw_idle2 = mms_idle2 = 0
    for played in range(1, round_ + 1):
        cup2 = 2 * cup2 + won2.get(played, 0)
        if played in won2:
            games2 += won2[played]
        elif entrant.id in history.byes.get(played, ()):
            nbw_idle2 += settings.nbw_bye2
            mms_idle2 += settings.mms_bye2
        elif played in entrant.absent:
            nbw_idle2 += settings.nbw_absent2
            mms_idle2 += settings.mms_absent2
        nbw2.append(games2 + _idle2(nbw_idle2, settings))
        mms2.append(start2 + games2 + _idle2(mms_idle2, settings))
        # OpenGotha doubles what games gave, and adds byes and absences as NBW has them, undoubled.
        cps2.append(cup2 + _idle2(nbw_idle2, settings))
    byes = frozenset(
        n for n in range(1, round_ + 1) if n not in won2 and entrant.id in history.byes.get(n, ())
    )
    return Card(
        entrant=entrant,
        nbw2=tuple(nbw2),
        mms2=tuple(mms2),
        cps2=tuple(cps2),
        meetings=meetings,
        byes=byes,
    )


def _idle2(points2: int, settings: Settings) -> int:
    """Points from byes and absences; a half point left over in their sum is dropped (EGF) if so set."""
    return points2 // 2 * 2 if settings.round_down else points2
