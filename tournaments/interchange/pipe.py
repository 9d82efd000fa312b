"""What an archive is written to while it is sent."""


class Pipe:
    """A file that is only written, and what was written since it was last asked."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def write(self, data: bytes, /) -> int:
        self.pieces.append(bytes(data))
        return len(self.pieces[-1])

    def flush(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """What is written stays until it is asked for."""

    def drain(self) -> bytes:
        data, self.pieces = b"".join(self.pieces), []
        return data
