"""The sources of the presets: clause and mark of each choice in the ruleset's text.

Marks: T the text says so; I inferred from the author's stated aims; C our choice where the text is silent. An
axis that a text does not have here is our choice for the reason in `NO_CLAUSE`; one that was changed has no
source and is described by its own words.

| text | read in | numbered |
|---|---|---|
| Japanese 1989 | J. Davies' translation (cs.cmu.edu/~wjh/go/rules/Japanese.html) | as there |
| Korean 2016 | J. Kim's translation (home.snafu.de/jasiek/k2016.html), articles 1 to 5 | as there |
| Chinese 2002 | translations (senseis.xmp.net, Velobici) of 1 to 4, 6, 20; others by number | as there |
| AGA | the official rules (cs.cmu.edu/~wjh/go/rules/AGA.html) | as there |
| BGA | the AGA's rules with the BGA's interpretations (britgo.org/rules/bgainterpretation) | as there |
| New Zealand | go.org.nz, New Zealand Rules of Go | paragraphs counted: the text has no numbers |
| Ing 1991 | J. Davies' translation of the SST Laws (senseis.xmp.net/?Ing1991Rules): 1 to 4 | as there |
| French | the FFG's rules (jeudego.org/_php/regleGo.php?chap=10): chapters 7, 10 | as in the address |

Not read: the numbers of the Korean articles after 5, those of the Chinese chapter III on violations, the Ing
laws after chapter 4, and the BGA's Rules of Play (PDF), for which its interpretations stand.
"""

from collections.abc import Mapping

from rules.axes import gettext_noop

Source = tuple[str, str]
"""A clause and its mark."""

_TROMP_TAYLOR: dict[str, Source] = {
    "repetition": ("rule 6", "T"),
    "suicide": ("rule 7, comment 7", "T"),
    "passing": ("rule 6", "T"),
    "stopping": ("rule 8", "T"),
    "settling": ("rule 8", "T"),
    "scoring": ("rule 9", "T"),
    "komi": ("comment 10", "T"),
    "handicap": ("comment 5", "T"),
    "ties": ("rule 10", "T"),
}
_NIEMINEN: dict[str, Source] = {
    "repetition": ("rule 7", "T"),
    "suicide": ("rule 7", "T"),
    "passing": ("rule 8", "T"),
    "stopping": ("rule 10", "T"),
    "settling": ("rule 14", "T"),
    "resumption": ("rule 11", "T"),
    "disputed": ("rules 13 and 15", "T"),
    "endless": ("rule 12; third occurrence and acceptance", "C"),
    "scoring": ("rules 16 and 17", "T"),
    "komi": ("rule 18", "T"),
    "ties": ("rule 19", "I"),
}
_MAKRAI: dict[str, Source] = {
    "repetition": ("Ko; Modified ko rules on request", "T"),
    "suicide": ("Capture", "T"),
    "passing": ("Gameplay", "T"),
    "stone_supply": ("Finite stone supply; what a small board is", "C"),
    "stopping": ("Ending procedure", "T"),
    "settling": ("Life and death", "T"),
    "resumption": ("Ending procedure", "T"),
    "continuations": ("Ending procedure; the number", "C"),
    "modified_ko": ("Modified ko rules on request", "T"),
    "disputed": ("Life and death", "T"),
    "confirmation_ko": ("Territory scoring mode", "I"),
    "claims_per_player": ("Territory scoring mode; the number", "C"),
    "sequences_per_claim": ("Territory scoring mode; the number", "C"),
    "endless": ("The end of the game (its list is lost); third occurrence", "C"),
    "scoring": ("The score", "T"),
    "komi": ("the text names none", "C"),
}
_ARG: dict[str, Source] = {
    "repetition": ("rule 6", "T"),
    "suicide": ("rule 5", "T"),
    "passing": ("rule 7", "T"),
    "token": ("rule 7", "T"),
    "stopping": ("rules 9 and 10", "T"),
    "settling": ("rule 9", "T"),
    "resumption": ("rule 10", "T"),
    "disputed": ("rules 9 and 10", "T"),
    "scoring": ("rule 11", "T"),
    "illegal_move": ("rule 8; a refusal first where a machine watches", "C"),
    "fine": ("rule 8", "T"),
    "komi": ("rule 3", "T"),
    "handicap_komi": ("rule 3", "T"),
    "handicap": ("rule 4", "T"),
}
_ULTIMATE: dict[str, Source] = {
    "repetition": ("rule 5", "T"),
    "suicide": ("rule 5", "T"),
    "passing": ("rules 6 and 7", "T"),
    "stopping": ("rule 9", "T"),
    "endless": ("rule 8", "T"),
    "scoring": ("rule 9", "T"),
    "komi": ("stones in a bowl; half points are dropped", "C"),
    "handicap": ("stones in a bowl", "I"),
}
_JAPANESE: dict[str, Source] = {
    "repetition": ("article 6", "T"),
    "suicide": ("article 4", "T"),
    "stopping": ("article 9.1", "T"),
    "settling": ("article 7.1", "T"),
    "resumption": ("article 9.3", "T"),
    "confirmation_ko": ("article 7.2", "T"),
    "disputed": ("article 9.2", "I"),
    "endless": ("article 12", "T"),
    "scoring": ("articles 8 and 10", "T"),
    "illegal_move": ("article 14", "T"),
}
_AGA: dict[str, Source] = {
    "repetition": ("rule 6", "T"),
    "suicide": ("rule 5", "T"),
    "passing": ("rule 7", "T"),
    "token": ("rule 7", "T"),
    "white_passes_last": ("rule 11", "T"),
    "stopping": ("rules 9 and 10", "T"),
    "settling": ("rule 9", "T"),
    "resumption": ("rule 10", "T"),
    "disputed": ("rules 9 and 10", "T"),
    "scoring": ("rule 12", "T"),
    "illegal_move": ("rule 8", "T"),
    "komi": ("rule 3", "T"),
    "handicap_komi": ("rule 3", "T"),
    "handicap": ("rule 4", "T"),
    "handicap_compensation": ("rule 12", "T"),
}
_BGA: dict[str, Source] = {
    **_AGA,
    "repetition": ("rule 6, interpretations 6.1 and 6.2; the basic ko beside superko", "I"),
    "white_passes_last": ("rule 11; after the agreement or the fourth pass", "T"),
    "illegal_move": ("rule 8, interpretation 8.1", "T"),
}
_CHINESE: dict[str, Source] = {
    "repetition": ("article 20.1", "T"),
    "suicide": ("article 5", "T"),
    "passing": ("article 2.5", "T"),
    "stopping": ("article 7", "T"),
    "settling": ("article 8", "T"),
    "resumption": ("article 8", "I"),
    "disputed": ("article 8", "I"),
    "endless": ("article 20.3; on agreement", "C"),
    "scoring": ("article 9", "T"),
    "illegal_move": ("chapter III, on violations", "I"),
}
_KOREAN: dict[str, Source] = {
    "repetition": ("the passage on ko", "T"),
    "settling": ("the passage on life and death", "I"),
    "confirmation_ko": ("the passage on life and death: judged locally", "I"),
    "endless": ("the passage on draws by repetition; on agreement", "C"),
    "suicide": ("article 5", "T"),
    "scoring": ("article 1", "T"),
}
_NEW_ZEALAND: dict[str, Source] = {
    "repetition": ("paragraph 7", "T"),
    "suicide": ("paragraph 6", "T"),
    "passing": ("paragraph 7", "T"),
    "stopping": ("paragraph 9; after four passes", "C"),
    "settling": ("paragraph 9", "T"),
    "resumption": ("paragraph 9; who moves first", "C"),
    "disputed": ("paragraph 9", "T"),
    "scoring": ("paragraph 5", "T"),
    "komi": ("paragraph 10", "T"),
    "handicap_komi": ("paragraph 11", "T"),
    "handicap": ("paragraph 11", "T"),
}
_ING: dict[str, Source] = {
    "repetition": ("rule 3; positional superko", "C"),
    "suicide": ("rule 3", "T"),
    "passing": ("rule 2", "T"),
    "scoring": ("chapter 1, article 1: stones and spaces are points", "T"),
}
_FRENCH: dict[str, Source] = {
    "repetition": ("chapter 7", "T"),
    "suicide": ("the page Les règles du go, section 5", "T"),
    "passing": ("chapter 10", "T"),
    "token": ("chapter 10", "T"),
    "white_passes_last": ("chapter 10; where Black played last", "I"),
    "scoring": ("chapter 10", "T"),
    "komi": ("chapter 10", "T"),
    "handicap_komi": ("chapter 10", "T"),
    "handicap_compensation": ("chapter 10", "T"),
}
_AGREEMENT: dict[str, Source] = {
    "stopping": ("comment 8", "T"),
    "settling": ("comment 8", "T"),
    "disputed": ("comment 8", "T"),
}

TEXTS: Mapping[str, tuple[str, Mapping[str, Source]]] = {
    "tromp-taylor": ("Tromp-Taylor", _TROMP_TAYLOR),
    "tromp-taylor-agreement": ("Tromp-Taylor", {**_TROMP_TAYLOR, **_AGREEMENT}),
    "nieminen": ("Nieminen", _NIEMINEN),
    "makrai": ("Makrai 1.5", _MAKRAI),
    "makrai-territory": ("Makrai 1.5", {**_MAKRAI, "settling": ("Territory scoring mode", "I")}),
    "arg": ("ARG", _ARG),
    "ultimate": ("Ultimate Go", _ULTIMATE),
    "japanese": ("Japanese 1989", _JAPANESE),
    "korean": ("Korean 2016", _KOREAN),
    "chinese": ("Chinese 2002", _CHINESE),
    "aga": ("AGA", _AGA),
    "aga-territory": ("AGA", _AGA),
    "bga": ("BGA", _BGA),
    "french": ("French", _FRENCH),
    "new-zealand": ("New Zealand", _NEW_ZEALAND),
    "ing": ("Ing 1991", _ING),
}
"""By preset: the text's name, and the source of its choice on each axis."""

NO_CLAUSE: Mapping[str, str] = {
    "repetition": gettext_noop("the rule that most texts share was taken"),
    "suicide": gettext_noop("most texts forbid it"),
    "passing": gettext_noop("the text names no price of a pass"),
    "token": gettext_noop("there are no pass stones that could count"),
    "white_passes_last": gettext_noop("a pass has no price, so that it does not matter who passes last"),
    "button": gettext_noop("the text knows no button"),
    "stone_supply": gettext_noop("the text names no limit"),
    "stopping": gettext_noop("two passes stop a game in nearly every text"),
    "settling": gettext_noop("the players agree on dead stones in nearly every text"),
    "resumption": gettext_noop("the turn stays with the player who has it"),
    "continuations": gettext_noop("the text names no limit"),
    "modified_ko": gettext_noop("the text knows no modified ko"),
    "disputed": gettext_noop("nothing is counted against the word of one player"),
    "confirmation_ko": gettext_noop("the text knows no play that is undone"),
    "claims_per_player": gettext_noop("the text names no limit"),
    "sequences_per_claim": gettext_noop("the text names no limit"),
    "endless": gettext_noop(
        "the repetition rule leaves no endless cycle, or nobody can claim anything for one"
    ),
    "scoring": gettext_noop("the usual way to count was taken"),
    "illegal_move": gettext_noop(
        "the text names no cost, so that the move is refused, and on a board a referee decides"
    ),
    "fine": gettext_noop("the text names no fine"),
    "komi": gettext_noop("the usual komi was taken; a tournament sets its own"),
    "handicap": gettext_noop("the usual form was taken"),
    "handicap_komi": gettext_noop("the usual komi was taken; a tournament sets its own"),
    "handicap_compensation": gettext_noop("the text names none"),
    "ties": gettext_noop("equal totals have no winner"),
}
"""By axis: the reason of our choice where no clause was found."""
YEARS: Mapping[str, str] = {
    "Nieminen": "2004",
    "Japanese 1989": "1989",
    "Korean 2016": "2016",
    "Chinese 2002": "2002",
    "AGA": "1991",
    "BGA": "2009",
    "Ing 1991": "1991",
}
"""By text: its year, where we know it."""

REASONS: Mapping[str, Mapping[str, str]] = {
    "Tromp-Taylor": {"occupied": "rule 7", "off_board": "rule 1", "not_your_turn": "rule 5"},
    "Nieminen": {
        "occupied": "rule 6",
        "off_board": "rule 1",
        "not_your_turn": "rule 9",
        "superko": "rule 14",
        "no_stones": "rule 14",
    },
    "Makrai 1.5": {
        "occupied": "Gameplay",
        "not_your_turn": "Gameplay",
        "locked_ko": "Modified ko rules on request",
        "not_a_recapture": "Modified ko rules on request",
        "already_prepared": "Modified ko rules on request",
    },
    "ARG": {"occupied": "rule 2", "off_board": "rule 1", "not_your_turn": "rule 2"},
    "Ultimate Go": {
        "occupied": "rule 4",
        "off_board": "rule 1",
        "not_your_turn": "rule 3",
        "nothing_to_return": "rule 6",
    },
    "AGA": {"occupied": "rule 2", "off_board": "rule 1", "not_your_turn": "rule 2"},
    "BGA": {"occupied": "rule 2", "off_board": "rule 1", "not_your_turn": "rule 2"},
    "Chinese 2002": {"occupied": "article 2.3", "off_board": "article 1.1", "not_your_turn": "article 2.3"},
    "Korean 2016": {"occupied": "article 3.2", "off_board": "article 2.1", "not_your_turn": "article 3.2"},
    "New Zealand": {
        "occupied": "paragraph 6",
        "off_board": "paragraph 1",
        "not_your_turn": "paragraph 8",
    },
    "Japanese 1989": {"occupied": "article 3", "off_board": "article 3", "not_your_turn": "article 2"},
}
"""By text: the clauses of refusals that depend on no axis."""

OTHER_OPTIONS: Mapping[tuple[str, str], str] = {
    ("Tromp-Taylor", "situational"): "comment 6",
    ("Chinese 2002", "positional"): "article 6",
}
"""By text and option: clauses that name an option which the preset does not use."""
