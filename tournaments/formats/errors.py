"""The error of reading an exchange file."""


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
