"""One game judged again under other terms: the door of this room.

In the order of the work:

- ``reach``: which games a change of limits can touch, by columns of their rows;
- ``entered_actions``: the actions of many games, read in one query;
- ``rejudging``: the verdict on each game, by its margin or by a replay, and storing verdicts.

What a komi makes of a game that was counted is ``games.game.margins``. Which terms a game has, and what
follows from a verdict, knows whoever opened the game (``tournaments.limits``).
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
