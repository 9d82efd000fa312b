"""Check the statements of a bundle: compute its games, pairings, claims and standings again. Pure.

``check`` reads the file of a bundle and computes its statements with the rules and the mathematics of this
program. ``deploy/verifier/check_bundle.py`` checks that the bytes are those that were signed.
"""

from pathlib import Path

from tournaments.checking.claims import check_claims, check_references
from tournaments.checking.games import check_games
from tournaments.checking.publications import check_publications
from tournaments.checking.reading import names_of, read_bundle
from tournaments.checking.replaying import replay_tournament
from tournaments.checking.report import MALFORMED, Place, Report, Words

__all__ = ["check"]


def check(path: Path) -> Report:
    """Compute every statement of a bundle again from its events alone; return the report."""
    report = Report()
    whole = Place(title="The bundle")
    try:
        bundle = read_bundle(path)
        words = Words(names=names_of(bundle))
    except MALFORMED as error:
        report.fault(whole, f"It cannot be read ({error!r}).")
        return report
    replay = replay_tournament(bundle, words, report)
    check_games(bundle, replay, report)
    with report.reading(whole):
        check_references(bundle, replay, report)
    check_claims(bundle, replay, report)
    with report.reading(whole):
        check_publications(bundle, replay.state, words, report)
    if not replay.state.id:
        report.fault(whole, "No event creates its tournament.")
    paired = sum(bool(round_.pairs) for round_ in replay.state.rounds.values())
    if paired < replay.state.settings.rounds:
        rounds = replay.state.settings.rounds
        report.notes.append(f"The tournament has {rounds} rounds; the bundle has pairings of {paired}.")
    return report
