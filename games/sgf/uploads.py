"""The reading of an uploaded file, with its faults as refusals."""

from dataclasses import replace

from games.marking import marked
from games.refusals import refuse
from games.sgf import Collection, FaultCode, Note, NoteCode, Record, SgfFault, read

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
    """Return the file and one of its games, counted from 0.

    A refusal has the fault, its byte and its game, from 1. Notes are added if the file has several games, or
    the game no move.
    """
    try:
        collection = read(data)
    except SgfFault as fault:
        code = "too_large" if fault.code in _OVER_LIMIT else "bad_record"
        facts = {"message": fault.message, "offset": fault.offset}
        error = {"place": "sgf", "code": fault.code.value, **facts, "game": fault.game + 1}
        refuse(code, errors=[error], fault=fault.code.value, **facts)
    if not 0 <= game_index < len(collection.games):
        refuse(
            "invalid",
            field="game",
            fault=marked("the file holds %(games)s games", games=len(collection.games)),
        )
    record = collection.games[game_index]
    return collection, replace(
        record, notes=(*record.notes, *_selection_notes(collection, record, game_index))
    )


def _selection_notes(collection: Collection, record: Record, game_index: int) -> list[Note]:
    notes, games = [], len(collection.games)
    if games > 1:
        said = marked(
            "The file holds %(games)s games; game %(game)s was taken.", games=games, game=game_index + 1
        )
        notes.append(Note(code=NoteCode.ONE_OF_SEVERAL, text=said, offset=record.offset))
    if not record.moves:
        notes.append(
            Note(code=NoteCode.NO_MOVES, text=marked("The record holds no move."), offset=record.offset)
        )
    return notes
