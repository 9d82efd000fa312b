from rules import RULESETS, Board, Color, FirstIllegal, Game, Illegal, Pass, Play, Reason, proceed, replay
from tests.rules.records import actions, play

RULES = RULESETS["tromp-taylor"]


def test_a_legal_record_is_replayed_to_its_end():
    told = replay(RULES, actions(["b C3", "w C4", "b pass", "w pass"]), width=5)
    assert told.first_illegal is None
    assert (told.game.turn, str(told.game.outcome)) == (4, "0")


def test_the_valid_prefix_and_the_first_illegal_action():
    told = replay(RULES, actions(["b C3", "w C3", "b Z9", "w C4"]), width=5)
    assert told.game.turn == 1
    assert told.first_illegal == FirstIllegal(
        turn=2,
        action=Play(Color.WHITE, "C3"),
        illegal=Illegal(Reason.OCCUPIED, "Tromp-Taylor rule 7: a stone is played on an empty point"),
    )


def test_actions_after_the_end_are_illegal():
    told = replay(RULES, actions(["b pass", "w pass", "b pass"]))
    assert (told.first_illegal.turn, told.first_illegal.illegal.reason) == (3, Reason.GAME_OVER)


def test_a_record_may_start_from_a_board():
    board = Board.from_diagram(["X..", "...", "..O"])
    told = replay(RULES, [Play(Color.WHITE, "B2")], board=board, to_play=Color.WHITE)
    assert told.game.board.to_diagram() == ["X..", ".O.", "..O"]


def test_a_record_may_start_with_a_handicap():
    told = replay(RULES, actions(["b A1", "b B2", "w C3"]), width=9, height=5, handicap=2)
    assert (told.first_illegal, told.game.turn, told.game.board.height) == (None, 3, 5)


def test_a_record_may_go_on_from_a_game():
    begun = play(Game.start(RULES, 5), "b C3")
    assert proceed(begun, actions(["w C4", "b C5"])).game.turn == 3
    assert proceed(begun, [Pass(Color.BLACK)]).first_illegal.turn == 2


def test_deallocates_very_long_line():
    game = Game.start(RULES.replace(repetition="none"), 1, 2)
    for _ in range(10_000):
        game = play(game, "b A1", "w A2")
    assert game.prisoners == {Color.BLACK: 9_999, Color.WHITE: 10_000}
