"""A WSGI application that answers with the number of bytes it was sent, or as many as its address says.

ECHO_PATIENCE: seconds that its server has for a head, and for an answer; a body has four times as many.
"""

import os

from deploy import patient

patient.HEAD_SECONDS = patient.ANSWER_SECONDS = int(os.environ.get("ECHO_PATIENCE", "1"))
patient.BODY_SECONDS = 4 * patient.HEAD_SECONDS


def app(environ, start_response):
    length = int(environ.get("CONTENT_LENGTH") or 0)
    said = str(len(environ["wsgi.input"].read(length))).encode()
    if asked := environ["PATH_INFO"].strip("/"):
        said = b"x" * int(asked)
    start_response("200 OK", [("Content-Length", str(len(said)))])
    return [said]
