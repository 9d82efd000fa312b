"""Django's two database engines with an end to their patience (`games/log/patience.py`)."""
