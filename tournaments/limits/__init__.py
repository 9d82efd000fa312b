"""Changes of limits in a running tournament.

The path of a change, in order:

- ``tournaments.state.limits``: the values;
- ``tournaments.domain.limits``: the command and the event, with its effect on the tournament;
- ``recounting``: rows that follow at once, when the event is projected. Where another komi leaves the winner
  of a counted game, that is all: its row is then ahead of its stream (``games.game.catching_up``);
- ``affected_games``: the games that have to be judged again;
- ``rescoring``: judging those, some at a time, as ``tournaments.jobs.rescoring`` does until none is left;
  ``games.rescoring`` judges one game;
- ``tournaments.state.verdicts``: the consequence of a verdict for a result: another result, or a finding;
- ``preview``, ``what_if``: the same without writing anything;
- ``story``: the consequences for one game in words.
"""

from tournaments.domain.limits import ChangeLimits
from tournaments.limits import recounting  # noqa: F401 - registers what it derives
from tournaments.limits.affected_games import games_to_judge
from tournaments.limits.preview import GameChangeBody, PreviewBody, WhatIfBody, preview_body
from tournaments.limits.rescoring import (
    count_waiting,
    open_findings,
    rescore_some,
    waiting_games,
    withdraw_findings,
)
from tournaments.limits.story import limit_lines
from tournaments.limits.what_if import WhatIf, what_if_body
from tournaments.state.limits import Limits, limits_in_force
from tournaments.state.verdicts import finding_id

__all__ = [
    "ChangeLimits",
    "GameChangeBody",
    "Limits",
    "PreviewBody",
    "WhatIf",
    "WhatIfBody",
    "count_waiting",
    "finding_id",
    "games_to_judge",
    "limit_lines",
    "limits_in_force",
    "open_findings",
    "preview_body",
    "rescore_some",
    "waiting_games",
    "what_if_body",
    "withdraw_findings",
]
