"""What the site needs beyond `docs/`: the pages at the project's root, and examples in docstrings as code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import griffe
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LICENSE = "license.md"
_ELSEWHERE = re.compile(r'"https://[^"]+/(?:mermaid|resize-observer-polyfill)[^"]*"')
_EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


def on_files(files: Files, config: Any) -> Files:
    """Put the pages of the root beside those of `docs/`."""
    for name, place in PAGES.items():
        files.append(File.generated(config, place, content=_from_here((ROOT / name).read_text("utf-8"))))
    licence = (ROOT / "LICENSE").read_text("utf-8")
    files.append(File.generated(config, LICENSE, content=f"# License\n\n```\n{licence.strip()}\n```\n"))
    return files


def _from_here(text: str) -> str:
    """Links of a page at the root, as they are from `docs/`."""
    text = text.replace("](docs/", "](").replace("](LICENSE)", f"]({LICENSE})")
    for name, place in PAGES.items():
        text = text.replace(f"]({name}", f"]({place}")
    return text


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links from `docs/` to the root."""
    up = "../" * page.file.src_uri.count("/")
    for name, place in PAGES.items():
        markdown = re.sub(rf"\]\((?:\.\./)+{re.escape(name)}", f"]({up}{place}", markdown)
    return markdown


def on_post_build(config: Any) -> None:
    """The theme's script would fetch two programs from another host, on pages that need them; ours don't."""
    scripts = Path(config["site_dir"]) / "assets" / "javascripts"
    for script in scripts.rglob("*.js"):
        script.write_text(_ELSEWHERE.sub('""', script.read_text("utf-8")), "utf-8")
    for source_map in scripts.rglob("*.map"):
        source_map.unlink()


class Examples(griffe.Extension):
    """Examples in docstrings stand there as doctest wants them; on the site they are blocks of code."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put a fence around each."""
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
