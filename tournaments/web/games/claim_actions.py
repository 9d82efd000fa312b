"""What can be played on in a sequence: only what is legal now, and the reader may enter, is offered. Pure.

``by``: "b" or "w" for a player, who enters their own actions; "desk" for an official.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from games.claims.deciding import DESK
from games.claims.deciding.playing_out import may_enter
from games.marking import marked
from games.refusals import refuse
from rules import (
    Accept,
    Action,
    AgreeDead,
    AgreeDraw,
    ChallengeKo,
    Claim,
    Color,
    Concede,
    Confirm,
    DeclareDraw,
    Delay,
    Game,
    GiveStone,
    Illegal,
    MarkDead,
    Pass,
    Penalise,
    Phase,
    Play,
    Resign,
    Resume,
    TakeButton,
    UltimateDelay,
)
from rules.actions import from_data, to_data
from rules.axes import Resumption, Settling


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A button: what it says, and the action as data, its points left out."""

    label: str
    value: str


_SAYS = {
    Play: gettext_lazy("%(who)s %(at)s"),
    Pass: gettext_lazy("%(who)s passes"),
    TakeButton: gettext_lazy("%(who)s takes the button"),
    ChallengeKo: gettext_lazy("%(who)s passes for the ko at %(at)s"),
    GiveStone: gettext_lazy("%(who)s answers with a stone from the bowl"),
    Delay: gettext_lazy("%(who)s returns a prisoner"),
    UltimateDelay: gettext_lazy("%(who)s returns the ultimate prisoner"),
    DeclareDraw: gettext_lazy("%(who)s claims a draw or no result"),
    AgreeDraw: gettext_lazy("%(who)s agrees to a draw or no result"),
    Resign: gettext_lazy("%(who)s resigns"),
    Resume: gettext_lazy("%(who)s asks to go on"),
    MarkDead: gettext_lazy("%(who)s marks as dead: %(points)s"),
    Accept: gettext_lazy("%(who)s accepts the position as marked"),
    AgreeDead: gettext_lazy("Both agree on what is dead: %(points)s"),
    Claim: gettext_lazy("%(who)s: %(points)s can be captured"),
    Confirm: gettext_lazy("%(who)s begins a sequence for claim %(number)s"),
    Concede: gettext_lazy("%(who)s gives up this dispute"),
    Penalise: gettext_lazy("%(who)s made an illegal move: a pass, and fined"),
}
_WITH_KO = {
    Resume: gettext_lazy("%(who)s asks to go on, with modified ko"),
    Confirm: gettext_lazy("%(who)s begins a sequence for claim %(number)s, with modified ko"),
}
_WHOLE = {
    Resume(): gettext_lazy("The game goes on"),
    Resume(modified_ko=True): gettext_lazy("The game goes on, with modified ko"),
    AgreeDraw(): gettext_lazy("Both agree to a draw or no result"),
}


def side_words(color: Color) -> str:
    return gettext("Black") if color is Color.BLACK else gettext("White")


def words(action: Action) -> str:
    """An action in words: "Black D4", "White passes"."""
    color = getattr(action, "color", None)
    return str(_sentence(action)) % {
        "who": side_words(Color(color)) if color else gettext("Both"),
        "at": getattr(action, "at", ""),
        "points": " ".join(getattr(action, "points", ())) or gettext("nothing"),
        "number": getattr(action, "claim", 0) + 1,
    }


def _sentence(action: Action) -> object:
    if action in _WHOLE:
        return _WHOLE[action]
    if getattr(action, "modified_ko", False):
        return _WITH_KO[type(action)]
    if isinstance(action, Claim) and not action.capturable:
        return gettext("%(who)s: %(points)s cannot be captured")
    return _SAYS[type(action)]


def simple(game: Game, by: str) -> list[Offer]:
    """Buttons for what needs no point."""
    if game.phase is Phase.OVER:
        return []
    candidates = (action for action in _parameterless(game, by) if may_enter(action, by))
    return [_offer(words(action), action) for action in candidates if not _illegal(game, action)]


def _parameterless(game: Game, by: str) -> Iterator[Action]:
    mover = game.to_play
    yield from (
        Pass(mover),
        TakeButton(mover),
        GiveStone(mover),
        Delay(mover),
        UltimateDelay(mover),
        DeclareDraw(mover),
    )
    yield from _resumptions(game, by)
    for number, claim in enumerate(game.claims):
        yield Confirm(claim.color, number)
        yield Confirm(claim.color, number, modified_ko=True)
    for color in Color:
        yield Accept(color)
        yield Concede(color)
        yield AgreeDraw(color)
    yield from (AgreeDraw(), Penalise(mover))


def _resumptions(game: Game, by: str) -> Iterator[Action]:
    """Players ask for themselves; an official says who does only where that decides who moves first."""
    named = by != DESK or game.ruleset.resumption is Resumption.ASKER_WAITS
    for color in list(Color) if named else [None]:
        if game.phase is Phase.STOPPED:
            yield Resume(color)
        yield Resume(color, modified_ko=True)


def with_points(game: Game, by: str) -> list[Offer]:
    """Buttons for what names strings or points in a stopped game."""
    if game.phase is not Phase.STOPPED:
        return []
    found: list[Offer] = []
    for color in Color:
        who = side_words(color)
        if may_enter(MarkDead(color), by) and not _illegal(game, MarkDead(color)):
            found.append(_offer(gettext("%(who)s: these are dead") % {"who": who}, MarkDead(color)))
        if may_enter(Claim(color, ()), by) and game.ruleset.settling in _PLAYED_OUT:
            found += _claims(game, color)
    if may_enter(AgreeDead(), by) and not _illegal(game, AgreeDead()):
        found.append(_offer(gettext("Both agree: these are dead, count"), AgreeDead()))
    return found


_PLAYED_OUT = (Settling.CAPTURE_PHASE, Settling.CONFIRMATION)


def _claims(game: Game, color: Color) -> Iterator[Offer]:
    who = side_words(color)
    yield _offer(gettext("%(who)s: these can be captured") % {"who": who}, Claim(color, ()))
    if game.ruleset.settling is Settling.CONFIRMATION:
        yield _offer(
            gettext("%(who)s: these cannot be captured") % {"who": who}, Claim(color, (), capturable=False)
        )


def plays(game: Game, by: str) -> list[str]:
    """Where the player whose turn it is can play."""
    if game.phase is Phase.OVER or not moves(game, by):
        return []
    return [at for at, why in game.legal_points(game.to_play).items() if why is None]


def moves(game: Game, by: str) -> bool:
    """Whether it is their turn, or they enter the moves of both."""
    return may_enter(Pass(game.to_play), by)


def challenges(game: Game, by: str) -> list[str]:
    """For which recaptures they can pass."""
    if not moves(game, by):
        return []
    points = [at for ko in game.kos for at in ko.points]
    return [at for at in points if not _illegal(game, ChallengeKo(game.to_play, at))]


def action_from(chosen: str, points: tuple[str, ...]) -> Action:
    """The action of a form: the data of its button, and the points that were typed. Refuses what is none."""
    try:
        data: Any = json.loads(chosen)
        if data["do"] in ("play", "challenge_ko"):
            data["at"] = points[0] if points else ""
        elif data["do"] in ("mark_dead", "agree_dead", "claim"):
            data["points"] = list(points)
        return from_data(data)
    except (ValueError, KeyError, TypeError, RecursionError):
        refuse("invalid", field="action", fault=marked("Choose what to do."))


def _illegal(game: Game, action: Action) -> bool:
    return isinstance(game.apply(action), Illegal)


def _offer(label: str, action: Action) -> Offer:
    data = {name: value for name, value in to_data(action).items() if name not in ("points", "at")}
    return Offer(label=label, value=json.dumps(data))


def play_value(game: Game) -> str:
    """The data of a stone's button."""
    return json.dumps({"do": "play", "color": game.to_play.value})


def challenge_value(game: Game) -> str:
    """The data of the button that passes for a ko."""
    return json.dumps({"do": "challenge_ko", "color": game.to_play.value})
