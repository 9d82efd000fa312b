"""A WSGI application that answers with the number of bytes that it was sent."""


def app(environ, start_response):
    length = int(environ.get("CONTENT_LENGTH") or 0)
    said = str(len(environ["wsgi.input"].read(length))).encode()
    start_response("200 OK", [("Content-Length", str(len(said)))])
    return [said]
