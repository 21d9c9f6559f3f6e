"""Which codes the page of the protocol says something is refused with."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from lastcard.server.errors import REFUSALS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")

_IN_BRACKETS = {"lobby": "not-now", "host": "not-host", "seat": "not-seated"}
"""What stands in brackets after the name of a request, and the code for whom it is not so."""


def _codes(text: str) -> set[str]:
    return set(re.findall(r"`([a-z-]+)`", text)) & set(REFUSALS)


def _section(title: str) -> str:
    found = re.search(rf"^(#+) {title}.*?\n(.*?)(?=^#{{1,2}} |^\1 |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, f"there is no heading {title}"
    return found[2]


@cache
def codes_of_request(tag: str) -> frozenset[str]:
    """The codes with which a request over the socket may be refused; of one that there is not, those of any."""
    text = _section("Requests")
    anybody = _codes(text[text.index("Any request") : text.index("*Lobby*")])
    found = re.search(
        rf"^\*\*`{re.escape(tag)}`\*\*(?: \((.*?)\))?(.*?)(?=^\*\*`|^#|\Z)", text, re.MULTILINE | re.DOTALL
    )
    if found is None:
        return frozenset(anybody)
    conditions = {code for word, code in _IN_BRACKETS.items() if word in (found[1] or "")}
    return frozenset(anybody | conditions | _codes(found[2]))


@cache
def codes_of_address(method: str, path: str) -> frozenset[str]:
    """The codes with which a request over HTTP may be refused; path as in the OpenAPI description."""
    text = _section("Over HTTP")
    anybody = _codes(text[text.index("Any request") : text.index("| status |")])
    heading = re.escape(f"`{method} {path}`")
    own = _section(heading) if re.search(f"^### {heading}", PAGE, re.MULTILINE) else _section("What there is")
    return frozenset(anybody | _codes(own))
