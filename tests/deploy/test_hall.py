"""By which address a hall finds a server that listens on an address."""

import pytest

from deploy import hall


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
    assert hall.hall_address(host) == found


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "[::]"])
def test_every_address_is_that_of_the_network(host):
    assert hall.hall_address(host) == hall.own_address()
    assert not hall.own_address().startswith("127.")
