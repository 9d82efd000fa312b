"""Jobs of a tournament that officials see: pairing, proving, rescoring."""
