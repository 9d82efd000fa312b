"""A page's form as a browser sends it, or as none would."""

from urllib.parse import urlencode

from tests.attacks.fuzz.files import files
from tests.attacks.fuzz.values import text

FORM = "application/x-www-form-urlencoded"
FILES = ("file", "picture", "sgf")
MULTIPART = "multipart/form-data; boundary=frontier"


def form(random, seen, route, ids):
    """(media type, bytes, its path): one that a page showed, or with names from anywhere and no path."""
    path, fields = _chosen(random, seen, route)
    pairs = [
        (name, value) for name, given, choices in fields for value in _values(random, given, choices, ids)
    ]
    if random.random() < 0.1:
        pairs.append((text(random), text(random)))
    if random.random() < 0.2 or any(name in FILES for name, _ in pairs):
        return MULTIPART, _multipart(random, pairs), path
    return FORM, urlencode([(_bytes(name), _bytes(value)) for name, value in pairs]).encode(), path


def _chosen(random, seen, route):
    known = seen.forms.get(route.name)
    if known and random.random() < 0.9:
        path, fields = random.choice(known)
        return (path if random.random() < 0.6 else None), fields
    every = [fields for forms in seen.forms.values() for _, fields in forms]
    return None, random.choice(every) if every else ()


def _values(random, given, choices, ids):
    """Mostly as the page has it; a field optional, or be there twice."""
    chosen = given or (random.choice(choices) if choices else "")
    kind = random.random()
    if kind < 0.05:
        return ()
    if kind < 0.08:
        return chosen, text(random, ids.all)
    if kind < 0.25:
        return (text(random, ids.all),)
    if choices and kind < 0.6:
        return (random.choice(choices),)
    return (chosen or ("because" if kind < 0.7 else text(random, ids.all)),)


def _multipart(random, pairs):
    return b"".join(_part(random, name, value) for name, value in pairs) + b"--frontier--\r\n"


def _part(random, name, value):
    told = f'Content-Disposition: form-data; name="{name}"'.replace("\r", "").replace("\n", "")
    body = _bytes(value)
    if name in FILES or random.random() < 0.05:
        told += f'; filename="{random.choice(("a.sgf", "a.xml", "", "../a", "日.png"))}"'
        body = random.choice(files())
    return b"--frontier\r\n" + _bytes(told) + b"\r\n\r\n" + body + b"\r\n"


def _bytes(value):
    return value.encode("utf-8", "surrogatepass")
