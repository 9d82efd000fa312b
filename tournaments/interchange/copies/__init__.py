"""The data that concerns one person, as one file, for the person and for the keeper of the register."""
