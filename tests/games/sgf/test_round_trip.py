"""Random games under every ruleset, with stops, resumptions, confirmations, written as SGF and read back."""

import random

import pytest

from games.analysis.course import course_of_record, replay_course
from games.sgf import NoteCode, read, write
from games.sgf.record import IN_RESULT
from rules import (
    RULESETS,
    ChallengeKo,
    Claim,
    Color,
    Concede,
    Confirm,
    Delay,
    Game,
    GiveStone,
    Illegal,
    Pass,
    Penalise,
    Phase,
    Play,
    Resume,
    Ruleset,
    UltimateDelay,
)

EDITIONS = [
    *map(str, RULESETS.values()),
    *(name for name, ruleset in RULESETS.items() if ruleset.edition > 1),
]
TURNS = 70
GAMES = 3
MANY = 2_000
SIDE = 5


def _action(game: Game, chance: random.Random):
    """An action of any kind; some are refused."""
    player = chance.choice(list(Color)) if game.phase is Phase.STOPPED else game.to_play
    stones = [*game.board.stones(Color.BLACK), *game.board.stones(Color.WHITE)]
    empty = [at for at in game.board if not game.board[at]]
    at = chance.choice(empty or ["A1"])
    kinds = [Play(player, at)] * 14 + [Pass(player)] * (
        6 if game.passes or game.phase is Phase.STOPPED else 2
    )
    kinds += [ChallengeKo(player, at), GiveStone(player), Penalise(player), Concede(player)]
    kinds += [Delay(player), UltimateDelay(player)]
    if game.phase is Phase.CAPTURE:
        kinds += [GiveStone(player)] * 6
    kinds += [ChallengeKo(player, at) for ko in game.kos for at in ko.points] * 6
    if game.phase is Phase.STOPPED:
        kinds += [Resume(player), Resume(), Resume(player, modified_ko=True)] * 2
        if stones:
            kinds += [Claim(player, (chance.choice(stones),), chance.random() < 0.8)] * 3
        kinds += [Confirm(player, number) for number in range(len(game.claims))] * 3
    return chance.choice(kinds)


def random_game(ruleset: Ruleset, seed: int) -> tuple[Game, list]:
    """A game of a seed and its actions, all of them legal."""
    chance = random.Random(seed)
    game, actions = Game.start(ruleset, SIDE), []
    for _ in range(TURNS):
        step = _action(game, chance)
        after = game.apply(step)
        if not isinstance(after, Illegal):
            game, actions = after, [*actions, step]
    return game, actions


def check(text: str, seed: int) -> None:
    ruleset = Ruleset.parse_recorded(text)
    game, actions = random_game(ruleset, seed)
    assert not any(isinstance(step, IN_RESULT) for step in actions)
    sent = write(Game.start(ruleset, SIDE).board, actions, komi=game.komi, ruleset=ruleset.typed)
    record = read(sent, with_words=True).games[0]
    assert list(record.actions) == actions
    followed = replay_course(course_of_record(record), Ruleset.parse(record.ruleset))
    again = followed.game
    assert followed.first_illegal is None
    assert (again.ruleset, again.turn, again.phase) == (ruleset, game.turn, game.phase)
    assert (again.board, again.to_play, again.prisoners) == (game.board, game.to_play, game.prisoners)
    assert (again.claims, again.proved_dead, again.settled) == (game.claims, game.proved_dead, game.settled)
    assert (again.score(), again.outcome) == (game.score(), game.outcome)


@pytest.mark.parametrize("text", EDITIONS)
def test_exported_games_read_back_to_the_same_game(text):
    for seed in range(GAMES):
        check(text, seed)


@pytest.mark.long
@pytest.mark.parametrize("text", EDITIONS)
def test_many_exported_games_read_back_to_the_same_game(text):
    for seed in range(GAMES, MANY):
        check(text, seed)


def test_random_games_hold_stops_resumptions_and_confirmations():
    kinds: set[type] = set()
    for text in ("japanese@2", "makrai-territory@2", "nieminen@2", "arg@2", "ultimate"):
        for seed in range(20):
            kinds |= {type(step) for step in random_game(Ruleset.parse_recorded(text), seed)[1]}
    turns = {Play, Pass, GiveStone, Penalise, Delay, UltimateDelay}
    assert kinds - {ChallengeKo} == turns | {Resume, Claim, Confirm, Concede}


def test_confirmation_with_a_pass_for_a_ko_reads_back():
    black, white = Color
    begun = [Pass(black), Pass(white), Claim(black, ("B2",)), Confirm(black), Play(black, "C2")]
    ended = [ChallengeKo(white, "B2"), Pass(black), Pass(white), Resume(white), Play(black, "A1")]
    sent = write(Game.start(RULESETS["japanese"], 5).board, [*begun, *ended])
    assert list(read(sent, with_words=True).games[0].actions) == [*begun, *ended]
    assert (sent.count(b";B["), sent.count(b";W[")) == (2, 1)


def test_resumed_game_reads_back_without_the_words_of_the_players():
    black, white = Color
    stop, resumed = [Play(black, "C3"), Pass(white), Pass(black)], [Resume(white), Play(black, "A1")]
    said = [
        Claim(black, ("C3",)),
        Confirm(black),
        Play(black, "C2"),
        ChallengeKo(white, "B2"),
        Concede(white),
    ]
    board = Game.start(RULESETS["japanese"], 5).board
    again = read(write(board, [*stop, *resumed])).games[0]
    assert (list(again.actions), again.notes) == ([*stop, *resumed], ())
    without = read(write(board, [*stop, *said])).games[0]
    assert (list(without.actions), without.guesses) == (stop, ())
    assert [note.code for note in without.notes] == [NoteCode.WORDS_LEFT_OUT]
    after = read(write(board, [*stop, *said, *resumed])).games[0]
    assert (list(after.actions), after.guesses) == ([*stop, *resumed], ("moves_after_words",))


def test_capture_phase_of_a_claim_reads_back_and_proves_nothing_in_the_file_of_a_player():
    black, white = Color
    board = Game.start(RULESETS["nieminen"], 5).board
    stop = [Play(black, "C3"), Play(white, "D3"), Pass(black), Pass(white)]
    disputed = [Claim(white, ("C3",)), Play(black, "C2"), Play(white, "B3"), GiveStone(black), Pass(white)]
    sent = write(board, [*stop, *disputed, Pass(black)])
    [again] = read(sent, with_words=True).games
    assert list(again.actions) == [*stop, *disputed, Pass(black)]
    followed = replay_course(course_of_record(again), RULESETS["nieminen"])
    assert (followed.first_illegal, followed.game.phase) == (None, Phase.STOPPED)
    assert list(followed.game.settled) == ["C2", "C3"]
    [of_a_player] = read(sent).games
    assert of_a_player.guesses == ("moves_after_words",)
    assert not any(isinstance(step, Claim | GiveStone) for step in of_a_player.actions)


def test_resumption_after_which_nothing_was_played_is_left_out():
    stop = [Pass(Color.BLACK), Pass(Color.WHITE)]
    sent = write(Game.start(RULESETS["japanese"], 5).board, [*stop, Resume(Color.WHITE)])
    record = read(sent).games[0]
    assert (list(record.actions), [note.code for note in record.notes]) == (stop, [NoteCode.WORDS_LEFT_OUT])


def test_other_programs_see_the_plain_moves_of_a_resumed_game():
    actions = [Pass(Color.BLACK), Pass(Color.WHITE), Resume(Color.WHITE), Play(Color.BLACK, "C3")]
    sent = write(Game.start(RULESETS["japanese"], 5).board, actions)
    assert sent.replace(b"\n", b"").endswith(
        b';B[];W[];ACTION[{"do":"resume","color":"w","modified_ko":false}];B[cc])'
    )


@pytest.mark.parametrize(
    "value",
    ["", "x", "[" * 9000, "{}", '{"do":"agree_dead","points":[]}', '{"do":"resign","color":"b"}', '{"do":1}'],
)
def test_values_that_no_record_states_are_left_to_other_programs(value):
    escaped = value.replace("]", r"\]")
    record = read(f"(;SZ[5];B[cc];ACTION[{escaped}];W[dd])".encode()).games[0]
    assert [type(step) for step in record.actions] == [Play, Play]
