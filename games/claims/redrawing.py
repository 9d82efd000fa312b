"""Re-encoding of uploaded pictures from their pixels. Pure.

The result has no metadata of the file: no place, time, camera, name or comment.
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

LARGEST_FILE = 12 * 1024 * 1024  # bytes of an uploaded file
MOST_PIXELS = {"JPEG": 50_000_000}  # as phones take them; a JPEG is decoded at the target size
MOST_PIXELS_OF_OTHERS = 25_000_000  # decoded as a whole: 100 MB
LONGEST_SIDE = 1800  # pixels of the stored picture: about 90 per stone on a 19x19 board
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
"""The transposition that undoes each Exif orientation. Pillow's own function fails on malformed tags."""

register(
    {
        "picture_too_large": Code(
            status=413,
            title=marked("The picture is too large. The limits are 12 MB and 50 million pixels."),
            advice=marked("Take the picture again at a lower resolution, or send a part of it."),
        ),
        "picture_unreadable": Code(
            status=422,
            title=marked("This picture cannot be read."),
            advice=marked("Send a JPEG, PNG or WebP, such as a phone's camera makes."),
        ),
    }
)


def redraw(data: bytes) -> bytes:
    """Return the picture as an upright JPEG of at most 1,800 pixels a side.

    The type is detected from the content. Refuses files with too many bytes or pixels, and files of other
    types.
    """
    if len(data) > LARGEST_FILE:
        refuse_too_large(len(data))
    with _refuse_decoder_faults(len(data)), Image.open(BytesIO(data), formats=FORMATS) as image:
        if image.width * image.height > _most_pixels(image):
            refuse_too_large(len(data))
        image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        turn = TURNS.get(image.getexif().get(Tag.Orientation, 1))
        return _as_jpeg(image if turn is None else image.transpose(turn))


def _most_pixels(image: Image.Image) -> int:
    """Return the limit.

    A progressive JPEG is decoded as a whole, six bytes a pixel, before it can be scaled.
    """
    in_scans = "progressive" in image.info
    return MOST_PIXELS_OF_OTHERS if in_scans else MOST_PIXELS.get(image.format or "", MOST_PIXELS_OF_OTHERS)


def refuse_too_large(size: int) -> NoReturn:
    refuse("picture_too_large", field="picture", size=size, limit=LARGEST_FILE)


def _as_jpeg(image: Image.Image) -> bytes:
    """Encode through a new image, which has no profile, comment or text of the old one."""
    clean, out = Image.new("RGB", image.size, "white"), BytesIO()
    if image.has_transparency_data:
        layer = image.convert("RGBA")
        clean.paste(layer, mask=layer)
    else:
        clean.paste(image.convert("RGB"))
    clean.save(out, "JPEG", quality=QUALITY, optimize=True)
    return out.getvalue()


@contextmanager
def _refuse_decoder_faults(size: int) -> Iterator[None]:
    """Turn errors of the decoder on a broken or too large file into refusals."""
    try:
        yield
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        refuse_too_large(size)
    except (OSError, SyntaxError, ValueError, TypeError, EOFError, struct.error, zlib.error):
        refuse("picture_unreadable", field="picture")
