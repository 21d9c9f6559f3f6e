"""The page's types of what goes over the socket are those of the server's own description."""

import shutil
import subprocess
from pathlib import Path

import msgspec

from lastcard.server.edge.messages import description

WEB = Path(__file__).parent.parent / "web"


def test_the_types_of_the_page_are_made_from_the_description() -> None:
    """Whoever changes a message must run `make types`, and the page is checked against what came of it."""
    made = subprocess.run(
        [str(shutil.which("npm")), "run", "--silent", "types"],
        cwd=WEB,
        input=msgspec.json.encode(description()),
        capture_output=True,
        check=True,
    )
    assert made.stdout.decode() == (WEB / "src" / "lib" / "wire.ts").read_text()
