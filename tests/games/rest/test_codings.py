"""A body is compressed for those who say that they can read it so."""

import pytest

from games.rest.codings import takes_gzip


@pytest.mark.parametrize(
    "header",
    [
        "gzip",
        "GZIP",
        "x-gzip",
        "br, gzip",
        "deflate,gzip;q=0.001",
        "gzip ; q=1.0",
        "*",
        "*;q=0.1",
        "*;q=0, gzip",
    ],
)
def test_accepted(header):
    assert takes_gzip(header)


@pytest.mark.parametrize(
    "header",
    [
        "",
        "identity",
        "xgzipx",
        "gzip2",
        "gzip;q=0",
        "gzip;q=0.000",
        "gzip; Q=0",
        "*, gzip;q=0",
        "*;q=0",
        "gzip;q=x",
    ],
)
def test_not_accepted(header):
    assert not takes_gzip(header)
