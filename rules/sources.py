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
from types import MappingProxyType
from typing import NamedTuple

from rules.axes import gettext_noop


class Detail(NamedTuple):
    """A detail of a choice that has a mark of its own, in words."""

    says: str
    mark: str


class Source(NamedTuple):
    """The place of a choice in a text, with its mark, and the details that have another mark."""

    place: str
    mark: str
    details: Mapping[str, Detail] = MappingProxyType({})


_TROMP_TAYLOR: dict[str, Source] = {
    "repetition": Source("rule 6", "T"),
    "suicide": Source("rule 7, comment 7", "T"),
    "passing": Source("rule 6", "T"),
    "stopping": Source("rule 8", "T"),
    "settling": Source("rule 8", "T"),
    "scoring": Source("rule 9", "T"),
    "komi": Source("comment 10", "T"),
    "handicap": Source("comment 5", "T"),
    "ties": Source("rule 10", "T"),
}
_NIEMINEN: dict[str, Source] = {
    "repetition": Source("rule 7", "T"),
    "suicide": Source("rule 7", "T"),
    "passing": Source("rule 8", "T"),
    "stopping": Source("rule 10", "T"),
    "settling": Source("rule 14", "T"),
    "resumption": Source("rule 11", "T"),
    "disputed": Source("rules 13 and 15", "T"),
    "endless": Source(
        "rule 12", "T", {"claim": Detail(gettext_noop("third occurrence and acceptance"), "C")}
    ),
    "scoring": Source("rules 16 and 17", "T"),
    "komi": Source("rule 18", "T"),
    "ties": Source("rule 19", "I"),
}
_MAKRAI: dict[str, Source] = {
    "repetition": Source("Ko; Modified ko rules on request", "T"),
    "suicide": Source("Capture", "T"),
    "passing": Source("Gameplay", "T"),
    "stone_supply": Source(
        "Finite stone supply", "T", {"small_board": Detail(gettext_noop("what a small board is"), "C")}
    ),
    "stopping": Source("Ending procedure", "T"),
    "settling": Source("Life and death", "T"),
    "resumption": Source("Ending procedure", "T"),
    "continuations": Source("Ending procedure", "T", {"number": Detail(gettext_noop("the number"), "C")}),
    "modified_ko": Source("Modified ko rules on request", "T"),
    "disputed": Source("Life and death", "T"),
    "confirmation_ko": Source("Territory scoring mode", "I"),
    "claims_per_player": Source(
        "Territory scoring mode", "T", {"number": Detail(gettext_noop("the number"), "C")}
    ),
    "sequences_per_claim": Source(
        "Territory scoring mode", "T", {"number": Detail(gettext_noop("the number"), "C")}
    ),
    "endless": Source(
        "The end of the game (its list is lost)",
        "I",
        {"claim": Detail(gettext_noop("third occurrence"), "C")},
    ),
    "scoring": Source("The score", "T"),
    "komi": Source("the text sets none", "C"),
}
_MAKRAI_TERRITORY: dict[str, Source] = {
    **_MAKRAI,
    "settling": Source(
        "Territory scoring mode",
        "T",
        {"claims": Detail(gettext_noop("the list of claims, which is lost"), "I")},
    ),
}
_ARG: dict[str, Source] = {
    "repetition": Source("rule 6", "T"),
    "suicide": Source("rule 5", "T"),
    "passing": Source("rule 7", "T"),
    "token": Source("rule 7", "T"),
    "stopping": Source("rules 9 and 10", "T"),
    "settling": Source("rule 9", "T"),
    "resumption": Source("rule 10", "T"),
    "disputed": Source("rules 9 and 10", "T"),
    "scoring": Source("rule 11", "T"),
    "illegal_move": Source(
        "rule 8",
        "T",
        {"refusal": Detail(gettext_noop("where software checks the moves, an illegal move is refused"), "C")},
    ),
    "fine": Source("rule 8", "T"),
    "komi": Source("rule 3", "T"),
    "handicap_komi": Source("rule 3", "T"),
    "handicap": Source("rule 4", "T"),
}
_ULTIMATE: dict[str, Source] = {
    "repetition": Source("rule 5", "T"),
    "suicide": Source("rule 5", "T"),
    "passing": Source("rules 6 and 7", "T"),
    "stopping": Source("rule 9", "T"),
    "endless": Source("rule 8", "T"),
    "scoring": Source("rule 9", "T"),
    "komi": Source("stones in a bowl, half points dropped", "C"),
    "handicap": Source("stones in a bowl", "I"),
}
_BY_SHAPE = {
    "shape": Detail(gettext_noop("what is seki while dame or connections are left open: told by shape"), "I")
}
_JAPANESE: dict[str, Source] = {
    "repetition": Source("article 6", "T"),
    "suicide": Source("article 4", "T"),
    "stopping": Source("article 9.1", "T"),
    "settling": Source("article 7.1", "T"),
    "resumption": Source("article 9.3", "T"),
    "confirmation_ko": Source("article 7.2", "T"),
    "disputed": Source("article 9.2", "I"),
    "endless": Source("article 12", "T"),
    "scoring": Source("articles 8 and 10", "T", _BY_SHAPE),
    "illegal_move": Source("article 14", "T"),
    "ties": Source("article 10.2", "T"),
}
_AGA: dict[str, Source] = {
    "repetition": Source("rule 6", "T"),
    "suicide": Source("rule 5", "T"),
    "passing": Source("rule 7", "T"),
    "token": Source("rule 7", "T"),
    "white_passes_last": Source("rule 11", "T"),
    "stopping": Source("rules 9 and 10", "T"),
    "settling": Source("rule 9", "T"),
    "resumption": Source("rule 10", "T"),
    "disputed": Source("rules 9 and 10", "T"),
    "scoring": Source("rule 12", "T"),
    "illegal_move": Source("rule 8", "T"),
    "komi": Source("rule 3", "T"),
    "handicap_komi": Source("rule 3", "T"),
    "handicap": Source("rule 4", "T"),
    "handicap_compensation": Source("rule 12", "T"),
}
_BGA: dict[str, Source] = {
    **_AGA,
    "repetition": Source(
        "rule 6, interpretations 6.1 and 6.2",
        "T",
        {"ko": Detail(gettext_noop("the basic ko beside superko"), "I")},
    ),
    "white_passes_last": Source("rule 11, after the agreement or the fourth pass", "T"),
    "illegal_move": Source("rule 8, interpretation 8.1", "T"),
}
_CHINESE: dict[str, Source] = {
    "repetition": Source(
        "article 20.1",
        "T",
        {
            "whole_board": Detail(
                gettext_noop("article 6 forbids in principle to repeat a whole board"), "T"
            ),
            "referee": Detail(
                gettext_noop("only a single ko is refused: a referee applies articles 6 and 20"),
                "C",
            ),
        },
    ),
    "suicide": Source("article 5", "T"),
    "passing": Source("article 2.5", "T"),
    "stopping": Source("article 7", "T"),
    "settling": Source("article 8", "T"),
    "resumption": Source("article 8", "I"),
    "disputed": Source("article 8", "I"),
    "endless": Source(
        "article 20.3",
        "T",
        {
            "supplement": Detail(
                gettext_noop(
                    "forbidden in principle; a competition may provide for no result, a draw or another game"
                ),
                "T",
            ),
            "chosen": Detail(gettext_noop("no result, of what a competition may provide for"), "C"),
            "agreement": Detail(gettext_noop("on agreement"), "C"),
        },
    ),
    "scoring": Source("article 9", "T"),
    "illegal_move": Source("chapter III, on violations", "I"),
}
_KOREAN: dict[str, Source] = {
    "repetition": Source("the passage on ko", "T"),
    "settling": Source("the passage on life and death", "I"),
    "confirmation_ko": Source("the passage on life and death: judged locally", "I"),
    "endless": Source(
        "the passage on draws by repetition", "I", {"agreement": Detail(gettext_noop("on agreement"), "C")}
    ),
    "suicide": Source("article 5", "T"),
    "scoring": Source("article 1", "T", _BY_SHAPE),
}
_NEW_ZEALAND: dict[str, Source] = {
    "repetition": Source("paragraph 7", "T"),
    "suicide": Source("paragraph 6", "T"),
    "passing": Source("paragraph 7", "T"),
    "stopping": Source(
        "paragraph 9", "T", {"four_end": Detail(gettext_noop("the end after four passes"), "C")}
    ),
    "settling": Source("paragraph 9", "T"),
    "resumption": Source("paragraph 9", "T", {"first": Detail(gettext_noop("who moves first"), "C")}),
    "disputed": Source("paragraph 9", "T"),
    "scoring": Source("paragraph 5", "T"),
    "komi": Source("paragraph 10", "T"),
    "handicap_komi": Source("paragraph 11", "T"),
    "handicap": Source("paragraph 11", "T"),
}
_ING: dict[str, Source] = {
    "repetition": Source(
        "rule 3", "T", {"longer": Detail(gettext_noop("positional superko for cycles of several moves"), "C")}
    ),
    "suicide": Source("rule 3", "T"),
    "passing": Source("rule 2", "T"),
    "scoring": Source("chapter 1, article 1: stones and spaces are points", "T"),
}
_FRENCH: dict[str, Source] = {
    "repetition": Source("chapter 7", "T"),
    "suicide": Source("the page Les règles du go, section 5", "T"),
    "passing": Source("chapter 10", "T"),
    "token": Source("chapter 10", "T"),
    "white_passes_last": Source(
        "chapter 10", "T", {"black_last": Detail(gettext_noop("where Black played last"), "I")}
    ),
    "scoring": Source("chapter 10", "T"),
    "komi": Source("chapter 10", "T"),
    "handicap_komi": Source("chapter 10", "T"),
    "handicap_compensation": Source("chapter 10", "T"),
}
_AGREEMENT: dict[str, Source] = {
    "stopping": Source("comment 8", "T"),
    "settling": Source("comment 8", "T"),
    "disputed": Source("comment 8", "T"),
}

TEXTS: Mapping[str, tuple[str, Mapping[str, Source]]] = {
    "tromp-taylor": ("Tromp-Taylor", _TROMP_TAYLOR),
    "tromp-taylor-agreement": ("Tromp-Taylor", {**_TROMP_TAYLOR, **_AGREEMENT}),
    "nieminen": ("Nieminen", _NIEMINEN),
    "makrai": ("Makrai 1.5", _MAKRAI),
    "makrai-territory": ("Makrai 1.5", _MAKRAI_TERRITORY),
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

_CORRECTED = {
    "longer": Detail(gettext_noop("boards that the player did not leave, which the text does not bar"), "C")
}
CORRECTED: Mapping[tuple[str, str], Source] = {
    ("french", "repetition"): Source("chapter 7", "T", _CORRECTED),
    ("new-zealand", "repetition"): Source("paragraph 7", "T", _CORRECTED),
    ("korean", "confirmation_ko"): Source("", "C"),
    ("japanese", "scoring"): Source("", "C"),
    ("korean", "scoring"): Source("", "C"),
}
"""By preset and axis: the source of a choice in the first edition that the second one corrected."""

NO_CLAUSE: Mapping[str, str] = {
    "repetition": gettext_noop("the rule shared by most rulesets is used"),
    "suicide": gettext_noop("most texts forbid it"),
    "passing": gettext_noop("the text sets no price for a pass"),
    "token": gettext_noop("there are no pass stones that could count"),
    "white_passes_last": gettext_noop("a pass has no price, so it does not matter who passes last"),
    "button": gettext_noop("the text has no button"),
    "stone_supply": gettext_noop("the text sets no limit"),
    "stopping": gettext_noop("two passes stop a game in nearly every text"),
    "settling": gettext_noop("the players agree on dead stones in nearly every text"),
    "resumption": gettext_noop("the turn stays with the player who has it"),
    "continuations": gettext_noop("the text sets no limit"),
    "modified_ko": gettext_noop("the text has no modified ko"),
    "disputed": gettext_noop("nothing is counted against the word of one player"),
    "confirmation_ko": gettext_noop("in the text, no play is undone"),
    "claims_per_player": gettext_noop("the text sets no limit"),
    "sequences_per_claim": gettext_noop("the text sets no limit"),
    "endless": gettext_noop(
        "the repetition rule leaves no endless cycle, or nobody can claim anything for one"
    ),
    "scoring": gettext_noop("the usual way to count was taken"),
    "illegal_move": gettext_noop(
        "the text sets no cost, so the move is refused; on a real board a referee decides"
    ),
    "fine": gettext_noop("the text sets no fine"),
    "komi": gettext_noop("the usual komi was taken; a tournament sets its own"),
    "handicap": gettext_noop("the usual form was taken"),
    "handicap_komi": gettext_noop("the usual komi was taken; a tournament sets its own"),
    "handicap_compensation": gettext_noop("the text sets none"),
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
    "Korean 2016": {"off_board": "article 2.1", "not_your_turn": "article 3.2"},
    "New Zealand": {
        "occupied": "paragraph 6",
        "off_board": "paragraph 1",
        "not_your_turn": "paragraph 8",
    },
    "Japanese 1989": {"occupied": "article 3", "off_board": "article 3", "not_your_turn": "article 2"},
}
"""By text: the clauses of refusals that depend on no axis.

Korean article 3.2 has stones placed on an intersection in turn, and does not say that it is empty.
"""

OTHER_OPTIONS: Mapping[tuple[str, str], str] = {
    ("Tromp-Taylor", "situational"): "comment 6",
    ("Chinese 2002", "positional"): "article 6",
}
"""By text and option: clauses that name an option which the preset does not use."""
