"""Every kind of event of games and claims is known to whatever tells events apart.

Rows of games and claims are written from the folded state, whatever happened. They are not undone as edits of
a tournament are: a game has ``TurnsTakenBack`` and ``RecordWithdrawn``, a claim ``ClaimWithdrawn``.
"""

import pytest

from games.claims import claim
from games.game import events as g
from games.game import evolving as game
from games.log import projections, wire
from games.log.wire import Unknown
from games.story import describe
from tournaments.domain.declarations import NotApplicable
from tournaments.limits.story import UNDOING
from tournaments.tables import record_proofs
from tournaments.webhooks import news
from tournaments.webhooks.news import OF_CLAIMS

KINDS = {
    "game.": {cls for kind, cls in wire._classes.items() if kind.startswith("game.")},
    "claim.": {cls for kind, cls in wire._classes.items() if kind.startswith("claim.")},
}
TOLD_APART = [
    (game.evolve, KINDS["game."]),
    (claim.evolve, KINDS["claim."]),
    (describe, KINDS["game."] | KINDS["claim."]),
]


def handled(function):
    return set(function.registry) - {object}


@pytest.mark.parametrize(("function", "classes"), TOLD_APART, ids=["game", "claim", "sentence"])
def test_every_kind_is_handled_and_one_of_a_later_program_too(function, classes):
    assert handled(function) == classes | {Unknown}
    with pytest.raises(TypeError, match="str"):
        function("an event", None)


def test_every_kind_changes_what_is_proved_or_does_not_for_a_reason():
    assert handled(record_proofs.proof_after).isdisjoint(record_proofs.UNRELATED_EVENTS)
    assert handled(record_proofs.proof_after) | set(record_proofs.UNRELATED_EVENTS) == KINDS["game."]
    assert all(reason.strip() for reason in record_proofs.UNRELATED_EVENTS.values())


def test_what_puts_a_proof_aside_puts_aside_what_the_story_of_limits_had():
    aside = {
        cls
        for cls, handler in record_proofs.proof_after.registry.items()
        if handler is record_proofs.empty_proof
    }
    assert aside == set(UNDOING)


OPENED = g.GameOpened(
    game_id="g", context="t", ruleset="tromp-taylor", width=9, height=9, handicap=0, black="a", white="b"
)
ENDED = g.GameEnded(winner="b", by="resignation", margin=None, text="B+R")
TERMS = g.TermsChanged(ruleset="aga", handicap=0, black="a", white="b")


@pytest.mark.parametrize(
    "event",
    [
        TERMS,
        g.TurnsTakenBack(to_turn=1, reason="mistyped"),
        g.RecordWithdrawn(reason="of another game"),
        g.StonePlayed(color="b", at="D4"),
        g.GameWithdrawn(reason="unpaired"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_a_game_keeps_what_it_has_proved_just_where_the_rows_do(event):
    state = None
    for happened in (OPENED, g.StonePlayed(color="b", at="C3"), g.Resigned(color="w"), ENDED, event):
        state = game.fold(state, happened)
    assert (state.end == ENDED) == (type(event) in record_proofs.UNRELATED_EVENTS)


def test_rows_are_written_after_every_event_of_their_streams():
    prefixes = {prefix for prefix, _ in projections._batches}
    assert {"game-", "claim-", "tournament-"} <= prefixes


def test_whatever_happens_belongs_to_a_tournament_or_is_no_news_for_a_reason():
    ours = {kind for kind, cls in wire._classes.items() if not cls.__module__.startswith("tests.")}
    rooms = {kind.partition(".")[0] for kind in ours}
    assert rooms == {"tournament", "claim", *news.OTHER_STREAMS}


def test_every_kind_of_a_claim_is_news_or_is_not_for_a_reason():
    ours = {kind for kind in wire._classes if kind.startswith("claim.")}
    assert OF_CLAIMS.keys() == ours
    assert all(told.because.strip() for told in OF_CLAIMS.values() if isinstance(told, NotApplicable))
