"""Keeps a federation's processes alive: web server, worker, schedule. Whichever ends is started again, alone.

The supervisor holds the listening socket, so that connections wait while nobody accepts, and HUP has a new
web server begin beside the old one, which leaves when the new one is ready.
"""
