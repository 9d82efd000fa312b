"""The famous cases in words: what each is called, and what there is to see."""

# ruff: noqa: E501  # a sentence is one string

from django.utils.translation import gettext_lazy as _

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
        "Six captures lead back to the first board: superko ends it, elsewhere the players may agree on no result."
    ),
    "eternal-life": _("Black offers two stones, White takes them, Black takes one back, for ever."),
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
