"""Rejudging of games under changed terms.

In the order of the work:

- ``reach``: the games that a change of limits can affect, by columns of their rows;
- ``entered_actions``: the actions of many games, read in one query;
- ``rejudging``: the verdict on each game, by its margin or by a replay, and storing verdicts.

``games.game.margins`` computes the result of a counted game under another komi. The owner of a game
(``tournaments.limits``) knows its terms and the consequences of a verdict.
"""

from games.rescoring.entered_actions import EnteredActions, read_entered_actions
from games.rescoring.reach import Reach, reach_of_change
from games.rescoring.rejudging import BATCH_SIZE, Verdict, rejudge, rejudge_by_replay, store_verdicts

__all__ = [
    "BATCH_SIZE",
    "EnteredActions",
    "Reach",
    "Verdict",
    "reach_of_change",
    "read_entered_actions",
    "rejudge",
    "rejudge_by_replay",
    "store_verdicts",
]
