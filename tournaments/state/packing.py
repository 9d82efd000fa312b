"""A tournament as bytes, and back: what snapshots of it hold. Pure.

In parts: the players and each round by themselves, so that what has not changed is the same bytes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import MsgspecError
from msgspec.msgpack import Decoder, Encoder

from games.log.words import commitments, word
from tournaments.state.evolving.base import changed
from tournaments.state.tournament import Entry, Round, Tournament


def pack(state: Tournament) -> list[bytes]:
    """The frame, the players, and each round."""
    rounds = ({number: _in_order(round_)} for number, round_ in state.rounds.items())
    frame = changed(state, entries={}, rounds={})
    return [_write(frame), _write(state.entries), *map(_write, rounds)]


def unpack(parts: Sequence[bytes]) -> Tournament:
    """What ``pack`` was given. Raises ValueError for anything else."""
    return join([read(number, part) for number, part in enumerate(parts)])


def read(number: int, part: bytes) -> Any:
    """What one of them holds. Raises ValueError."""
    try:
        return (_READ_FRAME, _READ_ENTRIES, _READ_ROUND)[min(number, 2)].decode(part)
    except MsgspecError as error:
        raise ValueError(f"no tournament: {error}") from error


def join(values: Sequence[Any]) -> Tournament:
    """The tournament that has been read in parts. Raises ValueError where some are missing."""
    frame, entries, *rounds = values
    found: dict[int, Round] = {}
    for round_ in rounds:
        found |= round_
    state: Tournament = changed(frame, entries=entries, rounds=found)
    return state


def sealed_in(state: Tournament) -> list[str]:
    """The commitments that stand in it where people typed something, or a draw is to follow from it."""
    return [one for text in _words(state) for one in commitments(text)]


def with_words(state: Tournament, said: Mapping[str, str]) -> Tournament:
    """The same with what opens them; ``said`` as ``games.log.openings`` has it."""
    secrets = {number: word(text, said) for number, text in state.secrets.items()}
    return changed(state, limits_reason=word(state.limits_reason, said), secrets=secrets)


def _words(state: Tournament) -> Iterable[str]:
    return (state.limits_reason, *state.secrets.values())


def _in_order(round_: Round) -> Any:
    """With lists for sets of texts, whose order is another in each process."""
    matched = sorted(sorted(pair) for pair in round_.matched)
    return changed(round_, byes=sorted(round_.byes), held=sorted(round_.held), matched=matched)


def _plain(value: object) -> dict[Any, Any]:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} in a tournament")


_write = Encoder(enc_hook=_plain).encode
_READ_FRAME = Decoder(Tournament)
_READ_ENTRIES = Decoder(dict[str, Entry])
_READ_ROUND = Decoder(dict[int, Round])
