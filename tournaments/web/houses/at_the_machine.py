"""Who may take a service that nobody runs yet: somebody at the machine, or with the link printed there."""

from ipaddress import ip_address

from django.http import HttpRequest

from tournaments.organisations.founding import is_setup_key

FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_REAL_IP", "HTTP_FORWARDED", "HTTP_VIA")
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


def may_take(request: HttpRequest) -> bool:
    key = request.POST.get("key") or request.GET.get("key", "")
    return is_setup_key(key) or _at_the_machine(request)


def _at_the_machine(request: HttpRequest) -> bool:
    """Asked from this machine itself, by its own name, and not through a proxy or tunnel that ends here."""
    name = request.get_host().rpartition(":")[0] or request.get_host()
    local_name = request.get_host() in LOCAL_NAMES or name in LOCAL_NAMES
    forwarded = any(header in request.META for header in FORWARDED)
    return local_name and not forwarded and _is_loopback(request.META.get("REMOTE_ADDR", ""))


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:  # a socket file has no address, and a proxy before it
        return False
