"""Every option on every axis of a ruleset, with its meaning. The numbers and flags are in ruleset.py.

Sources: 000 Nieminen, 001 Tromp-Taylor, 002 Makrai 1.5, 003 ARG, 004 Ultimate Go.
"""

from enum import StrEnum
from typing import Self


def gettext_noop(sentence: str) -> str:
    """Return the sentence, which pages show in the reader's language."""
    return sentence


class Option(StrEnum):
    """One value on an axis; ``says`` is its meaning."""

    says: str

    def __new__(cls, value: str, says: str) -> Self:
        """Create a member from its text and its meaning; members are looked up by the text alone."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.says = says
        return member


class Repetition(Option):
    """The ko or superko rule: which plays repeat an earlier position."""

    NONE = "none", gettext_noop("any board may return")
    SIMPLE_KO = "simple_ko", gettext_noop("the lone stone that took a ko may not be taken back at once")
    OWN_PREVIOUS = (
        "own_previous",
        gettext_noop("a play may not repeat the board that the player left at his previous turn"),
    )
    POSITIONAL = "positional", gettext_noop("a play may not repeat an earlier board")
    SITUATIONAL = (
        "situational",
        gettext_noop("a play may not repeat an earlier board with the same player to move"),
    )
    NATURAL_SITUATIONAL = (
        "natural_situational",
        gettext_noop("a play may not repeat a position that the same player created by a stone"),
    )
    NATURAL_SITUATIONAL_AND_KO = (
        "natural_situational_and_ko",
        (
            gettext_noop(
                "a play may not repeat a position that the same player created by a stone, and the lone "
                "stone that took a ko may not be taken back at once"
            )
        ),
    )
    OWN_EARLIER = (
        "own_earlier",
        gettext_noop("a play may not repeat a position that the same player created by a stone or a pass"),
    )
    SITUATIONAL_UNLESS_MULTI_CAPTURE = (
        "situational_unless_multi_capture",
        gettext_noop(
            "a play may not repeat an earlier board with the "
            "same player to move, unless it captures two or more"
        ),
    )
    BASIC_KO_WITH_LOCKS = (
        "basic_ko_with_locks",
        gettext_noop(
            "a ko may not be retaken at once; in a continuation under modified ko, kos can be locked"
        ),
    )


class Suicide(Option):
    """Whether a play may remove one's own stones."""

    FORBIDDEN = "forbidden", gettext_noop("a play may not leave its own string without a liberty")
    MULTI_STONE = (
        "multi_stone",
        gettext_noop("a play may take off its own string, but not the played stone alone"),
    )
    ALLOWED = "allowed", gettext_noop("a play may take off its own string")


class Passing(Option):
    """The cost of a turn without a stone."""

    FREE = "free", gettext_noop("a pass costs nothing")
    TOKEN = "token", gettext_noop("a pass hands the opponent a token")
    DELAY = "delay", gettext_noop("there is no pass: a turn without a stone returns a prisoner")


class Stopping(Option):
    """The numbers of consecutive passes that stop the game and that end it."""

    TWO_PASSES = "two_passes", gettext_noop("the second consecutive pass ends the game")
    TWO_STOP = (
        "two_stop",
        gettext_noop("the second consecutive pass stops the game until it is settled or resumed"),
    )
    TWO_STOP_FOUR_END = (
        "two_stop_four_end",
        gettext_noop("the second consecutive pass stops the game, the fourth ends it without agreement"),
    )
    TWO_STOP_UNTIL_PLAY = (
        "two_stop_until_play",
        gettext_noop("the second consecutive pass stops the game until it is settled, and a play resumes it"),
    )
    TWO_STOP_UNTIL_PLAY_FOUR_END = (
        "two_stop_until_play_four_end",
        (
            gettext_noop(
                "the second consecutive pass stops the game until it is settled, and a play resumes it; "
                "the fourth ends it without agreement"
            )
        ),
    )
    NEVER = "never", gettext_noop("nothing but a resignation, a draw or the lack of a move ends the game")


class Settling(Option):
    """The questions that players may settle in a stopped game."""

    AS_IT_STANDS = "as_it_stands", gettext_noop("every stone on the board counts")
    AGREED_POINTS = "agreed_points", gettext_noop("both may agree on any points to empty, and the game ends")
    AGREED_STRINGS = "agreed_strings", gettext_noop("both agree which strings are dead, and the game ends")
    CAPTURE_PHASE = (
        "capture_phase",
        gettext_noop("a disputed string is captured explicitly, on the board, or is alive"),
    )
    CONFIRMATION = (
        "confirmation",
        gettext_noop(
            "a claim on strings is decided by the last sequence played for it, which is not part of the game"
        ),
    )


class Resumption(Option):
    """The player who moves first when a stopped game continues."""

    NONE = "none", gettext_noop("a stopped game is not resumed on demand")
    LAST_PASSER_WAITS = (
        "last_passer_waits",
        gettext_noop("the opponent of the last player to pass moves first"),
    )
    ASKER_WAITS = (
        "asker_waits",
        gettext_noop(
            "the opponent of the player who asks moves first; if both ask and differ, "
            "the opponent of the last passer"
        ),
    )


class ConfirmationKo(Option):
    """The ko rule of a confirmation sequence."""

    AS_IN_PLAY = "as_in_play", gettext_noop("kos are as in play")
    PASS_FOR_KO = "pass_for_ko", gettext_noop("a ko is retaken only after a pass for that very ko")
    LOCAL = (
        "local",
        gettext_noop(
            "strings are judged where they are, with kos as in play; the player who wants to capture begins"
        ),
    )


class Disputed(Option):
    """The status of a string on which the players do not agree."""

    ALIVE = "alive", gettext_noop("a string that one player alone calls dead is alive")
    UNSETTLED = "unsettled", gettext_noop("the game is not counted before every string is settled")


class Endless(Option):
    """The end of a cycle that neither player leaves."""

    IMPOSSIBLE = "impossible", gettext_noop("the rules allow no endless cycle")
    NO_RESULT_ON_CLAIM = (
        "no_result_on_claim",
        gettext_noop(
            "either player may claim no result at the "
            "third occurrence; it takes effect when the other accepts"
        ),
    )
    NO_RESULT_ON_AGREEMENT = (
        "no_result_on_agreement",
        gettext_noop("on a repeated board the players may agree on no result"),
    )
    DRAW_ON_CLAIM = (
        "draw_on_claim",
        (
            gettext_noop(
                "a draw by agreement, or claimed by the player to move when board, player to move and "
                "prisoner difference occur the third time"
            )
        ),
    )
    DRAW_RIGHT = (
        "draw_right",
        gettext_noop(
            "the player who returned the ultimate prisoner second gives the other the right to a draw"
        ),
    )


class Scoring(Option):
    """The points and stones that count."""

    AREA = "area", gettext_noop("stones, and the empty points that reach only their colour")
    TERRITORY = (
        "territory",
        gettext_noop("empty points that reach only one colour, and prisoners, tokens less fines"),
    )
    TERRITORY_LESS_LOST = (
        "territory_less_lost",
        gettext_noop(
            "empty points that reach only one colour, less "
            "own stones that the opponent holds, tokens less fines"
        ),
    )
    TERRITORY_NO_SEKI = "territory_no_seki", gettext_noop("territory and prisoners; no points in seki")
    TERRITORY_AFTER_TEIRE = (
        "territory_after_teire",
        gettext_noop("territory and prisoners; no points in seki, nor where a player must still connect"),
    )
    MAKRAI_AREA = (
        "makrai_area",
        gettext_noop(
            "live stones, and the empty or dead-stone points next to each other and own live stones only"
        ),
    )
    MAKRAI_TERRITORY = (
        "makrai_territory",
        (
            gettext_noop(
                "empty or dead-stone points next to each other and own live stones only, prisoners, and the "
                "dead stones on those points"
            )
        ),
    )
    NONE = "none", gettext_noop("nothing is counted")


class IllegalMove(Option):
    """The cost of an illegal move that was made on a board."""

    REFUSED = "refused", gettext_noop("an illegal move is refused")
    PASS = "pass", gettext_noop("an illegal move is taken back and is a pass")  # a pass of Go
    LOSS = (
        "loss",
        gettext_noop("a player who makes an illegal move loses, unless both agreed on the result before"),
    )
    PASS_AND_FINE = "pass_and_fine", gettext_noop("an illegal move is taken back, is a pass, and is fined")


class Handicap(Option):
    """The form of a handicap."""

    CONSECUTIVE_MOVES = "consecutive_moves", gettext_noop("Black makes that many moves before White's first")
    FREE = (
        "free",
        gettext_noop(
            "Black places two to nine stones anywhere before White's first move; one is the first move"
        ),
    )
    FIXED = (
        "fixed",
        gettext_noop("two to nine black stones are placed on the star points before White's first move"),
    )
    BOWL = "bowl", gettext_noop("that many stones are in Black's bowl at the start")


class Compensation(Option):
    """The compensation of White for handicap stones."""

    NONE = "none", gettext_noop("nothing for handicap stones")
    N_MINUS_ONE = "n_minus_one", gettext_noop("a point for each handicap stone but the first")
    N = "n", gettext_noop("a point for each handicap stone, from two on")


class Ties(Option):
    """The result of equal totals."""

    DRAW = "draw", gettext_noop("equal totals are a draw")
    BLACK = "black", gettext_noop("equal totals are Black's win")
