"""Sample photos as phones take them, and files that pretend to be pictures."""

import struct
import zlib
from io import BytesIO

from PIL import Image

SECRETS = (b"Exif", b"52.1601", b"PhoneMaker", b"at the club", b"ICC_PROFILE")


def photo(size=(400, 300), kind="JPEG", orientation=6):
    """A picture whose upper half is red, with place, maker, comment, profile and a hint to turn it."""
    image = Image.new("RGB", size, "white")
    image.paste("red", (0, 0, size[0], size[1] // 2))
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = orientation, "PhoneMaker"
    exif.get_ifd(0x8825)[29] = "52.1601"  # in the block of GPS
    out = BytesIO()
    more = {"comment": b"at the club"} if kind == "JPEG" else {}
    image.save(out, kind, exif=exif, icc_profile=b"a profile", **more)
    return out.getvalue()


def oddly_written():
    """A picture to be turned, whose maker wrote the version of its GPS block as text, and not as bytes."""
    tags = struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0) + struct.pack("<HHII", 0x8825, 4, 1, 38)
    of_gps = struct.pack("<HHHI4s", 1, 0, 2, 3, b"2.2\0")
    exif = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 2) + tags + bytes(4) + of_gps + bytes(4)
    out = BytesIO()
    Image.new("RGB", (40, 30), "white").save(out, "JPEG", exif=exif)
    return out.getvalue()


def bomb(side=30_000):
    """A PNG of a few bytes that says it has so many pixels a side."""
    data = photo((2, 2), "PNG")
    header = b"IHDR" + struct.pack(">II", side, side) + data[24:29]
    return data[:12] + header + struct.pack(">I", zlib.crc32(header)) + data[33:]


def progressive(side):
    """A JPEG in several scans, of so many pixels a side."""
    out = BytesIO()
    Image.new("L", (side, side)).save(out, "JPEG", progressive=True, quality=1)
    return out.getvalue()
