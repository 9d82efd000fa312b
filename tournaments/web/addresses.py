"""Addresses that leave a page: shown, printed, scanned."""

from functools import lru_cache
from io import BytesIO
from ipaddress import ip_address
from typing import Any
from urllib.parse import urljoin, urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from tournaments.accounts.private_links import LinkState, token_for_serial
from tournaments.tables.rows import EntryRow

LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")


def absolute(request: HttpRequest, path: str) -> str:
    """A path as phones in the hall reach it."""
    return urljoin(settings.ADDRESS, path) if settings.ADDRESS else request.build_absolute_uri(path)


def own_link(entry: EntryRow, link: LinkState) -> str:
    """The path of an entry's private link."""
    return reverse("web:open-link", args=(token_for_serial(entry, link.serial),))


def is_only_here(address: str) -> bool:
    """Whether nothing but this machine reaches it."""
    return urlsplit(address).hostname in LOCAL_NAMES


def is_of_one_network(address: str) -> bool:
    """Whether it leads to a computer in the network around it, by number."""
    try:
        return ip_address(urlsplit(address).hostname or "").is_private
    except ValueError:
        return False


def with_code(link: str) -> dict[str, Any]:
    """A link as an officer is shown it, with its QR, and who can open it."""
    return {
        "link": link,
        "qr": qr(link),
        "only_here": is_only_here(link),
        "of_one_network": is_of_one_network(link) and not is_only_here(link),
    }


@lru_cache(maxsize=256)  # a code takes longer than the rest of a page; sheets and screens show the same again
def qr(address: str) -> str:
    """Its picture, with the quiet zone that scanners need; how large it is drawn is the page's to say."""
    return segno.make(address, micro=False, error="m").svg_data_uri(border=4, omitsize=True)


@lru_cache(maxsize=256)
def qr_dense(address: str, digits: str) -> str:
    """Of an address and many digits behind it, which take a third of the room that letters would."""
    parts: Any = [address, digits]  # which segno takes, against its stubs
    code = segno.make(parts, micro=False, error="l", boost_error=False)
    return code.svg_data_uri(border=4, omitsize=True)


@lru_cache(maxsize=256)
def qr_picture(address: str) -> str:
    """The same as an SVG element, for sheets."""
    drawn = BytesIO()
    segno.make(address, micro=False, error="m").save(
        drawn, kind="svg", border=4, omitsize=True, xmldecl=False
    )
    return drawn.getvalue().decode()
