"""One Merkle tree over the whole log, and its signed heads: deploy/format/tree.md."""
