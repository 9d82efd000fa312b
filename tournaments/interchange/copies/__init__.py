"""All that concerns one person, as one file: for themselves, and for who keeps the register."""
