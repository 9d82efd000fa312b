"""The error of reading an exchange file, and the faults of single rows of a table."""

from dataclasses import dataclass


class ExchangeError(Exception):
    """A file that cannot be read, or not without guessing.

    ``code`` is stable, ``line`` counts from 1, ``element`` names the place.
    """

    def __init__(self, code: str, message: str, *, line: int | None = None, element: str = "") -> None:
        where = f" (line {line})" if line is not None else ""
        super().__init__(f"{message}{where}")
        self.code = code
        self.message = message
        self.line = line
        self.element = element


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A row that cannot be read: its position, a stable ``code``, and the problem or remedy in words.

    ``line`` from 1; ``column`` by its name, "" for the whole row.
    """

    line: int
    column: str
    code: str
    message: str


class RowFault(Exception):
    """The fault of a row whose line is not known yet."""

    def __init__(self, column: str, code: str, message: str) -> None:
        super().__init__(message)
        self.column, self.code, self.message = column, code, message

    def at(self, line: int) -> Fault:
        return Fault(line=line, column=self.column, code=self.code, message=self.message)
