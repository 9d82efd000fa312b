"""The place in a knock-out: the round of the match that eliminated each entrant.

The draw decides, as in the bracket: a player who was paired for a later match has advanced, and the opponent
remains out, even if the result was corrected afterwards. Games name their match (``Meeting.place``); if none
does, as in a tournament read from a file, the results alone decide.
"""

from collections.abc import Mapping
from itertools import chain

from tournaments.competition.settings import Settings
from tournaments.competition.standings.scores import Card, Meeting

THIRD, CONSOLATION, LOSERS, FINALS, SECOND_FINAL = "T", "C", "L", "F", "F/2"
LEADS_NOWHERE = (THIRD, CONSOLATION)
Cards = Mapping[str, Card]


def round_out2(settings: Settings, cards: Cards) -> dict[str, int]:
    """Return the round of elimination, doubled; one above all rounds for a player still in.

    It is half a round more for the winner of third place. A player is out after one loss, two in double
    elimination; a game that both lose ends it for both. A player who has neither lost nor played for two
    rounds counts as out since the last game.
    """
    placed = any(met.place for met in chain.from_iterable(card.meetings for card in cards.values()))
    if placed:
        return {
            id_: 2 * _round_out_by_draw(card, cards, settings) + _won_third_place(card)
            for id_, card in cards.items()
        }
    lives = 2 if settings.system == "double_elimination" else 1
    return {id_: 2 * _round_of_last_loss(card, lives) for id_, card in cards.items()}


def _won_third_place(card: Card) -> int:
    return int(any(met.won and not met.lost for met in card.meetings if met.place.startswith(THIRD)))


def _round_of_last_loss(card: Card, lives: int) -> int:
    if card.meetings and card.meetings[-1].both_lost:
        return card.meetings[-1].round
    lost = [met.round for met in card.meetings if met.lost or met.both_lost]
    return lost[lives - 1] if len(lost) >= lives else _round_if_still_in(card)


def _round_if_still_in(card: Card) -> int:
    rounds = len(card.nbw2) - 1
    last = max([met.round for met in card.meetings] + list(card.byes), default=0)
    return rounds + 1 if last >= rounds - 1 else last + 1


def _round_out_by_draw(card: Card, cards: Cards, settings: Settings) -> int:
    last = _last_match(card)
    if last is None or not _is_eliminated(last, card, cards, settings):
        return _round_if_still_in(card)
    return last.round


def _last_match(card: Card) -> Meeting | None:
    """Return the last match of the bracket that they reached; third place and consolation do not count."""
    of_bracket = (met for met in reversed(card.meetings) if met.place and met.place[0] not in LEADS_NOWHERE)
    return next(of_bracket, None)


def _is_eliminated(last: Meeting, card: Card, cards: Cards, settings: Settings) -> bool:
    if last.both_lost:
        return True
    if settings.system != "double_elimination" or last.place[0] == LOSERS or last.place == SECOND_FINAL:
        return last.lost or _has_later_match(cards[last.opponent], last.round)
    if last.place[0] == FINALS and last.lost:
        second_life = not _came_from_losers_side(card, cards[last.opponent], last.round)
        return not (second_life and settings.schedule.second_final)
    return False


def _has_later_match(opponent: Card, round_: int) -> bool:
    last = _last_match(opponent)
    return last is not None and last.round > round_


def _came_from_losers_side(card: Card, other: Card, round_: int) -> bool:
    """Return whether ``card`` came to the final from the losers' side."""

    def way(one: Card) -> tuple[bool, int]:
        before = [met for met in one.meetings if met.round < round_]
        return any(met.place.startswith(LOSERS) for met in before), sum(met.lost for met in before)

    return way(card) > way(other)
