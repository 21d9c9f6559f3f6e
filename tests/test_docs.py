"""The documentation is true: it names every sentence of the card language, and only things that exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import lastcard
from lastcard import Card, Event, Game, Move, Record, Settings, View, batch, bots, edition, edition_names, errors
from lastcard.batch import Batch
from lastcard.editions.language import SUBJECTS, VERBS, parse
from lastcard.editions.load import _EDITION_KEYS, _FACE_KEYS, _NUMBERS_KEYS, _SIDE_KEYS
from lastcard.editions.settings import SETTING_NAMES
from lastcard.editions.suggested import SUGGESTED
from lastcard.engine.kinds import MOVE_KINDS
from lastcard.engine.schema import State
from lastcard.text.layout import Layout
from lastcard.text.position import _ASKS
from tests.tables import made

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "lastcard"
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), *(page for page in ROOT.glob("*.md"))])
EDITION_PAGES = sorted((DOCS / "editions").glob("*.md"))

GLOSSARY = (
    "Action", "Actor", "Analysis", "Batch", "Bluff", "Card", "Challenge", "Commitment", "Decision", "Digest",
    "Discard pile", "Draw pile", "Edition", "Entry", "Event", "Face", "Hand", "Host", "Instruction", "Kernel",
    "Lease", "Level", "Liable", "Library", "Line", "Mask", "Mix", "Move", "Node", "Notice", "Person", "Play-out",
    "Policy", "Position", "Program", "Question", "Record", "Resample", "Schema", "Seat", "Sentence", "Setting",
    "Side", "Spectator", "Stand-in", "State", "Subject", "Table", "Turn", "Verb", "View", "Viewer", "Wild", "World",
)  # fmt: skip


KINDS: dict[str, type] = {
    "Batch": Batch, "Card": Card, "Event": Event, "Game": Game, "Layout": Layout, "Move": Move, "Record": Record,
    "Settings": Settings, "View": View,
}  # fmt: skip
HISTORY = {"CHANGELOG.md", "0006-compile-cache-by-digest.md"}
"""Pages that tell of what is no more."""


def page_name(page: Path) -> str:
    """A page as tests are named by it."""
    return str(page.relative_to(ROOT))


def anchors(text: str) -> set[str]:
    """The anchors that headings of a page make."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def ticked(text: str) -> set[str]:
    """Everything in backticks outside of code blocks."""
    return set(re.findall(r"`([^`\n]+)`", re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL)))


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_link_leads_somewhere(page: Path) -> None:
    """A relative link names a file of the project, and an anchor a heading in it."""
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{page_name(page)} links to {target}"
        assert not anchor or anchor in anchors(file.read_text(encoding="utf-8")), f"{page_name(page)} links to {target}"


def test_every_sentence_of_the_card_language_is_documented() -> None:
    """The page of the card language has a row for each verb, with an example that has its form, and each subject."""
    text = (DOCS / "cards.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", text, re.MULTILINE))
    assert [verb.form for verb in VERBS if verb.form not in rows] == []
    assert [subject for subject in SUBJECTS if f"`{subject}`" not in text] == []


def test_the_examples_of_the_card_language_are_sentences() -> None:
    """Each example can be read, after the sentences that it may need."""
    text = (DOCS / "cards.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", text, re.MULTILINE))
    before = [
        "player names a colour",
        "player chooses another player",
        "player and chosen player compare highest numbers",
        "player with most cards draws 1",
    ]
    for verb in VERBS:
        after = ["next player draws 1"] if "challenge" in verb.form else []
        found = parse([*before, rows[verb.form], *after], two_sided=True)
        assert verb.op in [instruction.op for instruction in found]


def test_every_key_of_an_edition_file_is_documented() -> None:
    """The page of the card language names each key that the loader knows."""
    text = (DOCS / "cards.md").read_text(encoding="utf-8")
    names = [*_EDITION_KEYS, *_SIDE_KEYS, *_NUMBERS_KEYS, *_FACE_KEYS]
    assert [name for name in names if not re.search(rf"`[^`\n]*\b{name}\b[^`\n]*`", text)] == []


def test_every_move_and_key_of_a_position_is_documented() -> None:
    """The page of the notations names each kind of move, each question and each key."""
    words = ticked((DOCS / "notation.md").read_text(encoding="utf-8"))
    registers = {field.word for field in State.fields.values() if field.word}
    keys = {*Layout.__dataclass_fields__, *registers, "settings", "rules", "ask", "know", "counter"} - {"open_ends"}
    assert sorted({*MOVE_KINDS, *_ASKS, *keys} - words) == []


def test_every_field_of_the_state_is_documented() -> None:
    """The page of the engine names each field of the record."""
    words = ticked((DOCS / "engine.md").read_text(encoding="utf-8"))
    assert sorted(set(State.fields) - words) == []


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_table_from_the_code_is_up_to_date(page: Path) -> None:
    """What `python -m tests.tables` would write is what is there."""
    text = page.read_text(encoding="utf-8")
    assert text == made(text)


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in HISTORY], ids=page_name)
def test_every_attribute_on_a_page_exists(page: Path) -> None:
    """`Game.view`, `Batch.step` and the like are names that there are."""
    text = page.read_text(encoding="utf-8")
    for kind, name in re.findall(rf"\b({'|'.join(KINDS)})\.(\w+)", text):
        known = dir(KINDS[kind]) + list(getattr(KINDS[kind], "__dataclass_fields__", ()))
        assert name in known, f"{page_name(page)} names {kind}.{name}"


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in HISTORY], ids=page_name)
def test_every_file_in_a_sentence_exists(page: Path) -> None:
    """A path in backticks is one of the project, from its root, the package or the engine."""
    for word in ticked(page.read_text(encoding="utf-8")):
        if (
            re.fullmatch(r"[\w.-]+(?:/[\w.-]+)*/[\w-]+\.(?:py|toml|md)", word)
            and not word.endswith("ID.toml")
            and "ID.md" not in word
        ):
            assert any((base / word).is_file() for base in (ROOT, PACKAGE, PACKAGE / "engine")), (
                f"{page_name(page)} names {word}"
            )


def test_every_page_is_on_the_site() -> None:
    """The navigation names each page of `docs/`, and no other but those of the project's root."""
    named = re.findall(
        r"^ +- (?:[\w ]+: )?([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE
    )
    pages = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")}
    assert sorted(named) == sorted(pages | {"index.md", "contributing.md", "changelog.md", "license.md"})


def test_every_public_name_is_in_the_reference() -> None:
    """What `lastcard`, its bots and its batches offer has a place in the pages of `docs/api`."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in (DOCS / "api").glob("*.md"))
    shown = {path.rpartition(".")[2] for path in re.findall(r"^::: ([\w.]+)$", text, re.MULTILINE)}
    shown |= {
        name for name, value in vars(errors).items() if isinstance(value, type)
    }  # the page of the errors has the module
    offered = {*lastcard.__all__, *bots.__all__, *batch.__all__} - {"edition_names"}
    assert sorted(offered - shown) == []


def test_every_setting_is_documented() -> None:
    """Each setting stands on a page about rules or editions."""
    pages = [DOCS / "rules.md", *EDITION_PAGES]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    assert [name for name in SETTING_NAMES if not re.search(rf"`{name}\b", text)] == []


def test_every_suggested_rule_is_documented_as_it_is() -> None:
    """The page of the house edition has the words and the sentences of each."""
    text = (DOCS / "editions" / "house.md").read_text(encoding="utf-8")
    for rule in SUGGESTED.values():
        assert rule.says in text
        assert all(f"`{sentence}`" in text for sentence in rule.does)


@pytest.mark.parametrize("name", edition_names())
def test_every_edition_has_a_page_with_its_deck(name: str) -> None:
    """The page shows each kind of card with its copies and points."""
    text = (DOCS / "editions" / f"{name}.md").read_text(encoding="utf-8")
    for side in edition(name).sides:
        for kind in side.kinds:
            if kind.number is None:
                copies = f"{kind.copies}" if kind.wild else f"{kind.copies} of each colour"
                assert f"| `{kind.symbol}` | {kind.name} | {copies} | {kind.points} |" in text


@pytest.mark.parametrize("page", EDITION_PAGES, ids=page_name)
def test_every_file_and_name_on_an_edition_page_exists(page: Path) -> None:
    """A path in backticks is a file of the project, and what follows its colon stands in it."""
    for word in ticked(page.read_text(encoding="utf-8")):
        match = re.fullmatch(r"([\w./-]+\.(?:py|toml|md))(?::(\w+))?", word)
        if not match:
            continue
        file = next((base / match[1] for base in (PACKAGE, ROOT) if (base / match[1]).is_file()), None)
        assert file is not None, f"there is no file {word}"
        if match[2]:
            definition = rf"^(?:(?:def|class) )?{match[2]}\b"
            assert re.search(definition, file.read_text(encoding="utf-8"), re.MULTILINE), f"there is no {word}"


@pytest.mark.parametrize("page", EDITION_PAGES, ids=page_name)
def test_every_case_on_an_edition_page_exists(page: Path) -> None:
    """A case in the last column is a case of the file named before it."""
    rows = re.findall(r"^\| `[a-z0-9-]+` \| .* \| ([^|]+) \|$", page.read_text(encoding="utf-8"), re.MULTILINE)
    for column in rows:
        for file, names in re.findall(r"; ([a-z-]+): ((?:`[a-z0-9-]+`(?:, )?)+)", column):
            data = tomllib.loads((ROOT / "tests" / "conformance" / f"{file}.toml").read_text(encoding="utf-8"))
            ids = {case["id"] for case in data["case"]}
            assert set(re.findall("`([^`]+)`", names)) <= ids


def test_every_rule_is_on_an_edition_page() -> None:
    """Each id of the rule page stands in a table that says how it is carried out."""
    rules = (DOCS / "rules.md").read_text(encoding="utf-8")
    ids = set(re.findall(r"`([a-z]+(?:-[a-z0-9]+)+)`", rules)) - set(edition_names()) | set(SUGGESTED)
    shown = {
        rule
        for page in EDITION_PAGES
        for rule in re.findall(r"^\| `([a-z0-9-]+)` \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert sorted(ids - shown) == []


def test_the_glossary_has_the_words_of_the_code() -> None:
    """Each concept has an entry, and none has two."""
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    entries = [word.strip() for group in re.findall(r"\*\*([^*]+)\*\* \u2013", text) for word in group.split(",")]
    assert sorted(set(GLOSSARY) - set(entries)) == []
    assert len(entries) == len(set(entries))


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_lines_of_prose_are_short_or_end_with_a_sentence(page: Path) -> None:
    """Outside of code, tables and headings a line ends before column 110, or where a sentence does."""
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    prose = [line for line in text.splitlines() if not line.lstrip().startswith(("|", "#", "!["))]
    assert [line for line in prose if len(line) >= 110 and not re.search(r"[.:!?…][)*\"'`_]*$", line)] == []
