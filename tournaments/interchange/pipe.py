"""The output buffer of an archive that is sent while it is written."""


class Pipe:
    """A write-only file that returns the bytes written since the last read."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def write(self, data: bytes, /) -> int:
        self.pieces.append(bytes(data))
        return len(self.pieces[-1])

    def flush(self) -> None:
        """Do nothing, since no other buffer exists."""

    def close(self) -> None:
        """Do nothing: written bytes remain until ``drain``."""

    def drain(self) -> bytes:
        data, self.pieces = b"".join(self.pieces), []
        return data
