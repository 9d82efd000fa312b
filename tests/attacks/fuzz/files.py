"""Files that the service reads, each whole and with a few bytes changed, cut off or written twice."""

from functools import cache

from tests.games.claims.pictures import photo
from tests.tournaments.formats.gotha_file import GothaFile
from tests.tournaments.formats.other_files import SMALL, TOURNAMENT, data_of

TABLE = b"family name,given name,rank,country,club\nVos,Anna,3d,NL,Leid\nMori,Ken,1k,JP,Rive\n"
H9 = (
    b"; TC[NL,Leiden]\n; PC[NL,Leiden]\n; DT[2024-05-01,2024-05-02]\n"
    b"1 Vos Anna 3d NL Leid 2 2 4 2+/b 0=\n2 Mori Ken 1k JP Rive 1 1 3 1-/w 0=\n"
)
RECORD = b"(;FF[4]GM[1]CA[UTF-8]SZ[19]KM[6.5]RU[Japanese]RE[B+R];B[pd];W[dd];B[pq];W[dp])"
LIST = b"10213786 Vos Anna NL Leid 2d 2312\n"


@cache
def files():
    whole = (TABLE, H9, RECORD, LIST, TOURNAMENT.encode(), bytes(GothaFile()), data_of(SMALL), photo())
    return (*whole, *map(_changed, whole), *(one[: len(one) // 2] for one in whole))


def _changed(whole):
    place = len(whole) // 3
    return whole[:place] + b"\x00\xff\xfe<![" + whole[place + 3 :]
