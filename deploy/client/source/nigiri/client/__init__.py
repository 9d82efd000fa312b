"""A Nigiri service, from Python.

    from nigiri.client import Client, api

    with Client("https://go.example", token="...") as nigiri:
        print(nigiri.send(api.get_standings("open")).rows[0].name)

A function of ``nigiri.client.api`` describes one call; the client makes it. Whatever the service refuses is
raised as ``Refused``. ``nigiri.client.models`` has the bodies, as ``mypy --strict`` wants them.
"""

from .calls import Answer, Call
from .connection import Client, Kept
from .refusals import Refused
from .streams import Change
from .webhooks import Forged, verify

__all__ = ["Answer", "Call", "Change", "Client", "Forged", "Kept", "Refused", "verify"]
