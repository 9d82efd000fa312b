"""A picture that was sent, made anew from its pixels. Pure.

What comes out holds nothing of the file but what can be seen: no place, time, camera, name or comment.
"""

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import NoReturn

from PIL import Image
from PIL.ExifTags import Base as Tag
from PIL.Image import Transpose

from games.marking import marked
from games.refusals import Code, refuse, register

LARGEST = 12 * 1024 * 1024  # bytes of a file as it is sent
MOST_PIXELS = {"JPEG": 50_000_000}  # as phones make them; a JPEG is decoded at the size that is wanted
MOST_OTHERWISE = 25_000_000  # decoded as a whole: 100 MB
LONGEST_SIDE = 1800  # pixels of what is kept: a stone of a board of 19 lines has some 90
QUALITY = 80
FORMATS = ("JPEG", "PNG", "WEBP")
TURNS = {
    2: Transpose.FLIP_LEFT_RIGHT,
    3: Transpose.ROTATE_180,
    4: Transpose.FLIP_TOP_BOTTOM,
    5: Transpose.TRANSPOSE,
    6: Transpose.ROTATE_270,
    7: Transpose.TRANSVERSE,
    8: Transpose.ROTATE_90,
}
"""Exif's orientation -> what undoes it. Pillow's own way writes all tags anew and breaks on odd ones."""

register(
    {
        "picture_too_large": Code(
            status=413,
            title=marked("The picture is too large: 12 MB and 50 million points are the most."),
            advice=marked("Take it again with fewer points, or send a part of it."),
        ),
        "picture_unreadable": Code(
            status=422,
            title=marked("This is no picture that can be read here."),
            advice=marked("Send a JPEG, PNG or WebP, such as a phone's camera makes."),
        ),
    }
)


def redrawn(data: bytes) -> bytes:
    """What the picture shows as a JPEG, upright, at most 1,800 pixels a side.

    The type is told by the content. Refuses what has too many bytes or pixels, or is no picture.
    """
    if len(data) > LARGEST:
        too_large(len(data))
    with _faults(len(data)), Image.open(BytesIO(data), formats=FORMATS) as image:
        if image.width * image.height > _most_pixels(image):
            too_large(len(data))
        image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        turn = TURNS.get(image.getexif().get(Tag.Orientation, 1))
        return _as_jpeg(image if turn is None else image.transpose(turn))


def _most_pixels(image: Image.Image) -> int:
    """A progressive JPEG is held as a whole, six bytes a pixel, before any of it can be made smaller."""
    in_scans = "progressive" in image.info
    return MOST_OTHERWISE if in_scans else MOST_PIXELS.get(image.format or "", MOST_OTHERWISE)


def too_large(size: int) -> NoReturn:
    refuse("picture_too_large", field="picture", size=size, limit=LARGEST)


def _as_jpeg(image: Image.Image) -> bytes:
    """Through a new image, which takes no profile, comment or text of the old one along."""
    clean, out = Image.new("RGB", image.size, "white"), BytesIO()
    if image.has_transparency_data:
        layer = image.convert("RGBA")
        clean.paste(layer, mask=layer)
    else:
        clean.paste(image.convert("RGB"))
    clean.save(out, "JPEG", quality=QUALITY, optimize=True)
    return out.getvalue()


@contextmanager
def _faults(size: int) -> Iterator[None]:
    """What a decoder says of a broken or overlarge file, as refusals."""
    try:
        yield
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        too_large(size)
    except (OSError, SyntaxError, ValueError, TypeError, EOFError, struct.error, zlib.error):
        refuse("picture_unreadable", field="picture")
