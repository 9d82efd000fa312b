"""Dates and times in the language of the reader."""
