"""A crowd that reads the standings behind nginx while results are entered."""
