"""Where each choice of each preset stands in its text: clause and mark. The table that presets.py speaks of.

Marks: T the text says so; I inferred from the author's stated aims; C our choice where the text is silent.
A preset that is not here, or an axis that was set otherwise, has no source: it speaks for itself.
"""

from collections.abc import Mapping

Source = tuple[str, str]
"""Clause and mark."""

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
    "repetition": ("playing 2", "T"),
    "suicide": ("playing 2", "T"),
    "passing": ("playing 3", "T"),
    "stopping": ("playing 5", "T"),
    "settling": ("dead stone removal 2", "T"),
    "resumption": ("playing 6", "T"),
    "disputed": ("dead stone removal 1 and 3", "T"),
    "endless": ("playing 7; third occurrence and acceptance", "C"),
    "scoring": ("scoring 1 and 2", "T"),
    "komi": ("scoring 3", "T"),
    "ties": ("scoring 4", "I"),
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
    "komi": ("rule 3", "T"),
    "handicap_komi": ("rule 3", "T"),
    "handicap": ("rule 4", "T"),
    "handicap_compensation": ("rule 12", "T"),
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
    "aga": ("AGA", _AGA),
    "aga-territory": ("AGA", _AGA),
}
"""By preset: the text's name, and the source of its choice on each axis."""

REASONS: Mapping[str, Mapping[str, str]] = {
    "Tromp-Taylor": {"occupied": "rule 7", "off_board": "rule 1", "not_your_turn": "rule 5"},
    "Nieminen": {
        "occupied": "playing 1",
        "off_board": "the board 1",
        "not_your_turn": "playing 4",
        "pass_not_allowed": "dead stone removal 2",
        "superko": "dead stone removal 2",
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
    "Japanese 1989": {"occupied": "article 3", "off_board": "article 3", "not_your_turn": "article 2"},
}
"""By text: the clauses behind refusals that follow from no axis."""

OTHER_OPTIONS: Mapping[tuple[str, str], str] = {("Tromp-Taylor", "situational"): "comment 6"}
"""By text and option: clauses that name an option which the preset did not take."""
