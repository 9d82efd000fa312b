"""A crowd reads the standings while results are entered: what it gets, how fast, and whether it is new."""
