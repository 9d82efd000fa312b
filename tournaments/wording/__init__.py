"""Days and moments as the language of whoever asks writes them."""
