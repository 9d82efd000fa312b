"""Put into a Python as its `sitecustomize`: what Windows lacks is gone, what it does otherwise is so here.

The libraries that look at the system's name see Linux; the server is told that it is on Windows. Code of ours
that leaves an encoding to the system, which is not UTF-8 there, fails.
"""

import errno
import importlib.abc
import os
import select
import signal
import socket
import subprocess  # noqa: F401 - goes by what it finds here
import sys
import time
import warnings

import billiard.compat  # noqa: F401 - goes by the system's name, as do these
import numpy as np  # noqa: F401
import platformdirs  # noqa: F401

MODULES = {
    "fcntl",
    "resource",
    "grp",
    "pwd",
    "termios",
    "pty",
    "tty",
    "crypt",
    "syslog",
    "readline",
    "gunicorn",
}
CALLS = [
    (os, "fork forkpty getuid geteuid getgid getegid setuid setgid getgroups getpgid getpgrp setpgid setsid"),
    (os, "killpg wait wait3 wait4 waitid nice chown lchown chroot fchmod fchown mkfifo mknod uname statvfs"),
    (
        os,
        "fstatvfs getloadavg sched_getaffinity sched_setaffinity getpriority setpriority posix_spawn ttyname",
    ),
    (
        signal,
        "SIGHUP SIGKILL SIGQUIT SIGUSR1 SIGUSR2 SIGALRM SIGCHLD SIGPIPE SIGCONT SIGSTOP SIGTSTP SIGWINCH",
    ),
    (signal, "alarm pause setitimer getitimer pthread_kill pthread_sigmask sigpending sigwait siginterrupt"),
    (socket, "AF_UNIX SO_REUSEPORT"),
    (select, "poll epoll"),
    (time, "tzset"),
]


class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def no_second_name(*args, **kwargs):
    raise OSError(errno.EPERM, "this disk has no hard links")


def no_modes(*args, **kwargs):
    return 0o777


for module, names in CALLS:
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
os.link, os.umask = no_second_name, no_modes
sys.meta_path.insert(0, Absent())
for name in MODULES & sys.modules.keys():
    del sys.modules[name]
os.name = "nt"
try:
    import waitress.server
finally:
    os.name = "posix"
assert waitress.server.trigger.trigger.kind == "loopback"
warnings.filterwarnings("error", category=EncodingWarning, module=r"(deploy|games|rules|tournaments)(\.|$)")
