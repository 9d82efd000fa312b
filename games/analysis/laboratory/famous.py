"""The famous cases, ready to be stepped through. Pure.

Each is given as the parts of an address (notation.py). The positions are those whose known answers the tests
contain, with their sources; diagrams that are missing from the sources were redrawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from games.analysis.laboratory.experiment import Experiment, parse_experiment

_MAKRAI_BOARD = "1ooooooox1/ooooooooxx/ooo1ooooxx/1ooooooxx1/oxooooxxox/xxo1oxxooo/1xoooxo1o1"
_BENT_FOUR = "oo1xo1/oxxxoo/1xooo1/xxo1oo/ooooo1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A famous case.

    ``said``: the parts of its address, all moves played; ``source``: the origin of the position.
    """

    name: str
    said: Mapping[str, str]
    source: str

    @property
    def experiment(self) -> Experiment:
        return _read(tuple(self.said.items()))


@cache
def _read(said: tuple[tuple[str, str], ...]) -> Experiment:
    """Parse the cases once, as every page of the laboratory lists all of them."""
    return parse_experiment(dict(said))


CASES = {
    case.name: case
    for case in (
        Case(
            name="ko",
            said={"board": "1xo1/xo1o/1xo1", "moves": "cbbb"},
            source="the smallest ko, drawn here",
        ),
        Case(
            name="snapback",
            said={"board": "1xxo/xooo/x1xo/xxoo", "to": "w", "moves": "bccc"},
            source="the smallest snapback, drawn here",
        ),
        Case(
            name="suicide-of-one",
            said={"board": "1o1/o2/3", "moves": "aa"},
            source="Tromp and Taylor, The Logical Rules, comment 7",
        ),
        Case(
            name="suicide-of-several",
            said={"board": "x1o/oo1/3", "moves": "ba"},
            source="Tromp and Taylor, The Logical Rules, comment 7",
        ),
        Case(
            name="triple-ko",
            said={"board": "1xo1/xo1o/1xo1/1xo1/x1xo/1xo1/1xo1/xo1o/1xo1", "moves": "cbbechbbcebhcb"},
            source="drawn here; the cycle is in KataGo's tests (github.com/lightvector/KataGo, cpp/tests)",
        ),
        Case(
            name="eternal-life",
            said={"board": "8/oooooo2/xxxxxo2/xoooxxoo/1o1x1ox1", "moves": "ceeedefeceeedefe"},
            source="KataGo's tests (github.com/lightvector/KataGo, cpp/tests, MIT-style licence)",
        ),
        Case(
            name="sending-two-returning-one",
            said={"board": "1xo1/xxoo/1o1o", "to": "w", "moves": "acccbc"},
            source="drawn here; the shape is in KataGo's tests (github.com/lightvector/KataGo, cpp/tests)",
        ),
        Case(
            name="pass-and-retake",
            said={"board": "5/5/5", "moves": "bacabccceadbecbbabPcbbb"},
            source="drawn here; the shape is in tenuki's tests (github.com/aprescott/tenuki, MIT licence)",
        ),
        Case(
            name="moonshine-life",
            said={"board": _MAKRAI_BOARD, "moves": "adjdhgaejeggad"},
            source="a board drawn for the example of Makrai 1.5, whose own diagram is lost",
        ),
        Case(
            name="moonshine-in-twenty-moves",
            said={
                "board": _MAKRAI_BOARD,
                "moves": "adPPMaehgjdadggjeKaeKhgKjdhgjdPaejeggPag",
                "under": "makrai",
            },
            source="the twenty moves of Makrai 1.5; its diagram is lost, the board was reconstructed",
        ),
        Case(
            name="moonshine-in-confirmation",
            said={
                "board": "1ooooox1/oo1oooxx/1ooooxx1/oxooxxox/xxoxxooo/1xoxo1o1",
                "moves": "acPPCaeQadffhcKacafPP",
                "dead": "A2",
                "under": "japanese",
            },
            source="Japanese rules 1989, article 7.2; drawn here",
        ),
        Case(
            name="bent-four",
            said={"board": _BENT_FOUR, "moves": "PP", "dead": "A2"},
            source="the standard shape, drawn here",
        ),
        Case(
            name="bent-four-played",
            said={"board": _BENT_FOUR, "to": "w", "moves": "accaabaabaaa"},
            source="the standard shape, drawn here",
        ),
        Case(
            name="bent-four-in-confirmation",
            said={
                "board": _BENT_FOUR,
                "moves": "PPWCadQaccaabaabaKaaacPP",
                "dead": "A2",
                "under": "japanese",
            },
            source="Japanese rules 1989, article 7.2; drawn here",
        ),
    )
}
