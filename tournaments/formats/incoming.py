"""Every format that tournaments are read from, told apart by how the file begins."""

from tournaments.formats.egd_h9_in import read_h9
from tournaments.formats.errors import ExchangeError
from tournaments.formats.imported import Imported
from tournaments.formats.opengotha import read_opengotha

BLANK = b" \t\r\n"
MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")  # of UTF-8 and UTF-16, as XML may have them
TABLE = b";0123456789"


def read_tournament(data: bytes) -> Imported:
    """XML of OpenGotha or a table of results of the EGD. Raises ``ExchangeError``, and nothing else."""
    begins = data[:1024].lstrip(BLANK)
    if begins.startswith((b"<", *MARKS)):
        return read_opengotha(data)
    if begins[:1] and begins[:1] in TABLE:
        return read_h9(data)
    message = "neither XML of OpenGotha nor a table of results (.h9) of the European Go Database"
    raise ExchangeError("unknown_format", message, line=1)
