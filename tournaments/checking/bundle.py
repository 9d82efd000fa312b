"""All checks of a bundle, in order."""

from pathlib import Path

from tournaments.checking.claims import check_claims, check_rests
from tournaments.checking.games import check_games
from tournaments.checking.places import Words
from tournaments.checking.published import check_published
from tournaments.checking.reading import names_of, read_bundle
from tournaments.checking.report import MALFORMED, Place, Report
from tournaments.checking.walking import walk


def check(path: Path) -> Report:
    """Compute again what a bundle states, from its events alone."""
    report = Report()
    whole = Place(title="The bundle")
    try:
        bundle = read_bundle(path)
        words = Words(names=names_of(bundle))
    except MALFORMED as error:
        report.fault(whole, f"It cannot be read ({error!r}).")
        return report
    done = walk(bundle, words, report)
    check_games(bundle, done, report)
    with report.reading(whole):
        check_rests(bundle, done, report)
    check_claims(bundle, done, report)
    with report.reading(whole):
        check_published(bundle, done.state, words, report)
    if not done.state.id:
        report.fault(whole, "No event creates its tournament.")
    paired = sum(bool(round_.pairs) for round_ in done.state.rounds.values())
    if paired < done.state.settings.rounds:
        rounds = done.state.settings.rounds
        report.notes.append(f"The tournament has {rounds} rounds; the bundle has pairings of {paired}.")
    return report
