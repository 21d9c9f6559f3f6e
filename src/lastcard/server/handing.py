"""Handing an open socket from one process to another of the same server, without a byte of it being read or copied.

A pair of sockets is the way. The process that starts the others keeps both ends, so that what was handed over waits
until whoever is at the other end is there (again). Only where the system can do this (`config.can_share`).
"""

from __future__ import annotations

import contextlib
import errno
import socket

_AT_ONCE = 64
"""Sockets that are taken in one go, so that those who are served already have their turn in between."""
_FULL = frozenset({errno.EAGAIN, errno.ETOOMANYREFS, errno.ENOBUFS})


def pair() -> tuple[socket.socket, socket.socket]:
    """The end that gives, and the end that takes."""
    gives, takes = socket.socketpair()
    gives.setblocking(False)
    takes.setblocking(False)
    return gives, takes


def give(gives: socket.socket, handed: socket.socket) -> bool:
    """Hand a socket over; False if so many wait at the other end that it must be tried again later.

    It is open at the other end from then on, whether it is closed here or not.
    """
    try:
        socket.send_fds(gives, [b"."], [handed.fileno()])
    except OSError as error:
        if error.errno in _FULL:
            return False
        raise
    return True


def take(takes: socket.socket) -> list[socket.socket]:
    """What was handed over, some of it at a time."""
    taken: list[socket.socket] = []
    with contextlib.suppress(BlockingIOError):
        while len(taken) < _AT_ONCE:
            _, numbers, _, _ = socket.recv_fds(takes, 1, 1)  # one byte: what came with the next one is another's
            taken += [socket.socket(fileno=number) for number in numbers]
            if not numbers:
                break
    return taken
