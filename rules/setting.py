"""The constants of a phase of a game: the ruleset, looked up once, and its grid."""

from dataclasses import dataclass
from functools import lru_cache

from rules import handicap as handicaps
from rules.axes import ConfirmationKo, Repetition, Settling, Stopping, Suicide
from rules.clauses import clause
from rules.grid import Grid, Spot, grid_for
from rules.illegal import Illegal, Reason
from rules.kos import BasicKoWithLocks, PassForKo
from rules.repetition import (
    NaturalSituational,
    NaturalSituationalAndKo,
    NoRule,
    OwnEver,
    OwnPrevious,
    Positional,
    Rule,
    SimpleKo,
    Situational,
    SituationalUnlessMultiCapture,
)
from rules.ruleset import Ruleset
from rules.standing import Phase

NEVER = 10**9
_STOPS_AT = {
    Stopping.TWO_STOP: 2,
    Stopping.TWO_STOP_FOUR_END: 2,
    Stopping.TWO_STOP_UNTIL_PLAY: 2,
    Stopping.TWO_STOP_UNTIL_PLAY_FOUR_END: 2,
}
_ENDS_AT = {
    Stopping.TWO_PASSES: 2,
    Stopping.TWO_STOP_FOUR_END: 4,
    Stopping.TWO_STOP_UNTIL_PLAY_FOUR_END: 4,
}
_UNTIL_PLAY = {Stopping.TWO_STOP_UNTIL_PLAY, Stopping.TWO_STOP_UNTIL_PLAY_FOUR_END}
_SMALLEST_SUICIDE = {Suicide.ALLOWED: 1, Suicide.MULTI_STONE: 2, Suicide.FORBIDDEN: NEVER}
_RULES: dict[Repetition, Rule] = {
    Repetition.NONE: NoRule(),
    Repetition.SIMPLE_KO: SimpleKo(),
    Repetition.OWN_PREVIOUS: OwnPrevious(),
    Repetition.POSITIONAL: Positional(),
    Repetition.SITUATIONAL: Situational(),
    Repetition.NATURAL_SITUATIONAL: NaturalSituational(),
    Repetition.NATURAL_SITUATIONAL_AND_KO: NaturalSituationalAndKo(),
    Repetition.OWN_EARLIER: OwnEver(),
    Repetition.SITUATIONAL_UNLESS_MULTI_CAPTURE: SituationalUnlessMultiCapture(),
    Repetition.BASIC_KO_WITH_LOCKS: BasicKoWithLocks(),
}
_OWN_EVER, _PASS_FOR_KO = OwnEver(), PassForKo()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Setting:
    """A ruleset on a grid in a phase, with the values that the game needs at every turn.

    ``supply``: the largest allowed prisoner difference; ``stops_at`` and ``ends_at``: consecutive passes;
    ``open_stop``: a play continues a stopped game; ``until_play``: further passes leave it stopped;
    ``handicap_moves``: those of Black; ``bowls``: stones in them at the start.
    """

    ruleset: Ruleset
    handicap: int
    grid: Grid
    spots: dict[str, Spot]
    full: int
    stride: int
    rule: Rule
    smallest_suicide: int
    supply: int | None
    stops_at: int
    ends_at: int
    open_stop: bool
    until_play: bool
    komi: float
    compensation: float
    handicap_moves: int
    bowls: tuple[int, int]
    refusals: dict[Reason, Illegal]
    """The refusal for every reason that needs no further details."""

    def during(self, phase: Phase) -> "Setting":
        """Return the setting in another phase.

        Capture and confirmation have repetition rules of their own.
        """
        return setting_for(self.ruleset, self.grid.width, self.grid.height, self.handicap, phase)


@lru_cache(maxsize=64)
def setting_for(
    ruleset: Ruleset, width: int, height: int, handicap: int = 0, phase: Phase = Phase.PLAY
) -> Setting:
    """Return the setting of that ruleset, size and handicap; ValueError if no such game can exist."""
    grid = grid_for(width, height)
    return Setting(
        ruleset=ruleset,
        handicap=handicap,
        grid=grid,
        spots=grid.spots,
        full=grid.full,
        stride=grid.stride,
        rule=_rule(ruleset, phase),
        smallest_suicide=_SMALLEST_SUICIDE[ruleset.suicide],
        supply=ruleset.supply(width * height),
        stops_at=_STOPS_AT.get(ruleset.stopping, NEVER),
        ends_at=_ENDS_AT.get(ruleset.stopping, NEVER),
        open_stop=ruleset.stopping in {Stopping.TWO_STOP_FOUR_END, *_UNTIL_PLAY},
        until_play=ruleset.stopping in _UNTIL_PLAY,
        komi=handicaps.komi(ruleset, handicap),
        compensation=handicaps.compensation(ruleset, handicap),
        handicap_moves=handicaps.moves(ruleset, handicap, width * height),
        bowls=handicaps.bowls(ruleset, handicap),
        refusals={reason: Illegal(reason, clause(ruleset, reason)) for reason in Reason},
    )


def _rule(ruleset: Ruleset, phase: Phase) -> Rule:
    if phase is Phase.CAPTURE and ruleset.settling is Settling.CAPTURE_PHASE:
        return _OWN_EVER
    if phase is Phase.CONFIRMATION and ruleset.confirmation_ko is ConfirmationKo.PASS_FOR_KO:
        return _PASS_FOR_KO
    return _RULES[ruleset.repetition]
