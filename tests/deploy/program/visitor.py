"""A walker of the journeys that asks a server, over HTTP, as a browser does."""

from types import SimpleNamespace

import requests

from tests.journeys.walkers import ByForms


class Asking:
    """What a walker wants of Django's client."""

    def __init__(self, address):
        self.address, self.session = address, requests.Session()
        self.defaults = {}

    def get(self, path, data=None, *, follow=False):
        return self._answer(self.session.get(self._of(path), params=data, timeout=60))

    def post(self, path, data, *, follow=False):
        return self._answer(self.session.post(self._of(path), data=data, timeout=60))

    def _of(self, path):
        return path if path.startswith("http") else f"{self.address}{path}"

    @staticmethod
    def _answer(response):
        return SimpleNamespace(status_code=response.status_code, content=response.content)


class OverHTTP(ByForms):
    def __init__(self, address):
        super().__init__()
        self.client = Asking(address)
