"""What nobody sends by hand: texts, numbers, parts of paths, headers, media types and bodies."""

JSON = "application/json"
PATHS = (
    "%00", "%FF", "%ED%A0%80", "..", "%2F", "%0A", "-1", "0", "9" * 30, "x" * 3000, "%EF%BC%91",
    "%E6%97%A5", "a b",
)  # fmt: skip
KINDS = (
    JSON, "application/json; charset=utf-16", "application/json; charset=nonsense",
    "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-16",
    "multipart/form-data; boundary=x", "multipart/form-data", "multipart/form-data; boundary=\xff",
    "text/plain", "text/csv", "application/xml", "application/x-go-sgf", "application/octet-stream",
    "image/png", "", "*/*", "a/b; q", "text/html; charset=\xff",
)  # fmt: skip
BODIES = (
    b"", b"{}", b"[]", b"null", b'""', b"{", b"\xff\xfe", b"\x00", b'{"a":' * 3000, b"[" * 100_000, b"a=b",
    b"a=%FF&b=%00", b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n', b"--x\r\n",
    b"(;FF[4]GM[1]SZ[19];B[pd];W[dd])",
    b'--x\r\nContent-Disposition: form-data; name="file"; filename="a\x00.sgf"\r\n\r\n(;B[aa])\r\n--x--\r\n',
    b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", b"<Tournament/>", b"PK\x03\x04",
    b"\x89PNG\r\n\x1a\n", b"name;rank\nA;1d\n", b"\xef\xbb\xbfname,rank\n\x00,1d\n",
    '{"a": "\ud800"}'.encode("utf-8", "surrogatepass"), b'{"a": 1, "a": 2}', b'{"a": 1e999}',
    b'{"a": ' + b"9" * 5000 + b"}", "{}".encode("utf-16"), b"x" * 200_000,
)  # fmt: skip
HEADERS = {
    "Accept": (
        "*/*",
        "application/json",
        "text/html",
        "image/png",
        "application/problem+json",
        "a",
        ";q=x",
        "text/html;q=\xff",
    ),
    "Accept-Language": (
        "de",
        "ja",
        "zh-hans,ko;q=0.5",
        "xx",
        "*",
        "x" * 2000,
        "\xff",
        "de;q=nan",
    ),
    "Accept-Encoding": (
        "gzip",
        "br",
        "identity;q=0",
        "*;q=0",
        "\xff",
    ),
    "If-Match": (
        "*",
        '"1"',
        '"x"',
        "1",
        'W/"2"',
        '"',
        "\xff",
        "*, *",
        '"-1"',
        '"99999999999999999999"',
        '"1.5"',
    ),
    "If-None-Match": (
        "*",
        '"1"',
        'W/"x"',
        '"',
        "\xff",
    ),
    "If-Modified-Since": (
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "x",
        "Thu, 31 Feb 2026 25:61:61 GMT",
    ),
    "Idempotency-Key": (
        "a",
        "",
        " ",
        "x" * 300,
        "\xff\xfe",
        "key/1",
        "00000000-0000-4000-8000-000000000000",
    ),
    "Host": (
        "evil.example",
        "127.0.0.1:x",
        "a b",
        "\xff",
        "",
    ),
    "HX-Request": ("true",),
    "HX-Current-URL": (
        "\xff",
        "http://[",
        "http://127.0.0.1/tournaments/open/",
    ),
    "Range": (
        "bytes=0-1",
        "bytes=9-1",
        "x",
    ),
    "Referer": (
        "http://[",
        "//",
        "\xff",
    ),
    "Origin": (
        "null",
        "http://evil.example",
    ),
    "X-Request-ID": (
        "a",
        "\xff",
        "x" * 500,
    ),
    "X-Forwarded-For": (
        "\xff",
        "x",
        "::1",
        ", ,",
        "999.1.1.1",
    ),
    "X-Forwarded-Proto": ("https",),
    "Cookie": (
        "\xff",
        "a",
        "sessionid=",
        "django_language=xx",
        "=;;",
    ),
    "X-HTTP-Method-Override": ("DELETE",),
    "Content-Encoding": ("gzip",),
    "Sec-Fetch-Site": ("cross-site",),
}

METHODS = (
    "HEAD", "OPTIONS", "TRACE", "FOO", "PUT", "PATCH", "DELETE", "POST", "GET",
)  # fmt: skip
TEXTS = (
    "", " ", "0", "1", "2", "-1", "99999999999999999999", "9" * 400, "1e999", "NaN", "Infinity", "-0",
    "0x10", "1.5", "null", "true", "yes", "on", "\0", "a\0b", "\ud800", "\udfff", "é", "日本", "\u202e",
    "\ufeff", "\uff11\uff12", "²", "٣", "ß", "İ", "'", '"', "<script>alert(1)</script>", "%", "%s", "%00",
    "{0}", "{{7*7}}", "../..", "..", "/", "//evil.example", "http://127.0.0.1:1/", "javascript:alert(1)",
    "a@b", "x" * 300, "x" * 5000, "2020-13-45", "2026-02-30", "9999-12-31", "0001-01-01",
    "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "2026-11-21T09:30:00Z", "25:61", "30k", "1d",
    "9p", "40k", "B+R", "W+0.5", "B+", "1-0", "black", "white", "japanese", "chinese", "swiss", "mcmahon",
    "knockout", "roundrobin", "NBW", "MMS,SOS", "egd", "opengotha", "\r\n", "\u2028", "a\tb", "D4", "pd",
    "(;FF[4]SZ[19];B[pd])", "(;", "standings", "p=1", "cD0x", "MTA=", "*", '"1"', 'W/"1"',
    "00000000-0000-4000-8000-000000000000", "00000000000040008000000000000000", "Europe/Paris",
    "Nowhere/None",
)  # fmt: skip
NUMBERS = (0, 1, 2, 3, -1, 0.5, 1e308, -1e-308, 2**31, 2**53 + 1, 2**63, -(2**63) - 1, 10**40, 361, 10_001)

RAW = ("1e999", "-1e999", "NaN", "Infinity", "9" * 5000, '"\\ud800"', '"\\u0000"', "1" + "0" * 400)
