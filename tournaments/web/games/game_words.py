"""Where a game stands, in words: whose turn it is, or what a stopped game waits for. Pure."""

from django.utils.translation import gettext, gettext_lazy

from rules import Color, Game, Phase, Score
from rules.axes import Settling

STOPPED = {
    Settling.AS_IT_STANDS: gettext_lazy("Both passed: every stone on the board counts."),
    Settling.AGREED_POINTS: gettext_lazy("Both passed: agree on the dead stones."),
    Settling.AGREED_STRINGS: gettext_lazy("Both passed: agree on the dead stones."),
    Settling.CAPTURE_PHASE: gettext_lazy(
        "Both passed: agree on the dead stones; a string that you dispute is captured on the board, or lives."
    ),
    Settling.CONFIRMATION: gettext_lazy(
        "Both passed: agree on the dead stones;"
        " a claim on a string is decided by a sequence that is played for it."
    ),
}
TURN = {Color.BLACK: gettext_lazy("Black to play."), Color.WHITE: gettext_lazy("White to play.")}
PLAYED = {
    Phase.CAPTURE: gettext_lazy("A disputed string is captured on the board, or lives."),
    Phase.CONFIRMATION: gettext_lazy("This is a confirmation sequence, which will be undone."),
}


def where_it_stands(game: Game) -> str:
    """Sentences: "Black to play.", "Both passed: agree on the dead stones. Score of the position: B+3.5."."""
    if game.outcome:
        return gettext("Over: %(outcome)s.") % {"outcome": game.outcome}
    if game.phase is Phase.STOPPED:
        score = gettext("Score of the position: %(score)s.") % {"score": score_words(game.score())}
        return f"{STOPPED[game.ruleset.settling]} {score}"
    return f"{TURN[game.to_play]} {PLAYED.get(game.phase, '')}".strip()


def side_name(color: Color) -> str:
    """Black or White."""
    return gettext("Black") if color is Color.BLACK else gettext("White")


def score_words(score: Score) -> str:
    """A score as result slips have it: "B+3.5", "W+7", "jigo"."""
    if score.winner is None:
        return gettext("jigo")
    return f"{score.winner.value.upper()}+{abs(score.margin):g}"


def turns_around(turn: int, last: int) -> dict[str, int]:
    """The turns that the arrows of the page lead to."""
    return {
        "now": turn,
        "last": last,
        "back_ten": max(turn - 10, 0),
        "back": max(turn - 1, 0),
        "on": min(turn + 1, last),
        "on_ten": min(turn + 10, last),
    }
