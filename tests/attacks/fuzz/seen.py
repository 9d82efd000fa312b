"""What answers told the fuzzer: forms with their fields, links with queries, ETags."""

from collections import deque
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlsplit

from django.urls import Resolver404, resolve

MOST = 12  # forms of one route


class Seen:
    def __init__(self):
        self.etags, self.queries, self.forms = deque(maxlen=50), deque(maxlen=300), {}

    def learn(self, asked, answered):
        if etag := answered.headers.get("etag"):
            self.etags.append(etag)
        if answered.headers.get("content-type", "").startswith("text/html") and answered.body:
            self._read(asked, answered.body.decode("utf-8", "replace"))

    def _read(self, asked, page):
        reader = _Page()
        reader.feed(page)
        self.queries.extend(query for query in map(_query, reader.links) if query)
        for action, fields in reader.forms:
            path = urlsplit(action).path or urlsplit(asked.target).path
            if name := _route_of(path):
                self.forms.setdefault(name, deque(maxlen=MOST)).append((path, tuple(fields)))


def _query(link):
    return tuple(parse_qsl(urlsplit(link).query, keep_blank_values=True))


def _route_of(path):
    try:
        return resolve(path).view_name
    except Resolver404:
        return ""


class _Page(HTMLParser):
    """``forms``: (action, [(name, value, choices)]); those that are sent by GET are links with a query."""

    def __init__(self):
        super().__init__()
        self.links, self.forms, self._select = [], [], None

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        if tag == "a" and told.get("href"):
            self.links.append(told["href"])
        elif tag == "form":
            self.forms.append((told.get("action") or "", []))
        elif tag in ("input", "select", "textarea", "button") and self.forms and told.get("name"):
            self.forms[-1][1].append((told["name"], told.get("value") or "", []))
        elif tag == "option" and self.forms and self.forms[-1][1]:
            self.forms[-1][1][-1][2].append(told.get("value") or "")
