"""The address at which devices in the hall reach a server."""

import pytest

from deploy.program import listening


@pytest.mark.parametrize(
    ("host", "found"),
    [
        ("127.0.0.1", ""),
        ("::1", ""),
        ("[::1]", ""),
        ("localhost", ""),
        ("192.168.1.7", "192.168.1.7"),
        ("laptop.local", "laptop.local"),
    ],
)
def test_an_address_that_is_named_is_the_one_unless_it_is_of_this_machine_alone(host, found):
    assert listening.hall_address(host) == found


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "[::]"])
def test_every_address_is_that_of_the_network(host):
    assert listening.hall_address(host) == listening.own_address()
    assert not listening.own_address().startswith("127.")
