"""Parsing of webhook URLs and resolution of their hosts."""

import pytest

from tests.tournaments.webhooks.receiver import Resolver
from tournaments.webhooks.targets import BadTarget, Target, TargetFault, addresses, parse, resolve

GOOD = {
    "https://hooks.example/news": Target(scheme="https", host="hooks.example", port=443, path="/news"),
    "https://hooks.example": Target(scheme="https", host="hooks.example", port=443, path="/"),
    "HTTPS://Hooks.EXAMPLE:8443/a/b?c=d&e=%20": Target(
        scheme="https", host="hooks.example", port=8443, path="/a/b?c=d&e=%20"
    ),
    "https://xn--go-eka.example:443/": Target(scheme="https", host="xn--go-eka.example", port=443, path="/"),
}
BAD = {
    "https://hooks.example/" + "a" * 480: TargetFault.TOO_LONG,
    "": TargetFault.CHARACTERS,
    "https://hooks.example/a b": TargetFault.CHARACTERS,
    "https://hooks.example/\r\nX-Admin: yes": TargetFault.CHARACTERS,
    "https://hooks.example/\tnews": TargetFault.CHARACTERS,
    "https://hooks.example\\@10.0.0.1/": TargetFault.CHARACTERS,
    "https://g\u00f6.example/": TargetFault.CHARACTERS,
    "http://hooks.example/": TargetFault.SCHEME,
    "ftp://hooks.example/": TargetFault.SCHEME,
    "file:///etc/passwd": TargetFault.SCHEME,
    "//hooks.example/": TargetFault.SCHEME,
    "hooks.example": TargetFault.SCHEME,
    "https://user:password@hooks.example/": TargetFault.CREDENTIALS,
    "https://hooks.example:443@10.0.0.1/": TargetFault.CREDENTIALS,
    "https://@hooks.example/": TargetFault.CREDENTIALS,
    "https://hooks.example/#part": TargetFault.FRAGMENT,
    "https:///news": TargetFault.HOST,
    "https://localhost/": TargetFault.HOST,
    "https://intranet/": TargetFault.HOST,
    "https://127.0.0.1/": TargetFault.HOST,
    "https://93.184.216.34/": TargetFault.HOST,
    "https://127.1/": TargetFault.HOST,
    "https://2130706433/": TargetFault.HOST,
    "https://0x7f.0.0.0x1/": TargetFault.HOST,
    "https://[::1]/": TargetFault.HOST,
    "https://[2606:4700::1111]/": TargetFault.HOST,
    "https://[::1/": TargetFault.HOST,
    "https://hooks.example./": TargetFault.HOST,
    "https://.hooks.example/": TargetFault.HOST,
    "https://-hooks.example/": TargetFault.HOST,
    "https://hooks_.example/": TargetFault.HOST,
    "https://hooks%2eexample/": TargetFault.HOST,
    "https://" + "a" * 64 + ".example/": TargetFault.HOST,
    "https://hooks.example:22/": TargetFault.PORT,
    "https://hooks.example:80/": TargetFault.PORT,
    "https://hooks.example:0/": TargetFault.PORT,
    "https://hooks.example:65536/": TargetFault.PORT,
    "https://hooks.example:x/": TargetFault.PORT,
}
HOOK = parse("https://hooks.example/")


@pytest.mark.parametrize("url", GOOD)
def test_parses_url_of_a_public_name(url):
    assert parse(url) == GOOD[url]


@pytest.mark.parametrize("url", BAD)
def test_rejects_forbidden_urls(url):
    with pytest.raises(BadTarget) as unfit:
        parse(url)
    assert unfit.value.why == BAD[url]


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/", "http://localhost:9/", "https://[::1]:9/"])
def test_loopback_is_allowed_only_if_configured(url):
    assert parse(url, private=True).port == 9
    with pytest.raises(BadTarget):
        parse(url)


@pytest.mark.parametrize("url", ["http://10.0.0.1:9/", "https://192.168.0.1/", "ftp://127.0.0.1/"])
def test_private_networks_are_not_loopback(url):
    with pytest.raises(BadTarget):
        parse(url, private=True)


def test_all_addresses_come_from_one_lookup():
    resolve = Resolver([["93.184.216.34", "2606:4700::1111"], ["10.0.0.1"]])
    assert addresses(HOOK, resolve) == ["93.184.216.34", "2606:4700::1111"]
    assert resolve.asked == [("hooks.example", 443)]


@pytest.mark.parametrize(
    "found",
    [
        ["10.0.0.1"],
        ["93.184.216.34", "127.0.0.1"],
        ["93.184.216.34", "::ffff:169.254.169.254"],
        ["127.0.0.1"],
    ],
)
def test_one_forbidden_address_rejects_the_host(found):
    with pytest.raises(BadTarget) as unfit:
        addresses(HOOK, Resolver([found]))
    assert unfit.value.why == TargetFault.ADDRESS


@pytest.mark.parametrize("found", [["10.0.0.1"], ["169.254.169.254"], ["127.0.0.1", "192.168.0.1"]])
def test_private_networks_are_rejected_even_if_loopback_is_allowed(found):
    with pytest.raises(BadTarget) as unfit:
        addresses(HOOK, Resolver([found]), private=True)
    assert unfit.value.why == TargetFault.ADDRESS


def test_missing_and_private_addresses_give_the_same_error():
    with pytest.raises(BadTarget) as unfit:
        addresses(HOOK, Resolver([[]]))
    assert unfit.value.why == TargetFault.ADDRESS


def test_plain_http_is_allowed_only_for_loopback():
    plain = Target(scheme="http", host="hooks.example", port=80, path="/")
    with pytest.raises(BadTarget) as unfit:
        addresses(plain, Resolver([["93.184.216.34"]]), private=True)
    assert unfit.value.why == TargetFault.SCHEME


def test_system_resolver_knows_localhost():
    assert "127.0.0.1" in resolve("localhost", 80)
    with pytest.raises(OSError, match="known"):
        resolve("no-such-host.invalid", 80)
