"""Commands on a game as somebody saw it: what was said of it since is not overwritten unseen.

Whoever enters results says at which version of the tournament they looked. Only what concerns this very game
stands in their way: the results of other tables change that version with every minute.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.refusals import refuse
from tournaments.competition.history import Result
from tournaments.events.pairs import ColoursSwapped
from tournaments.events.results import ResultCleared, ResultRecorded, ResultReported
from tournaments.events.rulings import ResultRuled, RulingAppealed, RulingLifted
from tournaments.state.tournament import Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Later:
    """An event that whoever commands had not seen; ``at`` is aware."""

    event: object
    actor: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class OnSeenGame:
    """``seen``: the version that was looked at, None: whatever it is now. ``table``: where the game was then.

    ``later``: the events since, which ``tournaments.commands`` reads from the log.
    """

    game_id: str
    seen: int | None = None
    table: int | None = None
    later: tuple[Later, ...] = ()


SAID: dict[type, str] = {
    ResultReported: "reported",
    ResultRecorded: "entered",
    ResultCleared: "cleared",
    ResultRuled: "ruled",
    RulingAppealed: "appealed",
    RulingLifted: "lifted",
    ColoursSwapped: "swapped",
}
"""What concerns a result, as the refusal's fact ``said`` says it; of swapped colours another player won."""


def refuse_overtaken(command: OnSeenGame, pair: Pair, result: Result | None) -> None:
    """Refuse where the game says something else than was seen. ``result``: what it shall be, None: nothing.

    Whoever comes second with the same result overwrites nothing.
    """
    if command.table not in (None, pair.table):
        refuse("game_moved", game=pair.game_id, table=pair.table, was=command.table)
    later = [one for one in command.later if _concerns(one.event, pair)]
    if later and (result != pair.result or _swapped(later)):
        last = later[-1]
        refuse(
            "result_overtaken",
            game=pair.game_id,
            said=SAID[type(last.event)],
            winner=pair.result.winner.value,
            by_default=pair.result.by_default,
            actor=last.actor,
            at=last.at.isoformat(),
        )


def _concerns(event: object, pair: Pair) -> bool:
    return type(event) in SAID and getattr(event, "game_id", None) == pair.game_id


def _swapped(later: Sequence[Later]) -> bool:
    return any(isinstance(one.event, ColoursSwapped) for one in later)
