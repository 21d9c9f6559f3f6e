"""Where people find the server: on this machine, in the local network, and as a QR code for phones."""

from __future__ import annotations

import io
import ipaddress
import os
import re
import socket
import sys
from typing import Any

import segno


def local_network() -> str | None:
    """The address of this machine in its network; None if it has none. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: only the route is looked up
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


def addresses(host: str, port: int) -> tuple[str, str | None]:
    """The address for this machine, and the one for others."""
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - it means everywhere
        network = local_network()
        return f"http://localhost:{port}", f"http://{network}:{port}" if network else None
    shown = f"[{host}]" if ":" in host else host
    own = host in {"127.0.0.1", "localhost", "::1"}
    return f"http://{shown}:{port}", None if own else f"http://{shown}:{port}"


def internal_address(host: str, port: int) -> str:
    """Where other nodes reach one that listens there, unless it is told otherwise: HOST:PORT."""
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - it means everywhere
        host = local_network() or "127.0.0.1"
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def invitation(scheme: str, host: str, listens: str, port: int | None, path: str) -> dict[str, Any] | None:
    """A link that others can open, and its QR code as rows of 0 and 1; None if the host is none.

    `host` is what a client calls this server. A name that only this machine understands is
    replaced, if the server listens to others too, by its address in the local network.
    """
    name = _HOST.fullmatch(host)
    if name is None or len(host) > _LONGEST_HOST:
        return None
    network = addresses(listens, port)[1] if port and is_loopback(name[1]) else None
    link = (network or f"{scheme}://{host}") + path
    rows = segno.make(link, micro=False).matrix
    return {"link": link, "qr": ["".join("1" if dark else "0" for dark in row) for row in rows]}


_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
_LONGEST_HOST = 260


def is_loopback(name: str) -> bool:
    """Whether a name or address means the machine itself."""
    name = name.lower().strip("[]").rstrip(".")
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def qr_code(text: str) -> str:
    """A QR code of half-block characters, for a terminal."""
    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()


def has_browser() -> bool:
    """Whether a window with a page can be opened here."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
