"""The page that browsers get: the files that `make page` builds, with how long each may be kept.

Names in `assets` have a digest of what is in them and never change; everything else is
asked for again each time. Without a built page the rest of the server works all the same.
"""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

NOT_BUILT = "the page is not built; `make page` builds it"

ADDRESSES = ("/", "/new", "/t/{code}", "/t/{code}/replay", "/help", "/help/{edition}", "/daily", "/statistics")
"""Where the page is; it looks at the address itself and shows what belongs there."""

_ASK_AGAIN = "no-cache"
_FOR_EVER = "public, max-age=31536000, immutable"

_KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
for _ending, _kind in _KINDS.items():
    mimetypes.add_type(
        _kind, _ending
    )  # systems differ in what they call these, and a browser that may not guess refuses a script by another name


class _Files(StaticFiles):
    """The files of a folder, with how long they may be kept."""

    def __init__(self, folder: Path, keep: str) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.config_checked = True  # a folder that is not there is one without files
        self._keep = keep

    def file_response(self, *arguments: Any, **more: Any) -> Response:
        """A file, or that it has not changed."""
        response = super().file_response(*arguments, **more)
        response.headers["cache-control"] = self._keep
        return response


class Page:
    """The built page in a folder."""

    def __init__(self, folder: Path) -> None:
        self._index = folder / "index.html"
        self._root, self._assets = _Files(folder, _ASK_AGAIN), _Files(folder / "assets", _FOR_EVER)

    @property
    def built(self) -> bool:
        """Whether there is a page."""
        return self._index.is_file()

    @property
    def script(self) -> str:
        """The path of the page's script as of now, empty if there is none: another one is another page."""
        text = self._index.read_text("utf-8") if self.built else ""
        scripts = [tag for tag in re.findall(r"<script\b[^>]*>", text) if re.search(r"""\btype=["']?module\b""", tag)]
        found = re.search(r"""\bsrc=["']?(/assets/[^"'\s>]+)""", scripts[0]) if scripts else None
        return found[1] if found else ""

    def routes(self) -> list[BaseRoute]:
        """Every address of the page, and its scripts, styles and pictures."""
        return [*(Route(address, self.index) for address in ADDRESSES), Mount("/assets", self._assets)]

    async def index(self, request: Request) -> Response:
        """The page itself."""
        if not self.built:
            return PlainTextResponse(NOT_BUILT + "\n", 503, headers={"cache-control": "no-store"})
        return await self._root.get_response(self._index.name, request.scope)

    async def elsewhere(self, request: Request) -> Response | None:
        """What a browser gets at an address that nothing else answers.

        A file of the page, or the page, which says that there is nothing.
        """
        path: str = request.scope["path"]
        if request.method not in {"GET", "HEAD"} or path == "/api" or path.startswith("/api/"):
            return None
        if "/" not in path[1:]:
            try:
                return await self._root.get_response(path[1:], request.scope)
            except HTTPException:
                pass  # there is no such file
        if not self.built or "text/html" not in request.headers.get("accept", ""):
            return None
        return HTMLResponse(self._index.read_bytes(), 404, headers={"cache-control": _ASK_AGAIN})
