"""What an address or a record cannot be tried for, in words."""

from django.utils.translation import gettext_lazy as _

from games.analysis.laboratory.faults import InvalidExperiment

WORDS = {
    "bad_change": _("No ruleset can be played with “%(text)s”."),
    "bad_color": _("The player who moves first is b or w, not “%(text)s”."),
    "bad_dead": _("Dead stones are named as points of the board, not “%(text)s”."),
    "bad_komi": _("Komi is a number of whole or half points, not “%(text)s”."),
    "bad_move": _("Letter %(letter)s of the moves: “%(text)s” is no move."),
    "bad_number": _("“%(name)s” is a whole number from 0 to %(most)s, not “%(text)s”."),
    "bad_row": _("Row %(row)s of the board is made of x, o and numbers, unlike “%(text)s”."),
    "bad_ruleset": _("There is no ruleset “%(text)s” here."),
    "board_size": _("A board here has %(least)s to %(most)s lines, not %(size)s."),
    "off_board": _("Letter %(letter)s of the moves: “%(text)s” is not on this board."),
    "too_long": _("“%(name)s” is longer than %(most)s letters."),
    "too_many_moves": _("These are %(moves)s moves; at most %(most)s are compared here."),
    "uneven_rows": _("Row %(row)s of the board has %(points)s points, but row 1 has %(first)s."),
}


def in_words(fault: InvalidExperiment) -> str:
    return str(WORDS[fault.code] % fault.facts)
