"""Days and moments in the format of the reader's language."""
