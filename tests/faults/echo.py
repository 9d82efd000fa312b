"""A WSGI application that answers with the number of bytes it was sent, or as many as its address says.

Below /costly/ it waits for the file that its query names, and adds a line to one beside it.
ECHO_PATIENCE: seconds that its server has for a head, and for an answer; a body has four times as many.
"""

import os
from pathlib import Path
from time import sleep

from deploy import patient

patient.HEAD_SECONDS = patient.ANSWER_SECONDS = int(os.environ.get("ECHO_PATIENCE", "1"))
patient.BODY_SECONDS = 4 * patient.HEAD_SECONDS
patient.Worker.is_costly = staticmethod(lambda path: path.startswith("/costly/"))


def wait_for(file):
    with file.with_suffix(".asked").open("a") as asked:
        asked.write("asked\n")
    while not file.exists():
        sleep(0.01)


def app(environ, start_response):
    if environ["PATH_INFO"] == "/costly/":
        wait_for(Path(environ["QUERY_STRING"]))
        environ["PATH_INFO"] = "/1"
    length = int(environ.get("CONTENT_LENGTH") or 0)
    said = str(len(environ["wsgi.input"].read(length))).encode()
    if asked := environ["PATH_INFO"].strip("/"):
        said = b"x" * int(asked)
    start_response("200 OK", [("Content-Length", str(len(said)))])
    return [said]
