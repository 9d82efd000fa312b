"""Generation of games for the demonstration: GNU Go against itself.

    python -m deploy.tools.demo_games --seeds 1-10 --handicap 0 >> tournaments/demo/games.jsonl

A line is a game: board, handicap, seed, moves as SGF points, and the stones that were dead after both had
passed. The same seed and level give the same game. Reasons: deploy/decisions/records.md.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator

from rules import Color, vertex_to_sgf
from tournaments.demo.self_play import PASSED

MOST = 420


class Engine:
    """GNU Go, controlled through GTP."""

    def __init__(self, command: str, size: int, seed: int, level: int) -> None:
        self.size = size
        options = {"seed": seed, "level": level, "boardsize": size, "komi": 7.5}
        said = [part for name, value in options.items() for part in (f"--{name}", str(value))]
        flags = ["--chinese-rules", "--positional-superko", "--never-resign"]
        self.process = subprocess.Popen(  # noqa: S603 - the program that the caller names
            [command, "--mode", "gtp", *flags, *said],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, command: str) -> str:
        """Return the response to a command. Raises ValueError for an error."""
        if self.process.stdin is None or self.process.stdout is None:
            raise ValueError("the engine has no pipes")
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = list(iter(self.process.stdout.readline, "\n"))
        answer = "".join(lines)
        if not answer.startswith("="):
            raise ValueError(f"{command}: {answer}")
        return answer[1:].strip()

    def point(self, vertex: str) -> str:
        return vertex_to_sgf(vertex, self.size)


def generate_moves(engine: Engine, handicap: int) -> Iterator[str]:
    """Yield vertices until both have passed; Black's handicap stones come first."""
    if handicap > 1:
        yield from engine.ask(f"fixed_handicap {handicap}").split()
    color, passes = (Color.WHITE if handicap > 1 else Color.BLACK), 0
    for _ in range(MOST):
        at = engine.ask(f"genmove {color.name.lower()}")
        passes = passes + 1 if at == "PASS" else 0
        if passes == 2:
            return
        yield at
        color = color.other
    raise ValueError("no end in sight")


def play_game(engine: Engine, handicap: int) -> dict[str, str]:
    """Return the moves without the two final passes, and the dead stones."""
    made = list(generate_moves(engine, handicap))
    while made[-1] == "PASS":
        made.pop()
    dead = engine.ask("final_status_list dead").split()
    engine.ask("quit")
    points = [PASSED if at == "PASS" else engine.point(at) for at in made]
    return {"moves": "".join(points), "dead": "".join(sorted(map(engine.point, dead)))}


def main() -> None:
    """Print one line for each seed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="gnugo")
    parser.add_argument("--level", type=int, default=6)
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--handicap", type=int, default=0)
    parser.add_argument("--seeds", default="1-1")
    given = parser.parse_args()
    first, last = map(int, given.seeds.split("-"))
    for seed in range(first, last + 1):
        engine = Engine(given.engine, given.size, seed, given.level)
        head = {"size": given.size, "handicap": given.handicap, "seed": seed}
        game = {**head, **play_game(engine, given.handicap)}
        sys.stdout.write(json.dumps(game) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
