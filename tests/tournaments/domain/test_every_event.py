"""Every kind of event is handled by rows, sentences, game stories, undo and news.

Rows, sentences, the story of one game, taking back and news: each handles the event, or its class declares
why there is nothing to do. A new kind of event fails here until it has an example and is known.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import repeat

import pytest

from games.log import wire
from games.log.wire import Unknown
from tests.tournaments import build
from tests.tournaments.build import (
    appealed,
    closed,
    entered,
    game,
    lifted,
    paired,
    reopened,
    revoked,
    ruled,
    said,
    won,
)
from tests.tournaments.teams.build import EVEN, entering, forming, recording
from tournaments.competition.history import MeetingKind, MeetingOf
from tournaments.competition.settings import Settings, TeamSettings
from tournaments.competition.standings import standings
from tournaments.domain.base import (
    AppliedEvent,
    Event,
    StoryContext,
    UndoContext,
    fold,
    sentence_for,
    undo_plan,
)
from tournaments.domain.byes import GiveBye, RequestBye, TakeBackBye
from tournaments.domain.clubs import RemoveClubGroup, SetClubGroup
from tournaments.domain.declarations import News, NotApplicable, declaration_of
from tournaments.domain.draw_secrets import with_commitments
from tournaments.domain.entries import ChangeEntry, PlayerEntered, RemoveEntry, ReplacePlayer
from tournaments.domain.game_dates import SetGameDate
from tournaments.domain.limits import ChangeLimits, LimitsChanged
from tournaments.domain.line_ups import SetLineUp
from tournaments.domain.meetings import RemoveMeetingGroup, SetMeetingGroup
from tournaments.domain.pairing_proof import RecordProof
from tournaments.domain.pairs import MakePair, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.presence import CheckIn, ReinstateEntry, SetPresence, WithdrawEntry
from tournaments.domain.results import ClearResult
from tournaments.domain.round_stages import PublishRound, UnpublishRound
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.seeds import SetSeeds
from tournaments.domain.settings import ChangeSettings
from tournaments.domain.tables import MoveTable, PinPair, PinPlayer, RenumberTables
from tournaments.domain.teams import ChangeTeam, DisbandTeam
from tournaments.domain.tournament import (
    Archive,
    ChangeDetails,
    DeleteTournament,
    Publish,
    Restore,
    TournamentCreated,
    Unpublish,
)
from tournaments.reading.bodies import cells
from tournaments.reading.visibility import PRIVATE, limit_to_rounds, publication_in
from tournaments.state.limits import Limits
from tournaments.state.tournament import Details, Tournament
from tournaments.story.of_game import game_lines
from tournaments.tables.projections import _round_row, pairing_row, rows_of_event
from tournaments.teams.standings import board_results, team_standings

CLASSES = {kind: cls for kind, cls in wire._classes.items() if kind.startswith("tournament.")}

CREATE = build.create(round_down=False)
AB, CD = game(1, "ab"), game(1, "cd")
THREE, FOUR = [CREATE, *entered("abc")], [CREATE, *entered("abcd")]
PAIRED = [*FOUR, paired(1, "ab", "cd")]
SHOWN = [*PAIRED, PublishRound(round=1)]
ONE_PLAYED = [*PAIRED, won(1, "ab")]
PLAYED = [*ONE_PLAYED, won(1, "cd"), PublishRound(round=1)]
RULED = [*PLAYED, ruled(1, "ab")]
ROBIN = [build.create(system="round_robin"), *FOUR[1:]]
WITH_BYE = [*THREE, paired(1, "ab", byes="c"), won(1, "ab")]
BY_HAND = MakePair(round=1, game_id="hand", white="a", black="b", handicap=3, komi=0.5)
WITHDRAWN, ABSENT = WithdrawEntry(entry_id="a"), SetPresence(entry_id="a", round=1, present=False)
SISTERS = SetMeetingGroup(
    group_id="g", kind=MeetingKind.MUST_NOT, of=MeetingOf.FAMILY, members=frozenset("ab")
)
WEST = SetClubGroup(group_id="g", name="West", clubs=frozenset({"Oslo", "Bergen"}))
BYE = RequestBye(entry_id="a", round=1)
PROVED = RecordProof(round=1, inputs_digest="digest of ('ab', 'cd')", optimum=10, by="an optimum")

OF_TEAMS = {"system": "swiss", "criteria": ("NBW",), "handicap": EVEN, "teams": TeamSettings(boards=2)}
PLAYERS = [entering(f"{team}{number}") for team in "ABC" for number in range(1, 5)]
TEAMS = [build.create(**OF_TEAMS), *PLAYERS, *(forming(team, 2, substitutes=2) for team in "ABC")]


def _teams_paired(state):
    return recording(state, 1)


def _first_game_won(state):
    return build.RecordResult(game_id=state.round(1).by_table()[0].game_id, result=build.BLACK)


def _line_up_of_the_bye(state):
    free = min(state.round(1).byes)[0]
    return SetLineUp(round=1, team_id=free, players=(f"{free}3", f"{free}4"))


EXAMPLES = [
    ([], CREATE),
    (FOUR, ChangeDetails(details=Details(name="Other"))),
    (PLAYED, ChangeSettings(settings=Settings(rounds=3, bar=-5), ruleset="aga", reason="voted")),
    (PLAYED, ChangeLimits(limits=Limits(komi=7.5), reason="voted")),
    ([*PLAYED, closed(1)], ChangeLimits(limits=Limits(claim_minutes=60), reason="voted")),
    (FOUR, Publish()),
    ([*FOUR, Publish()], Unpublish()),
    (FOUR, Archive()),
    ([*FOUR, Archive()], Restore()),
    (PAIRED, DeleteTournament(reason="a trial")),
    (FOUR, *entered("e")),
    (FOUR, ChangeEntry(entry_id="a", rank=3)),
    (FOUR, ChangeEntry(entry_id="a", group="Youth")),
    (FOUR, ReplacePlayer(entry_id="a", player_id="player-x", rank=-3, rating=1800, reason="ill")),
    (FOUR, WITHDRAWN),
    ([*FOUR, WITHDRAWN], ReinstateEntry(entry_id="a")),
    ([*FOUR, *entered("e")], RemoveEntry(entry_id="e")),
    ([*FOUR, RemoveEntry(entry_id="a", reason="twice")], ReinstateEntry(entry_id="a")),
    (ROBIN, replace(WITHDRAWN, void=True, reason="after one game")),
    (FOUR, CheckIn(entry_id="a")),
    ([*FOUR, CheckIn(entry_id="a")], CheckIn(entry_id="a", here=False)),
    (FOUR, ABSENT),
    ([*FOUR, ABSENT], replace(ABSENT, present=True)),
    ([*THREE, paired(1, "ab")], GiveBye(round=1, entry_id="c")),
    (WITH_BYE, TakeBackBye(round=1, entry_id="c")),
    (FOUR, paired(1, "ab", "cd")),
    (PAIRED, UnpairRound(round=1)),
    (PLAYED[:-1], PublishRound(round=1)),
    (SHOWN, UnpublishRound(round=1, reason="a late player")),
    (PLAYED, closed(1)),
    ([*PLAYED, closed(1)], reopened(1)),
    ([*FOUR, replace(paired(1, "ab", "cd"), optimum=0, bound=20)], PROVED),
    (FOUR, BY_HAND),
    (ONE_PLAYED, UnmakePair(game_id=CD)),
    ([*FOUR, BY_HAND], SwapColours(game_id="hand")),
    (ONE_PLAYED, SetHandicap(game_id=CD, handicap=3, komi=0.5)),
    (PAIRED, MoveTable(game_id=AB, table=2)),
    (PAIRED, PinPair(game_id=AB)),
    (PAIRED, SetGameDate(game_id=AB, date="2026-11-28", time="19:30")),
    ([*PAIRED, MoveTable(game_id=AB, table=9)], RenumberTables(round=1)),
    (SHOWN, said(1, "ab", "a")),
    (PAIRED, won(1, "ab")),
    (ONE_PLAYED, ClearResult(game_id=AB)),
    (PLAYED, ruled(1, "ab")),
    (RULED, appealed(1, "ab")),
    (RULED, lifted(1, "ab")),
    (RULED, revoked(1, "ab")),
    (FOUR, SISTERS),
    ([*FOUR, SISTERS], RemoveMeetingGroup(group_id="g")),
    (ROBIN, SetSeeds(seeds=("c", "a"))),
    (FOUR, WEST),
    ([*FOUR, WEST], RemoveClubGroup(group_id="g")),
    (FOUR, BYE),
    ([*FOUR, BYE], replace(BYE, wanted=False)),
    (FOUR, PinPlayer(entry_id="a", table=3)),
    (TEAMS[:-1], TEAMS[-1]),
    (TEAMS, ChangeTeam(team_id="A", name="Zero")),
    (TEAMS, DisbandTeam(team_id="A")),
    ([*TEAMS, _teams_paired, _first_game_won], _line_up_of_the_bye),
]
"""What happened before, and the command whose events are looked at; functions make a command for a state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    position: int
    event: object
    stream: str = "tournament-t"
    actor: str = "user:1"
    digest: str = "d"
    recorded_at: datetime = datetime(2026, 11, 21, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """``facts``: all events, this one the last."""

    applied: AppliedEvent
    facts: list[Fact]


def _examples():
    """Examples by class of event."""
    found = defaultdict(list)
    for before, command in EXAMPLES:
        state, facts = Tournament(), []
        for one in [*before, command]:
            decided = (one(state) if callable(one) else one).decide(state)
            for event in with_commitments(decided, state, repeat("5e" * 32)):
                now = fold(state, event)
                done = AppliedEvent(event=event, before=state, after=now)
                facts = [*facts, Fact(position=len(facts) + 1, event=event)]
                state = now
                if one is command:
                    found[type(event)].append(Example(applied=done, facts=facts))
    return found


HAPPENED = _examples()
every_kind = pytest.mark.parametrize("kind", sorted(CLASSES))


def examples(kind):
    return HAPPENED[CLASSES[kind]]


def test_every_kind_of_event_has_an_example():
    assert {cls.__name__ for cls in CLASSES.values()} == {cls.__name__ for cls in HAPPENED}


@every_kind
def test_changes_the_state(kind):
    assert all(one.applied.after != one.applied.before for one in examples(kind))


@every_kind
def test_names_the_rows_it_changes(kind):
    for one in examples(kind):
        event, after = one.applied.event, one.applied.after
        named = set(rows_of_event(event, after))
        changed = _changed_rows(one.applied.before, after)
        if isinstance(event, LimitsChanged):
            changed = {row for row in changed if row[0] == "round"}  # for pairs see ``recounting``
        assert {row for row in changed if not {row, ("pairs", _round_of(row))} & named} == set()


def _round_of(row):
    return row[1] if row[0] == "round" else row[1][0]


def _changed_rows(before, after):
    was, now = _rows(before), _rows(after)
    return {row for row in was.keys() | now.keys() if was.get(row) != now.get(row)}


def _rows(state):
    rounds = {("round", number): _round_row(state, round_) for number, round_ in state.rounds.items()}
    pairs = {
        ("pair", (number, pair.game_id)): pairing_row(state, number, pair)
        for number, round_ in state.rounds.items()
        for pair in round_.pairs.values()
    }
    return {key: _values(row) for key, row in (rounds | pairs).items()}


def _values(row):
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@every_kind
def test_has_a_sentence(kind):
    for one in examples(kind):
        done = one.applied
        entries = {**done.before.entries, **done.after.entries}
        names = {entry: f"Player {entry}" for entry in entries}
        text = sentence_for(done.event, StoryContext(before=done.before, after=done.after, names=names))
        assert text.endswith(".")
        assert not any(odd in text for odd in ("None", "not known", "does not know", "  ", ", .", "()"))


@every_kind
def test_appears_in_the_game_story_or_declares_why_not(kind):
    cls = CLASSES[kind]
    concerned = [
        found[-1].text
        for one in examples(kind)
        for game_id in _games(one.applied)
        if (found := game_lines(one.facts, game_id)) and found[-1].last.event is one.applied.event
    ]
    assert bool(concerned) == (declaration_of(cls).games is None)
    assert all(text.endswith(".") for text in concerned)


def _games(done):
    states = (done.before, done.after)
    return {game_id for state in states for round_ in state.rounds.values() for game_id in round_.pairs}


@every_kind
def test_can_be_undone_or_declares_why_not(kind):
    for one in examples(kind):
        done = one.applied
        past = UndoContext(before=done.before, after=done.after, reason="by mistake", new_id=str.upper)
        edit = undo_plan(done.event, past)
        assert bool(edit) == (declaration_of(CLASSES[kind]).undo is None)
        new = isinstance(done.event, PlayerEntered)  # before it there was nobody to ask about
        assert edit is None or new or edit.subject(done.before) != edit.subject(done.after)


COMPUTED = {News.RESULT, News.RULING, News.STANDINGS}


@every_kind
def test_is_news_or_declares_why_not(kind):
    news = declaration_of(CLASSES[kind]).news
    changed = {news for one in examples(kind) for news in _changed_news(one.applied)}
    assert (set() if isinstance(news, NotApplicable) else set(news) & COMPUTED) == changed


def _changed_news(done):
    before, after = done.before, done.after
    if isinstance(done.event, TournamentCreated):
        return  # before it there was nothing to compare with
    if _tables(before) != _tables(after):
        yield News.STANDINGS
    pairs = [(before.pair_of(game_id), after.pair_of(game_id)) for game_id in _games(done)]
    both = [(was[1], now[1]) for was, now in pairs if was and now]
    if any(was.result != now.result for was, now in both):
        yield News.RESULT
    if any(was.ruled != now.ruled for was, now in both):
        yield News.RULING


def _tables(state):
    """After each round, as officers see it and as the public does; of players and of teams."""
    history, numbers = state.history(), range(state.settings.rounds + 1)
    public = limit_to_rounds(history, publication_in(state))
    of_players = [_table(seen, number) for seen in (history, public) for number in numbers]
    if not state.settings.teams.boards:
        return of_players
    return of_players, [(team_standings(state, number), board_results(state, number)) for number in numbers]


def _table(history, number):
    table = standings(history, number)
    return table, cells(history, table)


def test_private_events_are_not_news():
    assert all(isinstance(declaration_of(CLASSES[kind]).news, NotApplicable) for kind in PRIVATE)


@pytest.mark.parametrize(
    ("method", "declines"),
    [("evolve", None), ("sentence", None), ("undo", "undo"), ("game_sentence", "games")],
)
def test_each_event_defines_each_method_or_declares_why_not(method, declines):
    with_method = {cls for cls in CLASSES.values() if getattr(cls, method) is not getattr(Event, method)}
    assert with_method == {
        cls for cls in CLASSES.values() if not (declines and getattr(declaration_of(cls), declines))
    }


def test_objects_that_are_not_events_are_rejected():
    state = Tournament()
    for refused in (
        lambda: fold(state, "an event"),
        lambda: sentence_for("an event", StoryContext(before=state, after=state, names={})),
        lambda: rows_of_event("an event", None),
    ):
        with pytest.raises(TypeError, match="str"):
            refused()


def test_unknown_event_of_a_later_version_changes_nothing_and_has_a_sentence():
    later, state = Unknown(kind="tournament.burned.v1", data={}), Tournament()
    past = UndoContext(before=state, after=state, reason="", new_id=str)
    assert (fold(state, later), rows_of_event(later, state), undo_plan(later, past)) == (state, [], None)
    assert "tournament.burned.v1" in sentence_for(later, StoryContext(before=state, after=state, names={}))
    assert game_lines([Fact(position=1, event=later)], AB) == []
