"""The words of the laboratory: famous cases, verdicts, actions, axes and their values. Quotes stay."""

from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.analysis.comparing import AS_IT_STANDS, WITH_THESE_DEAD
from games.analysis.laboratory.notation import InvalidExperiment
from rules import (
    Action,
    ChallengeKo,
    Claim,
    Color,
    Confirm,
    Delay,
    GiveStone,
    Pass,
    Play,
    Resume,
    TakeButton,
    UltimateDelay,
)

TITLES = {
    "ko": _("Ko"),
    "snapback": _("Snapback"),
    "suicide-of-one": _("Suicide of one stone"),
    "suicide-of-several": _("Suicide of several stones"),
    "triple-ko": _("Triple ko"),
    "eternal-life": _("Eternal life"),
    "sending-two-returning-one": _("Sending two, returning one"),
    "pass-and-retake": _("Pass, ko, retake"),
    "moonshine-life": _("Moonshine life, kept alive by a double ko"),
    "moonshine-in-twenty-moves": _("Moonshine life, captured in the twenty moves of Makrai"),
    "moonshine-in-confirmation": _("Moonshine life, decided after the game"),
    "bent-four": _("Bent four in the corner, counted"),
    "bent-four-played": _("Bent four in the corner, played as a ko"),
    "bent-four-in-confirmation": _("Bent four in the corner, decided after the game"),
}
SEE = {
    "ko": _(
        "White retakes the ko at once. Rules that compare boards allow it if no move had created the "
        "first position."
    ),
    "snapback": _("Black takes back at once, and more than one stone: no ruleset forbids it."),
    "suicide-of-one": _(
        "Some rules forbid suicide; of those that allow it, some forbid that nothing changes."
    ),
    "suicide-of-several": _(
        "The same with two stones: the board changes, so that only the rule on suicide counts."
    ),
    "triple-ko": _(
        "Six captures lead back to the first board: superko ends it, elsewhere the players may agree on no"
        " result."
    ),
    "eternal-life": _("Black offers two stones, White takes them, Black takes one back, and so on forever."),
    "sending-two-returning-one": _(
        "White sends two stones, Black returns one: only positional superko forbids the next move."
    ),
    "pass-and-retake": _(
        "White passed on this board and would now make it by a stone: natural situational superko allows it."
    ),
    "moonshine-life": _(
        "The corner is short of liberties, but its owner finds a threat in the double ko again and again."
    ),
    "moonshine-in-twenty-moves": _(
        "The game stops, White asks for modified ko, and passes for a ko lock Black out of each ko in turn."
    ),
    "moonshine-in-confirmation": _(
        "After the game a ko is retaken only after a pass for it: the corner dies."
    ),
    "bent-four": _("Both passed, and the corner is taken off as dead: who wins by what."),
    "bent-four-played": _(
        "White begins the ko when Black has no threat left, and Black may not take back at once."
    ),
    "bent-four-in-confirmation": _(
        "White claims that the corner is dead, and shows it in a sequence that is undone."
    ),
}


VERDICTS = {
    "legal": _("Legal"),
    "unfit": _("No such game"),
    "occupied": _("Refused: the point is occupied"),
    "off_board": _("Refused: not on the board"),
    "not_your_turn": _("Refused: not their turn"),
    "suicide": _("Refused: suicide"),
    "ko": _("Refused: ko"),
    "superko": _("Refused: repetition"),
    "locked_ko": _("Refused: locked out of this ko"),
    "out_of_stones": _("Refused: out of stones"),
    "pass_not_allowed": _("Refused: no pass here"),
    "nothing_to_return": _("Refused: no stone to return"),
    "no_button": _("Refused: no button to take"),
    "not_a_recapture": _("Refused: no recapture to pass for"),
    "already_prepared": _("Refused: already prepared"),
    "no_draw_right": _("Refused: no right to a draw"),
    "no_stones": _("Refused: no stones to claim"),
    "continuations_used_up": _("Refused: no continuation left"),
    "wrong_phase": _("Refused: not at this stage"),
    "game_over": _("Refused: the game is over"),
}
BARRED = {"ko": _("ko"), "superko": _("repetition"), "locked_ko": _("locked ko")}
PHASES = {
    "play": _("in play"),
    "stopped": _("stopped"),
    "capture": _("capturing a disputed string"),
    "confirmation": _("playing out a claim"),
    "over": _("over"),
}
BY = {
    AS_IT_STANDS: _("every stone counted"),
    WITH_THESE_DEAD: _("with these dead"),
}
AXES = {
    "repetition": _("Ko and repetition"),
    "suicide": _("Suicide"),
    "passing": _("Passing"),
    "token": _("Value of a pass stone"),
    "white_passes_last": _("White passes last"),
    "button": _("Button"),
    "stone_supply": _("Supply of stones"),
    "stopping": _("Stopping"),
    "settling": _("Settling dead stones"),
    "resumption": _("Going on after a stop"),
    "continuations": _("Number of continuations"),
    "modified_ko": _("Modified ko"),
    "disputed": _("Disputed strings"),
    "confirmation_ko": _("Ko in a confirmation"),
    "claims_per_player": _("Claims of a player"),
    "sequences_per_claim": _("Sequences for a claim"),
    "endless": _("Endless cycles"),
    "scoring": _("Scoring"),
    "illegal_move": _("Illegal moves"),
    "fine": _("Fine for an illegal move"),
    "komi": _("Komi"),
    "handicap": _("Handicap"),
    "handicap_komi": _("Komi with a handicap"),
    "handicap_compensation": _("Points for handicap stones"),
    "ties": _("Ties"),
}
VALUES = {
    "yes": _("yes"),
    "no": _("no"),
    "none": pgettext_lazy("choice of a ruleset", "none"),
    "unlimited": _("unlimited"),
    "half_board": _("half the board"),
    "simple_ko": _("simple ko"),
    "own_previous": _("not one's own previous board"),
    "positional": _("positional superko"),
    "situational": _("situational superko"),
    "natural_situational": _("natural situational superko"),
    "natural_situational_and_ko": _("natural situational superko, and simple ko"),
    "own_earlier": _("not one's own earlier board"),
    "situational_unless_multi_capture": _("situational superko, unless two or more are captured"),
    "basic_ko_with_locks": _("basic ko, with locks"),
    "forbidden": _("forbidden"),
    "multi_stone": _("of several stones"),
    "allowed": _("allowed"),
    "free": _("free"),
    "token": _("hands over a stone"),
    "delay": _("returns a prisoner"),
    "two_passes": _("two passes end the game"),
    "two_stop": _("two passes stop the game"),
    "two_stop_four_end": _("two passes stop, four end"),
    "two_stop_until_play": _("two passes stop the game until a play"),
    "two_stop_until_play_four_end": _("two passes stop the game until a play, four end"),
    "never": _("never"),
    "as_it_stands": _("every stone counted"),
    "agreed_points": _("points by agreement"),
    "agreed_strings": _("strings by agreement"),
    "capture_phase": _("captured on the board"),
    "confirmation": _("confirmed by play that is undone"),
    "last_passer_waits": _("opponent of the last to pass"),
    "asker_waits": _("opponent of the player who asks"),
    "as_in_play": _("as in play"),
    "pass_for_ko": _("pass for a ko"),
    "local": _("judged locally"),
    "alive": _("alive"),
    "unsettled": _("not counted before they are settled"),
    "impossible": _("impossible"),
    "no_result_on_claim": _("no result on claim"),
    "no_result_on_agreement": _("no result by agreement"),
    "draw_on_claim": _("draw on claim"),
    "draw_right": _("right to a draw"),
    "area": _("area"),
    "territory": _("territory"),
    "territory_less_lost": _("territory less lost stones"),
    "territory_no_seki": _("territory, none in seki"),
    "territory_after_teire": _("territory, none in seki or to be filled"),
    "makrai_area": _("area next to live stones"),
    "makrai_territory": _("territory next to live stones"),
    "refused": _("refused"),
    "pass": _("taken back, a pass"),
    "loss": _("loss of the game"),
    "pass_and_fine": _("a pass and a fine"),
    "consecutive_moves": _("Black's first moves"),
    "fixed": _("on star points"),
    "bowl": _("stones in the bowl"),
    "n_minus_one": _("one for each stone but the first"),
    "n": _("one for each stone"),
    "draw": _("a draw"),
    "black": _("Black wins"),
}
MARKS = {
    "T": _("the text says so"),
    "I": _("inferred from the text's aims"),
    "C": _("our choice where the text is silent"),
}


def value_words(value: object) -> str:
    """A value of an axis: a number as it is."""
    if isinstance(value, bool):
        value = "yes" if value else "no"
    return str(VALUES.get(str(value), f"{value:g}" if isinstance(value, float) else value or VALUES["none"]))


_ACTIONS = {
    Play: (_("Black %(at)s"), _("White %(at)s")),
    Pass: (_("Black passes"), _("White passes")),
    Resume: (_("Black asks to go on"), _("White asks to go on")),
    ChallengeKo: (_("Black passes for the ko at %(at)s"), _("White passes for the ko at %(at)s")),
    Claim: (_("Black claims that %(at)s is dead"), _("White claims that %(at)s is dead")),
    Confirm: (_("Black begins a confirmation"), _("White begins a confirmation")),
    TakeButton: (_("Black takes the button"), _("White takes the button")),
    Delay: (_("Black returns a prisoner"), _("White returns a prisoner")),
    UltimateDelay: (_("Black returns the last prisoner"), _("White returns the last prisoner")),
    GiveStone: (_("Black gives a stone"), _("White gives a stone")),
}


def action_words(action: Action) -> str:
    """Who did what."""
    of_black, of_white = _ACTIONS[type(action)]
    color = getattr(action, "color", Color.BLACK)
    points = getattr(action, "points", ())
    at = points[0] if points else getattr(action, "at", "")
    if isinstance(action, Resume) and action.modified_ko:
        return _t("Black asks for modified ko") if color is Color.BLACK else _t("White asks for modified ko")
    return str((of_black if color is Color.BLACK else of_white) % {"at": at})


FAULTS = {
    "bad_change": _("The rules option “%(text)s” is not valid."),
    "bad_color": _("The player who moves first is b or w, not “%(text)s”."),
    "bad_dead": _("Dead stones are named as points of the board, not “%(text)s”."),
    "bad_komi": _("Komi is a number of whole or half points, not “%(text)s”."),
    "bad_move": _("Letter %(letter)s of the moves: “%(text)s” is not a move."),
    "bad_number": _("“%(name)s” is a whole number from 0 to %(most)s, not “%(text)s”."),
    "bad_row": _("Row %(row)s of the board is made of x, o and numbers, unlike “%(text)s”."),
    "bad_ruleset": _("There is no ruleset “%(text)s” here."),
    "board_size": _("A board here has %(least)s to %(most)s lines, not %(size)s."),
    "off_board": _("Letter %(letter)s of the moves: “%(text)s” is not on this board."),
    "too_long": _("“%(name)s” is longer than %(most)s letters."),
    "too_many_moves": _("These are %(moves)s moves; at most %(most)s are compared here."),
    "uneven_rows": _("Row %(row)s of the board has %(points)s points, but row 1 has %(first)s."),
}


def fault_words(fault: InvalidExperiment) -> str:
    """Return the reason why an address or a record cannot be tried."""
    return str(FAULTS[fault.code] % fault.facts)
