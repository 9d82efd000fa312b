"""All import formats, recognised by the beginning of the file.

| begins with                                  | read as                               | by                |
|----------------------------------------------|---------------------------------------|-------------------|
| `<`, a Tournament with a version in its tag  | MacMahon                              | ``macmahon``      |
| `<`                                          | OpenGotha, pairgoth's export for it   | ``opengotha``     |
| `{`                                          | pairgoth                              | ``pairgoth_tour`` |
| `;` or a place, then ``_is_tou``             | .tou of the French federation         | ``ffg_tou_in``    |
| `;` or a place                               | .h9 of the European Go Database       | ``egd_h9_in``     |
"""

import re

from games.marking import marked
from tournaments.formats.decoding import check_no_web_page
from tournaments.formats.egd_h9_in import read_h9
from tournaments.formats.errors import ExchangeError
from tournaments.formats.ffg_tou_in import read_tou
from tournaments.formats.imported import Imported
from tournaments.formats.macmahon import is_macmahon, read_macmahon
from tournaments.formats.opengotha import read_opengotha_root
from tournaments.formats.pairgoth_tour import read_tour
from tournaments.formats.safe_xml import read as read_xml

BLANK = b" \t\r\n"
MARK, WIDE = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")  # of UTF-8, and of UTF-16, which XML may use
TABLE = b";0123456789"
HEAD = 4096  # bytes that are examined
OF_TOU = re.compile(rb"(?im)^\s*;\s*(?:(?:name|date|vill|comm|prog|size|time|ta|komi)\s*=|num\s+nom\b)")
OF_H9 = re.compile(rb"(?m)^\s*;\s*(?:[A-Z]{2}\s*\[|Pl\s+Name\b)")
ROW = re.compile(rb"(?im)^(?!\s*;).*?\s[0-9]{1,2}[kdp]\s(?P<between>.*?)\s[0-9]+[+=-](?P<mark>[/!]?)")
SCORE = re.compile(rb"-?[0-9]{1,5}(?:[.,][0-9]+|\?)?")


def read_tournament(data: bytes) -> Imported:
    """Read a tournament file in any supported import format. Raises only ``ExchangeError``."""
    begins = data[:HEAD].removeprefix(MARK).lstrip(BLANK)
    if not begins:
        raise ExchangeError("unknown_format", marked("the file is empty"), line=1)
    check_no_web_page(begins)
    if begins.startswith((b"<", *WIDE)):
        root = read_xml(data)
        return read_macmahon(root) if is_macmahon(root) else read_opengotha_root(root)
    if begins.startswith(b"{"):
        return read_tour(data)
    if begins[:1] in TABLE:
        return read_tou(data) if _is_tou(begins) else read_h9(data)
    message = marked(
        "this is neither a file of OpenGotha, pairgoth or MacMahon (.xml, .tour) nor a table of results"
        " (.h9, .tou): choose another file, or import a table of players in its tournament"
    )
    raise ExchangeError("unknown_format", message, line=1)


def _is_tou(begins: bytes) -> bool:
    """Return whether header or first row are those of a .tou.

    An .h9 has a score before its results, or a `/`.
    """
    tou, h9 = OF_TOU.search(begins), OF_H9.search(begins)
    if tou or h9:
        return tou is not None and (h9 is None or tou.start() < h9.start())
    row = ROW.search(begins)
    if row is None or row["mark"]:
        return False
    between = row["between"].split()
    return not between or not SCORE.fullmatch(between[-1])
