"""A WSGI application that counts its answers; those below /kept/ may be kept for three seconds."""

from itertools import count

_NUMBERS = count(1)


def app(environ, start_response):
    kept = environ["PATH_INFO"].startswith("/kept/")
    language, tag = environ.get("HTTP_ACCEPT_LANGUAGE", ""), environ.get("HTTP_IF_NONE_MATCH", "")
    said = f"{next(_NUMBERS)} {language} {tag}".encode()
    control = "public, max-age=0, s-maxage=3" if kept else "no-cache"
    headers = [("Cache-Control", control), ("Vary", "Cookie, Accept-Language")]
    start_response("200 OK", [*headers, ("Content-Length", str(len(said)))])
    return [said]
