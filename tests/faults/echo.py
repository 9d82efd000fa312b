"""A WSGI application that answers with the number of bytes it was sent; its server has little patience."""

from deploy import patient

patient.HEAD_SECONDS, patient.BODY_SECONDS = 1, 4


def app(environ, start_response):
    length = int(environ.get("CONTENT_LENGTH") or 0)
    said = str(len(environ["wsgi.input"].read(length))).encode()
    start_response("200 OK", [("Content-Length", str(len(said)))])
    return [said]
