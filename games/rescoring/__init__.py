"""One game judged again under other terms: the door of this room.

In the order of the work:

- ``reach``: which games a change of limits can touch, by columns of their rows;
- ``entered``: what was entered in many games, read at once;
- ``rejudging``: the verdict on each game, by its margin or by a replay, and storing verdicts.

What a komi makes of a game that was counted is ``games.game.counted``. Which terms a game has, and what
follows from a verdict, knows whoever opened the game (``tournaments.limits``).
"""

from games.rescoring.entered import Entered, read_entered
from games.rescoring.reach import Reach, reach_of_change
from games.rescoring.rejudging import AT_ONCE, Verdict, judge_again, judge_by_replay, store_verdicts

__all__ = [
    "AT_ONCE",
    "Entered",
    "Reach",
    "Verdict",
    "judge_again",
    "judge_by_replay",
    "reach_of_change",
    "read_entered",
    "store_verdicts",
]
