"""How far everybody came in a knock-out: the round of the loss that put them out."""

from collections.abc import Mapping

from tournaments.competition.standings.scores import Card


def round_out(system: str, cards: Mapping[str, Card]) -> dict[str, int]:
    """One more than all rounds for who is still in.

    Out is who has lost once, twice in double elimination. Whoever has neither lost nor played for two rounds
    (a loss was corrected after others had gone on) counts as out where they were left.
    """
    lives = 2 if system == "double_elimination" else 1
    return {id_: _round_out(card, lives) for id_, card in cards.items()}


def _round_out(card: Card, lives: int) -> int:
    rounds = len(card.nbw2) - 1
    lost = [met.round for met in card.meetings if met.lost]
    if len(lost) >= lives:
        return lost[lives - 1]
    last = max([met.round for met in card.meetings] + list(card.byes), default=0)
    return rounds + 1 if last >= rounds - 1 else last + 1
