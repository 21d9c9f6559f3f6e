"""The sockets on which a server listens."""

from __future__ import annotations

import socket

from lastcard.server.errors import StartError


def bind(host: str, port: int, tries: int = 1, options: tuple[str, ...] = ("--host", "--port")) -> socket.socket:
    """A listening socket on the port, or on one of the next ones; `options` are those by which it was chosen."""
    for number in range(port, port + tries):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(2048)
        except OverflowError:
            listening.close()
            msg = f"{options[-1]}: the port is {port}; allowed are 0 to 65535"
            raise StartError(msg) from None
        except OSError as error:
            listening.close()
            reason = error.strerror or str(error)
        else:
            return listening
    msg = f"can't listen on {host} port {port}: {reason}; choose another with {' and '.join(options)}"
    raise StartError(msg)
