"""Loading of games whose row is ahead of their stream."""

import ast
from pathlib import Path

import pytest

from games.game.loading import load, states_at
from games.refusals import Refusal
from tests.games.game_builders import ID

ROOT = Path(__file__).resolve().parents[3]
KNOWING = ("catching_up", "commands", "deciding", "evolving", "fitting", "loading", "projection")
CHECKING = ROOT / "tournaments" / "checking"  # folds a bundle's events: it has no rows to load from
ALLOWED = [
    ROOT / "games" / "migrations",
    CHECKING,
    *(ROOT / "games" / "game" / f"{name}.py" for name in KNOWING),
]


def others():
    """Every other module of the product that could know the fold."""
    for file in (file for app in ("games", "tournaments", "deploy") for file in (ROOT / app).rglob("*.py")):
        text = file.read_text()
        if not {file, file.parent} & {*ALLOWED} and ("evolving" in text or "GameState(" in text):
            yield file.relative_to(ROOT), ast.parse(text)


def knows_the_fold(node):
    """Whether a node imports the fold of a game's stream, or makes a state without it."""
    if isinstance(node, ast.Import):
        return any(alias.name == "games.game.evolving" for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return "games.game.evolving" in {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "GameState"


def test_only_the_loader_folds_the_stream_of_a_game():
    assert [file for file, tree in others() if any(map(knows_the_fold, ast.walk(tree)))] == []


@pytest.mark.django_db
@pytest.mark.parametrize("read", [load, lambda game_id: states_at(game_id, [1])])
def test_unopened_game_is_not_found(read):
    with pytest.raises(Refusal, match="Not found"):
        read(ID)
