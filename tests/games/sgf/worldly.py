"""Records as many programs and servers write them, and what has to become of each."""

import json
from pathlib import Path

HERE = Path(__file__).parents[2] / "data" / "sgf"
TABLE = json.loads((HERE / "table.json").read_text(encoding="utf-8"))
"""Rows: file, written (by whom, how), verdict: accepted, noted (notes) or refused (code, offset).

``illegal_turn``: read, and refused by the rules where the game has the terms that the record names.
"""
OF_TERMS = {"ruleset_unknown", "ruleset_differs", "komi_differs", "start_differs"}
"""Notes that are said where a record meets the terms of a game."""
READ = [row for row in TABLE if row["verdict"] != "refused"]
REFUSED = [row for row in TABLE if row["verdict"] == "refused"]


def name(row: dict) -> str:
    return row["file"]


def data(row: dict) -> bytes:
    return (HERE / row["file"]).read_bytes()
