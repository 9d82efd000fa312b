"""Which IP addresses webhooks may be sent to."""

import pytest

from tournaments.webhooks.targets import is_loopback, is_public

PUBLIC = ["93.184.216.34", "1.1.1.1", "100.63.255.255", "172.32.0.1", "223.255.255.255", "2606:4700::1111"]
REFUSED = {
    "this network": "0.0.0.0",
    "also this network": "0.1.2.3",
    "private 10": "10.0.0.1",
    "private 172, first": "172.16.0.0",
    "private 172, last": "172.31.255.255",
    "private 192": "192.168.178.1",
    "a provider's": "100.64.0.1",
    "Alibaba's metadata": "100.100.100.200",
    "loopback": "127.0.0.1",
    "any loopback": "127.255.255.254",
    "link-local": "169.254.1.1",
    "metadata": "169.254.169.254",
    "Oracle's metadata": "192.0.0.192",
    "Azure's wire server": "168.63.129.16",
    "documentation": "203.0.113.7",
    "benchmarks": "198.19.0.1",
    "relay of 6to4": "192.88.99.1",
    "multicast": "224.0.0.251",
    "reserved": "240.0.0.1",
    "broadcast": "255.255.255.255",
    "unspecified 6": "::",
    "loopback 6": "::1",
    "mapped private": "::ffff:10.0.0.1",
    "mapped public": "::ffff:93.184.216.34",
    "compatible": "::127.0.0.1",
    "NAT64 of metadata": "64:ff9b::a9fe:a9fe",
    "NAT64 of a public one": "64:ff9b::5db8:d822",
    "NAT64, local use": "64:ff9b:1::a00:1",
    "6to4 of 10.0.0.1": "2002:a00:1::1",
    "Teredo": "2001:0:53aa:64c::1",
    "documentation 6": "2001:db8::1",
    "documentation 6, new": "3fff::1",
    "unique local": "fd00::1",
    "Amazon's metadata 6": "fd00:ec2::254",
    "link-local 6": "fe80::1",
    "link-local 6 with a zone": "fe80::1%eth0",
    "public with a zone": "2606:4700::1111%eth0",
    "site-local": "fec0::1",
    "multicast 6": "ff02::1",
    "discard": "100::1",
    "segment routing": "5f00::1",
    "nothing": "",
    "a name": "localhost",
    "a short form": "127.1",
    "a number": "2130706433",
    "octal": "0177.0.0.1",
}


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_allowed(address):
    assert is_public(address)


@pytest.mark.parametrize("name", REFUSED)
def test_rejects_addresses_that_are_not_public(name):
    assert not is_public(REFUSED[name])


@pytest.mark.parametrize(
    ("address", "home"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("10.0.0.1", False), ("x", False)],
)
def test_loopback_addresses_are_recognised(address, home):
    assert is_loopback(address) == home
