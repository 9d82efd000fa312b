"""The texts of /help/recipes/, as they stand on the page of a service."""

import re
from html import unescape
from urllib.request import urlopen

PLACE = re.compile(r'<pre data-name="(\w+)"[^>]*>(.*?)</pre>', re.DOTALL)


def recipes(url):
    """Name -> text."""
    with urlopen(f"{url}/help/recipes/") as answer:
        return {name: unescape(text) for name, text in PLACE.findall(answer.read().decode())}
