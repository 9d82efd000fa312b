"""The presets: the choice of each named ruleset on every axis; sources.py has the clause of each choice.

000 Nieminen, *My Go Rules Proposal* (numbered through all headings: its "rules 6-10" are those of play)

| clause | content | implemented in |
|---|---|---|
| 1 to 5 | board, connection, groups, liberties | grid.py, stones.py |
| 6, 7 | capture; no suicide; no board of one's previous turn | repetition.py `own_previous` |
| 8 to 10 | passes; turns; two passes stop | turns.py |
| 11 | resumption: the asker's opponent first | settling.py `asker_waits` |
| 12 | endless: no result (C: third time, accepted) | endings.py `no_result_on_claim` |
| 13, 15 | the players agree; dead strings become prisoners | settling.py |
| 14 | explicit capture, stricter repetition | capturing.py `capture_phase` |
| 13, 14 | a settled string that is captured or grows is open again (C) | capturing.py |
| 16 to 19 | empty points without way to an opposing stone, prisoners, komi | counting.py `territory` |

001 Tromp-Taylor, *The Logical Rules* (rules 1 to 10, comments 1 to 10)

| clause | content | implemented in |
|---|---|---|
| rules 1, 2, c. 1 | rectangle, two colours | board.py |
| rules 3, 4, 7, c. 3, 4, 7 | reaching, clearing the opponent's colour, then one's own | stones.py |
| rule 5 | alternate turns, Black first | game.py |
| rule 6, c. 6 | no move repeats an earlier grid coloring; a pass may | repetition.py |
| rule 8 | two consecutive passes end the game | turns.py |
| rules 9, 10, c. 9 | area score, a tie is possible | counting.py |
| c. 5 | handicap: n consecutive moves of Black | handicap.py |
| c. 8 | two passes, then points to empty by agreement; the fourth pass ends it | `tromp-taylor-agreement` |
| c. 10 | komi by agreement | the axis `komi` |

Where the text is silent: a player may resign at any time before the end, on either player's turn; a pass
during handicap moves gives up those that are left; after a third pass none can agree until the next two.

002 Makrai, *Makrai Rules of Go* 1.5

| clause | content | implemented in |
|---|---|---|
| the board, gameplay, capture | any rectangle; passing; suicide allowed | grid.py, stones.py |
| ko | no immediate recapture by a lone stone with one liberty | kos.py `basic_ko_with_locks` |
| finite stone supply | who exceeds it can only pass (C: all points below 100) | standing.py `stone_supply` |
| the end of the game | lost (I: resignation, agreed draw, final; C: claim) | endings.py `draw_on_claim` |
| ending procedure | two regular passes stop; capped continuations | settling.py `last_passer_waits` |
| modified ko | challenges, prepared recaptures, locks, the same ko | kos.py |
| life and death | dead if both think so, else alive | settling.py `disputed=alive` |
| the score | live stones and surrounded points | counting.py `makrai_area` |
| other options | lost | - |
| territory: score | surrounded points, prisoners, dead stones there | counting.py `makrai_territory` |
| territory: life and death | claims (I), the last sequence decides, limits | confirming.py `confirmation` |

003 ARG

| clause | content | implemented in |
|---|---|---|
| 1, 2 | any size; alternate turns | grid.py, game.py |
| 3, 4 | komi, handicap free, one stone is the first move | handicap.py |
| 5 | capture, no suicide | stones.py |
| 6 | situational superko, but for captures of more than one stone | repetition.py |
| 7 | a pass hands over a Grue | turns.py `token` |
| 8 | an illegal move is a pass and costs 3 (C: refused first) | turns.py `pass_and_fine` |
| 9, 10 | two passes, agreement, resumption, four passes | settling.py `two_stop_four_end` |
| 11 | territory less lost stones, Grue, fines | counting.py `territory_less_lost` |

004 Yaffe, *Ultimate Go*

| clause | content | implemented in |
|---|---|---|
| 0, 1 | endless stones, bowls, the board | standing.py |
| 2, 4, 5 | capture into the bowl, no suicide, new boards only | stones.py, repetition.py `positional` |
| 3, 6, 7 | delays; there is no pass | turns.py `delay` |
| 8 | who returns the ultimate prisoner second grants a draw right | turns.py, endings.py `draw_right` |
| 9 | move, draw or resign; without any of the first two the game ends (C: by the engine) | endings.py |

Mainstream rulesets follow their own federations' usage. C: Chinese and New Zealand leave komi out of handicap
games, French keeps the half; the Chinese and the Ing rules' own repetition clauses need a referee, so a plain
rule replaces each; four consecutive passes end a New Zealand or an Ing game, so that each of them ends.

Second editions differ from the first in these points:

| preset | content | implemented in |
|---|---|---|
| all with a stop | a play resumes a stopped game, further passes leave it stopped | settling.py, turns.py |
| japanese | an illegal move loses (article 14) | finding alone |
| japanese, korean | no territory where miai dame leave a connection to be made (9.2) | seki.py `teire` |
| chinese, aga, aga-territory, bga | an illegal move is taken back and is a pass | turns.py |
| korean | strings are judged locally, without passes for kos | confirming.py `local` |
| bga | natural situational superko beside the basic ko rule (interpretations 6.1, 6.2) | repetition.py |
| french | natural situational superko (chapter 7) | repetition.py |
| new-zealand | no board after any earlier move of the player, passes included | repetition.py `own_earlier` |
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from rules.axes import (
    Compensation,
    ConfirmationKo,
    Disputed,
    Endless,
    Handicap,
    IllegalMove,
    Passing,
    Repetition,
    Resumption,
    Scoring,
    Settling,
    Stopping,
    Suicide,
    Ties,
)
from rules.choices import HALF_BOARD, Choices

_TROMP_TAYLOR = Choices(
    repetition=Repetition.POSITIONAL,
    suicide=Suicide.ALLOWED,
    stopping=Stopping.TWO_PASSES,
    settling=Settling.AS_IT_STANDS,
)
_TROMP_TAYLOR_AGREEMENT = replace(
    _TROMP_TAYLOR,
    stopping=Stopping.TWO_STOP_FOUR_END,
    settling=Settling.AGREED_POINTS,
    disputed=Disputed.UNSETTLED,
)
_NIEMINEN = Choices(
    repetition=Repetition.OWN_PREVIOUS,
    suicide=Suicide.FORBIDDEN,
    stopping=Stopping.TWO_STOP,
    settling=Settling.CAPTURE_PHASE,
    resumption=Resumption.ASKER_WAITS,
    disputed=Disputed.UNSETTLED,
    endless=Endless.NO_RESULT_ON_CLAIM,
    scoring=Scoring.TERRITORY,
    komi=6.5,
)
_MAKRAI = Choices(
    repetition=Repetition.BASIC_KO_WITH_LOCKS,
    suicide=Suicide.ALLOWED,
    stone_supply=HALF_BOARD,
    stopping=Stopping.TWO_STOP,
    settling=Settling.AGREED_STRINGS,
    resumption=Resumption.LAST_PASSER_WAITS,
    continuations=10,
    modified_ko=True,
    endless=Endless.DRAW_ON_CLAIM,
    scoring=Scoring.MAKRAI_AREA,
    komi=7.5,
)
_MAKRAI_TERRITORY = replace(
    _MAKRAI,
    settling=Settling.CONFIRMATION,
    claims_per_player=5,
    sequences_per_claim=3,
    scoring=Scoring.MAKRAI_TERRITORY,
    komi=6.5,
)
_ARG = Choices(
    repetition=Repetition.SITUATIONAL_UNLESS_MULTI_CAPTURE,
    suicide=Suicide.FORBIDDEN,
    passing=Passing.TOKEN,
    token=0.5,
    stopping=Stopping.TWO_STOP_FOUR_END,
    settling=Settling.AGREED_STRINGS,
    resumption=Resumption.LAST_PASSER_WAITS,
    disputed=Disputed.UNSETTLED,
    scoring=Scoring.TERRITORY_LESS_LOST,
    illegal_move=IllegalMove.PASS_AND_FINE,
    fine=3.0,
    komi=6.5,
    handicap=Handicap.FREE,
    handicap_komi=0.5,
)
_ULTIMATE = Choices(
    repetition=Repetition.POSITIONAL,
    suicide=Suicide.FORBIDDEN,
    passing=Passing.DELAY,
    stopping=Stopping.NEVER,
    settling=Settling.AS_IT_STANDS,
    endless=Endless.DRAW_RIGHT,
    scoring=Scoring.NONE,
    handicap=Handicap.BOWL,
)
_JAPANESE = Choices(
    repetition=Repetition.SIMPLE_KO,
    suicide=Suicide.FORBIDDEN,
    stopping=Stopping.TWO_STOP,
    settling=Settling.CONFIRMATION,
    resumption=Resumption.ASKER_WAITS,
    confirmation_ko=ConfirmationKo.PASS_FOR_KO,
    disputed=Disputed.UNSETTLED,
    endless=Endless.NO_RESULT_ON_AGREEMENT,
    scoring=Scoring.TERRITORY_NO_SEKI,
    komi=6.5,
    handicap=Handicap.FIXED,
    handicap_komi=0.5,
)
_CHINESE = Choices(
    repetition=Repetition.SIMPLE_KO,
    suicide=Suicide.FORBIDDEN,
    stopping=Stopping.TWO_STOP,
    settling=Settling.AGREED_STRINGS,
    resumption=Resumption.LAST_PASSER_WAITS,
    disputed=Disputed.UNSETTLED,
    endless=Endless.NO_RESULT_ON_AGREEMENT,
    komi=7.5,
    handicap=Handicap.FREE,
    handicap_komi=0.0,
    handicap_compensation=Compensation.N,
)
_AGA = Choices(
    repetition=Repetition.SITUATIONAL,
    suicide=Suicide.FORBIDDEN,
    passing=Passing.TOKEN,
    token=1.0,
    white_passes_last=True,
    stopping=Stopping.TWO_STOP_FOUR_END,
    settling=Settling.AGREED_STRINGS,
    resumption=Resumption.LAST_PASSER_WAITS,
    disputed=Disputed.UNSETTLED,
    komi=7.5,
    handicap=Handicap.FREE,
    handicap_komi=0.5,
    handicap_compensation=Compensation.N_MINUS_ONE,
)
_AGA_TERRITORY = replace(_AGA, scoring=Scoring.TERRITORY, handicap_compensation=Compensation.NONE)
_BGA = replace(_AGA, repetition=Repetition.NATURAL_SITUATIONAL)
_NEW_ZEALAND = Choices(
    repetition=Repetition.SITUATIONAL,
    suicide=Suicide.ALLOWED,
    stopping=Stopping.TWO_STOP_FOUR_END,
    settling=Settling.AGREED_STRINGS,
    resumption=Resumption.LAST_PASSER_WAITS,
    disputed=Disputed.UNSETTLED,
    komi=7.0,
    handicap_komi=0.0,
)
_ING = Choices(
    repetition=Repetition.POSITIONAL,
    suicide=Suicide.ALLOWED,
    stopping=Stopping.TWO_STOP_FOUR_END,
    settling=Settling.AGREED_STRINGS,
    resumption=Resumption.LAST_PASSER_WAITS,
    disputed=Disputed.UNSETTLED,
    komi=8.0,
    handicap=Handicap.FREE,
    handicap_komi=0.0,
    handicap_compensation=Compensation.N,
    ties=Ties.BLACK,
)


def _until_play(choices: Choices) -> Choices:
    """Return the choices with a stopped game that a play resumes and that further passes leave stopped."""
    four_end = choices.stopping is Stopping.TWO_STOP_FOUR_END
    stopping = Stopping.TWO_STOP_UNTIL_PLAY_FOUR_END if four_end else Stopping.TWO_STOP_UNTIL_PLAY
    return replace(choices, stopping=stopping)


_TERRITORY_2 = replace(_until_play(_JAPANESE), scoring=Scoring.TERRITORY_AFTER_TEIRE)
_JAPANESE_2 = replace(_TERRITORY_2, illegal_move=IllegalMove.LOSS)
_KOREAN_2 = replace(_TERRITORY_2, confirmation_ko=ConfirmationKo.LOCAL)
_AGA_2 = replace(_until_play(_AGA), illegal_move=IllegalMove.PASS)
_FRENCH_2 = replace(_until_play(_AGA), repetition=Repetition.NATURAL_SITUATIONAL)
_FIRST: Mapping[str, Choices] = MappingProxyType(
    {
        "tromp-taylor": _TROMP_TAYLOR,
        "tromp-taylor-agreement": _TROMP_TAYLOR_AGREEMENT,
        "nieminen": _NIEMINEN,
        "makrai": _MAKRAI,
        "makrai-territory": _MAKRAI_TERRITORY,
        "arg": _ARG,
        "ultimate": _ULTIMATE,
        "japanese": _JAPANESE,
        "korean": _JAPANESE,
        "chinese": _CHINESE,
        "aga": _AGA,
        "aga-territory": _AGA_TERRITORY,
        "bga": _BGA,
        "french": _AGA,
        "new-zealand": _NEW_ZEALAND,
        "ing": _ING,
    }
)
_SECOND: Mapping[str, Choices] = MappingProxyType(
    {
        "nieminen": _until_play(_NIEMINEN),
        "makrai": _until_play(_MAKRAI),
        "makrai-territory": _until_play(_MAKRAI_TERRITORY),
        "arg": _until_play(_ARG),
        "japanese": _JAPANESE_2,
        "korean": _KOREAN_2,
        "chinese": replace(_until_play(_CHINESE), illegal_move=IllegalMove.PASS),
        "aga": _AGA_2,
        "aga-territory": replace(_AGA_2, scoring=Scoring.TERRITORY, handicap_compensation=Compensation.NONE),
        "bga": replace(_AGA_2, repetition=Repetition.NATURAL_SITUATIONAL_AND_KO),
        "french": _FRENCH_2,
        "new-zealand": replace(_until_play(_NEW_ZEALAND), repetition=Repetition.OWN_EARLIER),
        "ing": _until_play(_ING),
    }
)

EDITIONS: Mapping[str, tuple[Choices, ...]] = MappingProxyType(
    {name: (first, _SECOND[name]) if name in _SECOND else (first,) for name, first in _FIRST.items()}
)
"""The choices of every preset by its name, in each of its editions.

A published edition never changes, as logs name it: ``japanese`` is the first, ``japanese@2`` the second.
"""
PRESETS: Mapping[str, Choices] = MappingProxyType({name: each[-1] for name, each in EDITIONS.items()})
"""The choices of every preset in its latest edition."""
