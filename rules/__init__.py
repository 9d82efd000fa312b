"""The rules of Go: boards, games and rulesets as values. Pure: no clock, no randomness, no input or output.

``Game.start(RULESETS["tromp-taylor"])`` begins a game; ``game.apply(Play(Color.BLACK, "D4"))`` returns the
next ``Game``, or an ``Illegal`` with the reason and the clause.

A point is a vertex such as "D4": columns from the left without I, rows from the bottom.

Comments and docstrings cite five of the texts by number (presets.py has the whole table, with clauses): 000
Nieminen, 001 Tromp-Taylor, 002 Makrai, 003 ARG, 004 Yaffe (Ultimate Go).
"""

from rules.actions import (
    Accept,
    Action,
    AgreeDead,
    AgreeDraw,
    ChallengeKo,
    Claim,
    Concede,
    Confirm,
    DeclareDraw,
    Delay,
    GiveStone,
    MarkDead,
    Pass,
    Penalise,
    Play,
    Resign,
    Resume,
    TakeButton,
    UltimateDelay,
)
from rules.board import Board
from rules.game import Game
from rules.illegal import Illegal, Reason
from rules.life import pass_alive
from rules.point import MAX_SIDE, Color, format_vertex, parse_vertex, sgf_to_vertex, vertex_to_sgf
from rules.replay import FirstIllegal, Replay, proceed, replay
from rules.ruleset import RULESETS, Ruleset
from rules.scoring import Outcome, Score, Tally
from rules.standing import Phase

__all__ = [
    "MAX_SIDE",
    "RULESETS",
    "Accept",
    "Action",
    "AgreeDead",
    "AgreeDraw",
    "Board",
    "ChallengeKo",
    "Claim",
    "Color",
    "Concede",
    "Confirm",
    "DeclareDraw",
    "Delay",
    "FirstIllegal",
    "Game",
    "GiveStone",
    "Illegal",
    "MarkDead",
    "Outcome",
    "Pass",
    "Penalise",
    "Phase",
    "Play",
    "Reason",
    "Replay",
    "Resign",
    "Resume",
    "Ruleset",
    "Score",
    "TakeButton",
    "Tally",
    "UltimateDelay",
    "format_vertex",
    "parse_vertex",
    "pass_alive",
    "proceed",
    "replay",
    "sgf_to_vertex",
    "vertex_to_sgf",
]
