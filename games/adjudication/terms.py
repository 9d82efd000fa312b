"""Findings on handicap and komi as paired and as played, and on claims that only people can judge. Pure."""

from collections.abc import Sequence

from games.adjudication.finding import Case, Finding, Missing, proved, refuted, undecidable
from games.adjudication.kinds import Statement
from games.adjudication.second_record import conditional
from games.game.events import RecordReceived
from games.marking import marked
from games.sgf import Record
from rules import Game


def handicap_differs(claim: Statement, case: Case) -> Finding:
    """Judge a claim that the handicap differed from the pairing; one stone counts as none."""
    records = (case.second, _own_record(case))
    played = [None if one is None or one.handicap is None else _stones(one.handicap) for one in records]
    return _differs(_stones(claim.count or 0), marked("handicap"), _stones(case.handicap), played, case)


def _stones(handicap: float) -> float:
    return float(handicap) if handicap >= 2 else 0.0


def _own_record(case: Case) -> RecordReceived | Record | None:
    """Return the terms that the game's own record names, by the log or, for older events, by its file."""
    stored = case.state.record
    return stored if stored and stored.assumed is not None else case.received


def komi_differs(claim: Statement, case: Case) -> Finding:
    """Judge a claim that the komi differed from the pairing."""
    played = [record.komi if record else None for record in (case.second, _own_record(case))]
    return _differs(claim.count or 0.0, marked("komi"), case.komi, played, case)


def _differs(claimed: float, what: str, paired: float, told: Sequence[float | None], case: Case) -> Finding:
    """Compare the values; ``told``: those of the record that came with the claim and of the one on file."""
    position, (brought, filed) = case.state.game, told
    if None not in told and brought != filed:
        says = marked(
            "The record that came with the claim says %(what)s %(brought)s, the one on file %(filed)s.",
            what=what,
            brought=f"{brought:g}",
            filed=f"{filed:g}",
        )
        return undecidable(says, Missing.PERSON, position=position)
    played = filed if brought is None else brought
    if played is None:
        says = marked(
            "The pairing says %(what)s %(paired)s; no record says what was played.",
            what=what,
            paired=f"{paired:g}",
        )
        return undecidable(says, Missing.RECORD, Missing.PERSON, position=position)
    if filed is None:
        whose = marked("the record that came with the claim")
        return conditional(_compare_value(claimed, what, paired, played, whose, position), case)
    return _compare_value(claimed, what, paired, played, marked("the record on file"), position)


def _compare_value(
    claimed: float, what: str, paired: float, played: float, whose: str, position: Game
) -> Finding:
    """Compare the value of the pairing with the one played, as stated by the record of ``whose``."""
    if played == paired:
        return refuted(
            marked("Pairing and record both say %(what)s %(paired)s.", what=what, paired=f"{paired:g}"),
            position=position,
        )
    says = marked(
        "The pairing says %(what)s %(paired)s, %(whose)s %(played)s",
        what=what,
        paired=f"{paired:g}",
        whose=whose,
        played=f"{played:g}",
    )
    if played != claimed:
        return refuted(
            marked("%(says)s; neither says %(claimed)s.", says=says, claimed=f"{claimed:g}"),
            position=position,
        )
    return proved(
        marked("%(says)s; the game is judged with %(paired)s.", says=says, paired=f"{paired:g}"),
        position=position,
    )


def finding_for_people(claim: Statement, case: Case) -> Finding:
    """Return the finding on clocks and conduct, which a replay cannot decide."""
    return undecidable(
        marked("A record of the moves cannot show this."), Missing.PERSON, position=case.state.game
    )
