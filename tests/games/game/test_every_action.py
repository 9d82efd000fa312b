"""Every action of every ruleset, entered over REST: the logged event and the displayed position."""

import pytest

from games.game import commands
from games.game.action_events import EVENTS
from games.game.loading import state_of
from games.log.wire import kind_of
from games.operations.fields import ActionIn
from games.sgf import read
from rules.actions import ACTIONS
from tests.games.game_builders import ID, context, opened
from tests.games.log.house import a_house

pytestmark = pytest.mark.django_db
GAME = f"/api/v1/games/{ID}/"
KO = "(;SZ[5:3]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B])"  # Black's C2 takes the ko
APART = "(;SZ[5:1]AB[ba]AW[da]PL[B])"


def play(colour, at):
    return {"do": "play", "colour": colour, "at": at}


def does(name, colour=None, **fields):
    return {"do": name} | ({} if colour is None else {"colour": colour}) | fields


PASSES = [does("pass", "black"), does("pass", "white")]


@pytest.fixture
def referee(api, django_user_model):
    with a_house():
        api.force_authenticate(django_user_model.objects.create_user("referee"))
        yield api


@pytest.fixture
def enter(referee):
    """The last position after these actions in a game that begins from the set-up of an SGF."""

    def enter(ruleset, sgf, actions):
        record = read(sgf.encode()).games[0]
        terms = {"ruleset": ruleset, "width": record.width, "height": record.height}
        commands.open_games([opened(**terms)], context())
        commands.receive_record(ID, sgf.encode(), context())
        for action in actions:
            response = referee.post(f"{GAME}moves/", action, headers={"If-Match": "*"})
            assert response.status_code == 201, (action, response.json())
        return referee.get(f"{GAME}position/").json()

    return enter


GAMES = {
    "a continuation": (
        "nieminen",
        APART,
        [*PASSES, does("resume", "black")],
        {"phase": "play", "to_play": "white", "continuations": 1},
    ),
    "marks": (
        "makrai",
        APART,
        [*PASSES, does("mark_dead", "black", points=["D1"])],
        {"phase": "stopped", "marks": {"black": ["D1"]}},
    ),
    "marks that both accept": (
        "makrai",
        APART,
        [
            *PASSES,
            does("mark_dead", "black", points=["d1"]),
            does("mark_dead", "white", points=["D1"]),
            does("accept", "white"),
            does("accept", "black"),
        ],
        {"phase": "over", "outcome": "W+2.5"},
    ),
    "an agreement": (
        "chinese",
        APART,
        [*PASSES, does("agree_dead", points=["D1"])],
        {"phase": "over", "outcome": "W+2.5"},
    ),
    "a claim": (
        "makrai-territory",
        APART,
        [*PASSES, does("claim", "black", points=["D1"])],
        {
            "phase": "stopped",
            "claims": [
                {
                    "number": 0,
                    "colour": "black",
                    "points": ["D1"],
                    "capturable": True,
                    "sequences": 0,
                    "proved": None,
                }
            ],
        },
    ),
    "a confirmation under way": (
        "makrai-territory",
        APART,
        [
            *PASSES,
            does("claim", "black", points=["D1"]),
            does("confirm", "black", claim=0, modified_ko=True),
            play("black", "C1"),
        ],
        {"phase": "confirmation", "disputed": ["D1"], "modified_ko": True, "rows": [".XXO."]},
    ),
    "a confirmation that captured nothing": (
        "makrai-territory",
        APART,
        [
            *PASSES,
            does("claim", "black", points=["D1"]),
            does("confirm", "black"),
            play("black", "C1"),
            does("pass", "white"),
            does("pass", "black"),
        ],
        {
            "phase": "stopped",
            "rows": [".X.O."],
            "claims": [
                {
                    "number": 0,
                    "colour": "black",
                    "points": ["D1"],
                    "capturable": True,
                    "sequences": 1,
                    "proved": False,
                }
            ],
        },
    ),
    "a capture phase": (
        "nieminen",
        APART,
        [
            *PASSES,
            does("claim", "black", points=["D1"]),
            does("pass", "white"),
            play("black", "C1"),
            does("give_stone", "white"),
        ],
        {"phase": "capture", "disputed": ["D1"], "to_play": "black", "prisoners": {"black": 1, "white": 0}},
    ),
    "a capture phase that is given up": (
        "nieminen",
        APART,
        [*PASSES, does("claim", "black", points=["D1"]), does("pass", "white"), does("concede", "black")],
        {"phase": "stopped", "settled": ["D1"]},
    ),
    "a challenge": (
        "makrai",
        KO,
        [
            *PASSES,
            does("resume", modified_ko=True),
            play("black", "C2"),
            play("white", "E3"),
            play("black", "E1"),
            does("challenge_ko", "white", at="B2"),
        ],
        {
            "phase": "play",
            "modified_ko": True,
            "kos": [
                {"points": ["B2", "C2"], "captured_by": ["black"], "prepared_by": ["white"], "locked_out": []}
            ],
        },
    ),
    "a delay": (
        "ultimate",
        KO,
        [play("black", "C2"), play("white", "E1"), does("delay", "black")],
        {"prisoners": {"black": 0, "white": 0}, "to_play": "white"},
    ),
    "a button": (
        "chinese button=0.5",
        APART,
        [does("pass", "black"), does("take_button", "white")],
        {"button": "white", "to_play": "black", "phase": "play"},
    ),
    "an ultimate delay": ("ultimate", APART, [does("ultimate_delay", "black")], {"to_play": "white"}),
    "a draw right": (
        "ultimate",
        APART,
        [does("ultimate_delay", "black"), does("ultimate_delay", "white")],
        {"draw_right": "black", "phase": "play"},
    ),
    "a declared draw": (
        "ultimate",
        APART,
        [does("ultimate_delay", "black"), does("ultimate_delay", "white"), does("declare_draw", "black")],
        {"phase": "over", "outcome": "0"},
    ),
    "a draw that is offered": (
        "makrai",
        APART,
        [does("agree_draw", "black")],
        {"phase": "play", "draw_offer": "black"},
    ),
    "a draw that is accepted": (
        "makrai",
        APART,
        [does("agree_draw", "black"), does("agree_draw", "white")],
        {"phase": "over", "outcome": "0"},
    ),
    "an agreed draw": ("makrai", APART, [does("agree_draw")], {"phase": "over", "outcome": "0"}),
    "a fine": (
        "arg",
        APART,
        [does("penalise", "black")],
        {"fines": {"black": 3.0, "white": 0.0}, "tokens": {"black": 0, "white": 1}, "to_play": "white"},
    ),
    "a resignation": ("arg", APART, [does("resign", "white")], {"outcome": "B+R"}),
}


@pytest.mark.parametrize("name", GAMES)
def test_game_with_the_action_displays_its_position(enter, referee, name):
    ruleset, sgf, actions, shown = GAMES[name]
    position = enter(ruleset, sgf, actions)
    assert position | shown == position
    assert position["turns"] == len(actions)
    assert position["action"]["do"] == actions[-1]["do"]


@pytest.mark.parametrize("name", GAMES)
def test_log_has_the_action_and_every_turn_can_be_read(enter, referee, name):
    ruleset, sgf, actions, _ = GAMES[name]
    enter(ruleset, sgf, actions)
    state = state_of(ID)
    read = [ActionIn().run_validation(action)["action"] for action in actions]
    assert [type(action) for action in state.actions] == [type(action) for action in read]
    kinds = referee.get(f"{GAME}events/").json()["results"]
    assert sum(event["kind"] in WIRE.values() for event in kinds) == len(actions)
    for turn in range(len(actions) + 1):
        for part in ("position/", "board.svg", "hints/"):
            assert referee.get(f"{GAME}{part}?turn={turn}").status_code == 200
    assert referee.get(f"{GAME}outcomes/").json()["own"]["legal"]


WIRE = {action: kind_of(event) for action, event in EVENTS.items()}


def test_every_action_has_an_example_game():
    entered = {action["do"] for _, _, actions, _ in GAMES.values() for action in actions}
    assert entered == set(ACTIONS)


def test_actions_unknown_to_a_ruleset_are_not_displayed(enter):
    position = enter("tromp-taylor", APART, [])
    rare = {
        "tokens",
        "fines",
        "continuations",
        "modified_ko",
        "kos",
        "marks",
        "claims",
        "disputed",
        "settled",
    }
    assert not (rare | {"draw_right"}) & position.keys()


def test_moves_of_a_confirmation_are_no_moves_of_the_record(enter, referee):
    enter(*GAMES["a confirmation that captured nothing"][:3])
    sent = referee.get(f"{GAME}record.sgf").content
    assert (sent.count(b";B["), sent.count(b";W[")) == (1, 1)
    assert len(read(sent, with_words=True).games[0].actions) > len(PASSES)


@pytest.mark.parametrize("name", ["referee", "player"])
def test_only_officials_may_record_a_fine(api, django_user_model, name):
    commands.open_games([opened(ruleset="arg")], context())
    with a_house():
        api.force_authenticate(django_user_model.objects.create_user(name))
        response = api.post(f"{GAME}moves/", does("penalise", "black"), headers={"If-Match": '"0.1"'})
        turns = api.get(GAME).json()["turns"]
    assert (response.status_code, turns) == ((201, 1) if name == "referee" else (403, 0))


def test_fine_is_illegal_in_rulesets_without_fines(referee):
    commands.open_games([opened()], context())
    response = referee.post(f"{GAME}moves/", does("penalise", "black"), headers={"If-Match": '"0.1"'})
    assert (response.status_code, response.json()["reason"]) == (422, "wrong_phase")
