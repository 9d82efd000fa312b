"""A request that arrives piece by piece."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy.collecting import BODY, HEAD, Part, Request

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\ncontent-LENGTH: 9\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "part"),
    [
        (b"", Part.HEAD),
        (GET[:-1], Part.HEAD),
        (GET, Part.ALL),
        (GET + GET[:5], Part.ALL),
        (POST + b"8 bytes.", Part.BODY),
        (POST + b"9 bytes..", Part.ALL),
        (b"G" * (HEAD + 1), Part.ENDLESS),
        (GET[:-2] + b"Transfer-Encoding: chunked\r\n\r\n", Part.UNMEASURED),
        (GET[:-2] + b"X: y\r\nContent-Length: nine\r\n\r\n", Part.ALL),  # gunicorn refuses it
        (POST[:-2] + b"Content-Length: 10\r\n\r\n", Part.ALL),  # this too
        (GET[:-2] + b"Content-Length: %d\r\n\r\n" % (BODY + 1), Part.ALL),  # and the service this
    ],
)
@given(data=st.data())
def test_what_is_here_does_not_depend_on_the_pieces(sent, part, data):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(sent)), max_size=6)))
    request = Request()
    for begin, end in zip([0, *cuts], [*cuts, len(sent)], strict=True):
        request.add(sent[begin:end])
    assert request.part is part
    assert bytes(request.bytes) == sent
    assert request.is_too_large == (request.length > BODY)


def test_a_length_of_thousands_of_digits_is_only_too_large():
    assert Request(GET[:-2] + b"Content-Length: " + 5000 * b"9" + b"\r\n\r\n").is_too_large
