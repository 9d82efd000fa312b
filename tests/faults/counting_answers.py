"""A WSGI application that counts its answers; those below /kept/ may be kept for three seconds.

Those below /kept/past/ say to nginx that it is over.
"""

from itertools import count

_NUMBERS = count(1)


def app(environ, start_response):
    kept = environ["PATH_INFO"].startswith("/kept/")
    said = f"{next(_NUMBERS)} {environ.get('HTTP_ACCEPT_LANGUAGE', '')}".encode()
    control = "public, max-age=0, s-maxage=3" if kept else "no-cache"
    headers = [("Cache-Control", control), ("Vary", "Cookie, Accept-Language")]
    if environ["PATH_INFO"].startswith("/kept/past/"):
        headers.append(("X-Accel-Expires", "@1"))
    start_response("200 OK", [*headers, ("Content-Length", str(len(said)))])
    return [said]
