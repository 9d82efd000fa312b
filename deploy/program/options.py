"""The options of `nigiri start`, and the data folder of a club."""

import os
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_dir

PORT = 8000
STAGES = ("entries", "round-1", "round-3", "dispute", "finished")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options. ``port`` None: the first free one from 8000 on. ``stage``: of a demonstration, or ""."""

    host: str
    port: int | None
    data: Path
    stage: str
    seed: int
    browser: bool


def parse_options(words: Sequence[str], folder: str = "") -> Options:
    """Parse the options. Exits with status 2 and a message if they are invalid."""
    said = _parser().parse_args(words)
    demo = said.demo or said.stage or said.seed
    return Options(
        host=said.host,
        port=said.port,
        data=data_folder(said.data or folder),
        stage=(said.stage or "round-3") if demo else "",
        seed=said.seed or 1,
        browser=said.browser,
    )


def _parser() -> ArgumentParser:
    parser = ArgumentParser("nigiri start", description="Your club's tournaments, in the browser.")
    parser.add_argument("--port", type=_port, help=f"a number from 1 to 65535 ({PORT}, or the next free one)")
    parser.add_argument(
        "--host",
        type=_host,
        default="0.0.0.0",  # noqa: S104 - phones in the hall are what it is for
        help="address to listen on (every one, so that phones in the hall reach it); "
        "127.0.0.1: this machine alone",
    )
    parser.add_argument("--data", help=f"folder of everything that is kept ({data_folder('')})")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="only say the address")
    parser.add_argument("--demo", action="store_true", help="an invented tournament, where nothing is yet")
    parser.add_argument("--empty", dest="demo", action="store_false", help="no demonstration")
    parser.add_argument("--stage", choices=STAGES, help="how far the demonstration has come (round-3)")
    parser.add_argument("--seed", type=_seed, help="which demonstration (1)")
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:6]) <= 65535):
        raise ArgumentTypeError(f"a number from 1 to 65535, not {text!r}")
    return int(text)


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise ArgumentTypeError(f"a whole number, not {text!r}")
    return int(text)


def _host(text: str) -> str:
    if not text.strip():
        raise ArgumentTypeError("it needs an address")
    return text.strip()


def split_data_option(words: list[str]) -> tuple[str, list[str]]:
    """Return the folder of a leading ``--data FOLDER`` (or ""), and the other words."""
    if words[:1] == ["--data"] and len(words) > 1:
        return words[1], words[2:]
    if words and words[0].startswith("--data="):
        return words[0].partition("=")[2], words[1:]
    return "", words


def data_folder(named: str) -> Path:
    """Return the named folder, else NIGIRI_DATA, else the user's own (Linux: ~/.local/share/nigiri)."""
    folder = named or os.environ.get("NIGIRI_DATA") or user_data_dir("nigiri", appauthor=False)
    return Path(folder).expanduser().resolve()


def use_folder(named: str) -> None:
    """Set the folder for the settings, unless DATABASE_URL names a database of its own."""
    if named or not (os.environ.get("DATABASE_URL") or os.environ.get("DATABASE_URL_FILE")):
        os.environ["NIGIRI_DATA"] = str(data_folder(named))
