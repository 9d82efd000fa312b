"""Where a game stands, in words: whose turn it is, or what a stopped game waits for. Pure."""

from rules import Game, Phase, Score
from rules.axes import Settling

STOPPED = {
    Settling.AS_IT_STANDS: "Both passed: every stone counts as it stands.",
    Settling.AGREED_POINTS: "Both passed: agree on the dead stones.",
    Settling.AGREED_STRINGS: "Both passed: agree on the dead stones.",
    Settling.CAPTURE_PHASE: "Both passed: agree on the dead stones;"
    " a string that you dispute is captured on the board, or lives.",
    Settling.CONFIRMATION: "Both passed: agree on the dead stones;"
    " a claim on a string is decided by a sequence that is played for it.",
}
PLAYED = {
    Phase.PLAY: "{side} to play.",
    Phase.CAPTURE: "{side} to play: a disputed string is captured on the board, or lives.",
    Phase.CONFIRMATION: "{side} to play in a confirmation sequence, which will be undone.",
}


def where_it_stands(game: Game) -> str:
    """One or two sentences: "Black to play.", "Both passed: agree on the dead stones. ..."."""
    if game.outcome:
        return f"Over: {game.outcome}."
    if game.phase is Phase.STOPPED:
        return f"{STOPPED[game.ruleset.settling]} As it stands: {score_words(game.score())}."
    return PLAYED[game.phase].format(side=game.to_play.name.capitalize())


def score_words(score: Score) -> str:
    """A score as result slips have it: "B+3.5", "W+7", "jigo"."""
    if score.winner is None:
        return "jigo"
    return f"{score.winner.value.upper()}+{abs(score.margin):g}"
