"""Where people find the server: on this machine, in the local network, and as a QR code for phones."""

from __future__ import annotations

import io
import os
import socket
import sys

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


def qr_code(text: str) -> str:
    """A QR code of half-block characters, for a terminal."""
    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()


def has_browser() -> bool:
    """Whether a window with a page can be opened here."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
