"""Reading a file that somebody sent, its faults as refusals."""

from games.marking import marked
from games.refusals import refuse
from games.sgf import Collection, FaultCode, Record, SgfFault, read

_OVER_LIMIT = frozenset(
    (
        FaultCode.TOO_LARGE,
        FaultCode.TOO_MANY_NODES,
        FaultCode.TOO_MANY_VALUES,
        FaultCode.TOO_DEEP,
        FaultCode.TOO_MANY_GAMES,
        FaultCode.TOO_MANY_MOVES,
        FaultCode.TOO_MUCH_SETUP,
    )
)


def read_record(data: bytes, game_index: int = 0) -> tuple[Collection, Record]:
    """The file and one of its games, counted from 0. Refuses with the fault, its byte, its game from 1."""
    try:
        collection = read(data)
    except SgfFault as fault:
        code = "too_large" if fault.code in _OVER_LIMIT else "bad_record"
        refuse(code, fault=fault.code.value, message=fault.message, offset=fault.offset, game=fault.game + 1)
    if not 0 <= game_index < len(collection.games):
        refuse(
            "invalid",
            field="game",
            fault=marked("the file holds %(games)s games", games=len(collection.games)),
        )
    return collection, collection.games[game_index]
