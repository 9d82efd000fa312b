"""The addresses that a webhook may reach: public unicast ones. Pure.

The tables are explicit, since the addresses that ``ipaddress`` calls global differ between versions of Python
and include multicast. Source: IANA's special-purpose registries for IPv4 and IPv6.
"""

from ipaddress import IPv4Network, IPv6Network, ip_address

NEVER_V4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",
            "100.64.0.0/10",  # behind a provider's NAT; Alibaba's metadata
            "127.0.0.0/8",
            "168.63.129.16/32",  # Azure's services for its own machines, on a public address
            "169.254.0.0/16",  # link-local; metadata of nearly all providers
            "172.16.0.0/12",
            "192.0.0.0/24",  # protocol assignments; Oracle's metadata
            "192.0.2.0/24",  # documentation
            "192.88.99.0/24",  # 6to4 relays
            "192.168.0.0/16",
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, broadcast
        ),
    )
)
# Everything else of IPv6 is refused: mapped and compatible IPv4, NAT64, local, site-local, multicast.
UNICAST_V6 = IPv6Network("2000::/3")
NEVER_V6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments, Teredo among them
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4: an IPv4 address inside
            "3fff::/20",  # documentation
        ),
    )
)


def is_public(address: str) -> bool:
    """Return whether a numeric address is public unicast."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if ip.version == 4:
        return not any(ip in network for network in NEVER_V4)
    scoped = "%" in address
    return not scoped and ip in UNICAST_V6 and not any(ip in network for network in NEVER_V6)


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine itself."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
