"""The service's own settings, but that no throttle keeps requests from the code, and none leaves."""

import ipaddress
import socket

from django.conf import global_settings

from deploy.settings import *  # noqa: F403 - all of them
from deploy.settings import REST_FRAMEWORK
from games.log.tree.checkpoints import Signer

OFTEN = "1000000/s"
REST_FRAMEWORK = {
    **REST_FRAMEWORK,
    "DEFAULT_THROTTLE_RATES": dict.fromkeys(REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], OFTEN),
}
ACCOUNT_RATE_LIMITS = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *global_settings.PASSWORD_HASHERS]
LOG_KEY = str(Signer(name="nigiri/fuzz", seed=bytes(32)))

_looked_up = socket.getaddrinfo


def _here_alone(host, *more, **named):
    """Addresses that a fuzzer makes up, of webhooks and devices, must not be asked anything."""
    if host not in (None, "localhost") and not _is_loopback(host):
        raise socket.gaierror(socket.EAI_NONAME, f"{host!r} is not this machine")
    return _looked_up(host, *more, **named)


def _is_loopback(host):
    try:
        return ipaddress.ip_address(host.decode() if isinstance(host, bytes) else host).is_loopback
    except ValueError:
        return False


socket.getaddrinfo = _here_alone
