"""Published lists as federations write them, of invented players."""

import gzip
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile


def egd_row(pin, name, country="NL", club="Leid", grade="2k", rating=1912, last="T260101A"):
    return f" {pin:08}  {name:<38}{country:<2}  {club:<4}{grade:>6}   --{rating:>7}{9:>6}  {last}"


def egd(*rows, published="21 Nov 2026", ended=True):
    head = f"<!DOCTYPE html>\n<h1>List of WORLD Players</h1>\n({published})\n<pre>\n   PIN          Name\n"
    return (head + "".join(f"{row}\n" for row in rows) + ("</pre>\n" if ended else "")).encode("iso-8859-15")


def ffg_row(name, rating=-312, status="L", licence="2600123", club="75Op", country="FR"):
    return f"{name:<38}{rating:>5} {status} {licence:<7} {club:<4} {country}"


def ffg(*rows):
    return "\n".join(["#Echelle au 21/11/2026 05:17:21", *rows, ""]).encode("iso-8859-1")


def aga_row(name, number, rating="-2.09817", kind="Full", club="LAKE"):
    return "\t".join([name, str(number), kind, rating, "7/17/2027", club, "CO", "0.22110", "6/21/2026"])


def aga(*rows):
    return "\n".join([*rows, ""]).encode()


def zipped(data, *names, method=ZIP_DEFLATED):
    file = BytesIO()
    with ZipFile(file, "w", compression=method) as archive:
        for name in names or ("list.txt",):
            archive.writestr(name, data)
    return file.getvalue()


def gzipped(data):
    return gzip.compress(data)
