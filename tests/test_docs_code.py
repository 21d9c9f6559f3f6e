"""Every block of code in the documentation runs, or names only what exists.

`CONTRIBUTING.md` has the rule for each language.

Blocks with `>>>` are run by doctest and not here.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lastcard import Game, write_record
from lastcard.checks.conformance import run_case
from lastcard.checks.fairness import Shuffle
from lastcard.commands import COMMANDS, main, parser
from lastcard.editions import language, registry
from lastcard.editions.house_rules import read_house_rules
from lastcard.editions.load import parse

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")])
LANGUAGES = {"", "http", "json", "pycon", "python", "sh", "text", "toml"}
RUN = {"analyse", "arena", "check", "editions", "perft", "replay", "simulate", "tournament", "verify"}
"""Commands that end by themselves; the others are only looked at."""
HASHED = {"commitment 1", "shuffle 1"}
"""What looks like a command and is the beginning of what is hashed for a fair shuffle."""
FEW = {"simulate": "20", "arena": "2", "tournament": "2"}
"""How many games or deals such a command plays here, whatever the page says."""

BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^(?:\$ )?((?:lastcard|make) .*)$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A block of code on a page."""

    language: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    """The blocks of a page in their order."""
    text = page.read_text(encoding="utf-8")
    return [Block(m[2], textwrap.dedent(m[3]), text[: m.start()].count("\n") + 1) for m in BLOCK.finditer(text)]


def page_name(page: Path) -> str:
    """A page as tests are named by it."""
    return str(page.relative_to(ROOT))


def targets() -> set[str]:
    """What `make` can make."""
    return set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def extras() -> set[str]:
    """The extras of the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return set(project["optional-dependencies"])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as a reader of the pages has it: a record with a proof, own editions and bots, and the rule cases."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_known", {})
    mixes = (bytes.fromhex("c0ffee"), b"", bytes.fromhex("57"))  # the worked example of the page about fairness
    shuffle = Shuffle(bytes(range(32)), bytes(range(32, 64)), mixes)
    game = Game("classic", players=3, seed=shuffle.key, scoring="hand", uno="auto")
    while not game.over:
        moves = game.legal_moves()
        game.play(next((move for move in moves if move.kind == "play"), moves[0]))
    Path("game.txt").write_text(write_record(game, ["Ann", "Bot", "Cem"], shuffle), encoding="utf-8")
    mine = (
        (ROOT / "tests" / "data" / "harbour.toml").read_text(encoding="utf-8").replace('id = "harbour"', 'id = "mine"')
    )
    Path("mine.toml").write_text(mine, encoding="utf-8")
    Path("my-editions").mkdir()
    Path("my-editions", "mine.toml").write_text(mine, encoding="utf-8")
    file, program = (block.text for block in blocks(ROOT / "docs" / "arena.md") if block.language == "python")
    Path("my_bot.py").write_text(file, encoding="utf-8")
    Path("my_program.py").write_text(program, encoding="utf-8")
    Path("tests").symlink_to(ROOT / "tests")
    Path("src").symlink_to(ROOT / "src")
    return tmp_path


class Reader:
    """Goes through the blocks of a page as a reader does who tries everything."""

    def __init__(self) -> None:
        self.space: dict[str, Any] = {"__name__": "page"}
        self.printed: str | None = None

    def read(self, block: Block) -> None:
        """Run or check a block."""
        printed, self.printed = self.printed, None
        if block.language == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(block.text, "<page>", "exec"), self.space)  # noqa: S102 - our own pages
            self.printed = out.getvalue()
        elif block.language == "text":
            assert printed is not None, "a text block is what the python block before it prints"
            assert block.text == printed
        elif block.language == "toml":
            self.toml(block.text)
        elif block.language == "sh":
            for line in block.text.replace("\\\n", " ").splitlines():
                self.command(line)
        elif block.language == "":
            for line in COMMAND.findall(block.text):
                self.command(line)

    def toml(self, text: str) -> None:
        """An edition, rule cases, a house rule, or keys of a face."""
        data = tomllib.loads(text)
        if "id" in data:
            Path(f"{data['id']}.toml").write_text(text, encoding="utf-8")
            parse(text, f"{data['id']}.toml")
        elif "case" in data:
            assert [run_case(case) for case in data["case"]] == [""] * len(data["case"])
        elif "setting" in data:
            assert read_house_rules(text, "house-rule.toml")
        else:
            assert set(data) <= {"does", "turned_up", "as_last_card"}
            for sentences in data.values():
                language.parse(sentences, two_sided=True)

    def command(self, line: str) -> None:
        """A line for a shell."""
        for one in line.split(" && "):
            words = shlex.split(one, comments=True)
            while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
                words = words[1:]
            if words and words[0] == "lastcard":
                lastcard(words[1:])
            elif words:
                other(words)


def lastcard(words: list[str]) -> None:
    """One of our own commands: it must be understood, and if it ends by itself it must end well."""
    if words[0] in FEW and "--games" in words:
        words[words.index("--games") + 1] = FEW[words[0]]
    parser(words[0]).parse_args(words)
    if words[0] in RUN and "--on" not in words:  # a cluster is an extra
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            assert main(words) == 0, words


def other(words: list[str]) -> None:
    """Any other command names what exists."""
    first, *rest = words
    if first == "make":
        settings = {word.partition("=")[0] for word in rest if "=" in word}
        assert {word for word in rest if "=" not in word} <= targets(), words
        assert settings <= {*re.findall(r"^(\w+) \?=", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)}, words
    elif first == "cd":
        assert (ROOT / rest[0]).is_dir(), words
    elif first == "npm":
        assert rest[-1] in (ROOT / "web" / "package.json").read_text(encoding="utf-8"), words
    elif first == "pip":
        assert set(re.findall(r"[\[,](\w+)", " ".join(rest))) <= extras(), words
    elif first == "python":
        assert rest[0] == "-m", words
        places = [word for word in rest[1:] if "/" in word]
        assert all((ROOT / place).exists() for place in places), words
    else:
        assert words == [".", ".venv/bin/activate"], words


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_block_of_code_runs_or_names_what_exists(page: Path) -> None:
    """All blocks of a page, from the first to the last, in a folder of a reader's own."""
    reader = Reader()
    for block in blocks(page):
        place = f"{page_name(page)}, line {block.line}"
        assert block.language in LANGUAGES, place
        assert (">>>" in block.text) == (block.language == "pycon"), place
        if page.name == "CONTRIBUTING.md" and block.language == "python":
            continue  # see the last test
        try:
            reader.read(block)
        except Exception as error:
            error.add_note(place)
            raise


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_command_in_a_sentence_exists(page: Path) -> None:
    """A `lastcard` command between backticks has its options, and `make` what it makes."""
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    for said in re.findall(r"`(?:\.venv/bin/)?lastcard ([^`]+)`", text):
        command, *words = said.split()
        if said in HASHED:
            continue
        if command.startswith("--"):
            assert command in {"--version", "--help"}, said
            continue
        assert command in COMMANDS, said
        commands = parser(command)._subparsers._group_actions[0].choices  # type: ignore[union-attr]
        options = commands[command]._option_string_actions  # type: ignore[index]
        assert {word for word in words if word.startswith("--")} <= set(options), said
    assert set(re.findall(r"`make (\w+)`", text)) <= targets()


def test_every_variable_of_the_environment_is_one_that_is_read() -> None:
    """`LASTCARD_PLAIN` and the like."""
    code = "".join(
        file.read_text(encoding="utf-8") for part in ("src", "tests") for file in (ROOT / part).rglob("*.py")
    )
    for page in PAGES:
        for name in set(re.findall(r"LASTCARD_[A-Z]+", page.read_text(encoding="utf-8"))):
            assert f'"{name}"' in code, f"{page_name(page)} names {name}"


def test_the_edition_on_the_page_is_the_one_that_is_tested() -> None:
    """The example of the page about own editions is a file of the tests."""
    [toml] = [block for block in blocks(ROOT / "docs" / "own-edition.md") if block.language == "toml"]
    assert toml.text == (ROOT / "tests" / "data" / "harbour.toml").read_text(encoding="utf-8")


def test_a_verb_can_be_added_as_contributing_says(tmp_path: Path) -> None:
    """The blocks of the page, put where it says, make a sentence that works."""
    number, sentence, function, line = (
        block.text
        for block in blocks(ROOT / "CONTRIBUTING.md")
        if block.language == "python" and "game" not in block.text
    )
    package = tmp_path / "lastcard"
    shutil.copytree(
        ROOT / "src" / "lastcard", package, ignore=shutil.ignore_patterns("__pycache__", "kernel-*", "server", "load")
    )
    put(package / "engine" / "rules.py", "\n# Subjects", f"{number}\n")
    put(
        package / "editions" / "language.py",
        ')  # fmt: skip\n"""Every sentence there is.',
        textwrap.indent(sentence, "    "),
    )
    verbs = package / "engine" / "kernel" / "verbs.py"
    put(verbs, "def do_notice(", f"{function}\n\n")
    put(verbs, "    return do_notice(", textwrap.indent(line, "    "))
    program = textwrap.dedent("""
        from lastcard import Game, Layout
        layout = Layout(hands=["W1 g4", "b2 b3"], discard="r5", turn=0)
        game = Game.from_layout("house", layout, custom=["next player shows the hand"])
        game.play("0 play W1")
        print(*(str(card) for card in game.view(0).hands[1]))
    """)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "LASTCARD_PLAIN": "1"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "b2 b3\n", done.stderr


def put(file: Path, before: str, text: str) -> None:
    """Put text into a file, before a text that is there once."""
    content = file.read_text(encoding="utf-8")
    assert content.count(before) == 1, (file, before)
    file.write_text(content.replace(before, text + before), encoding="utf-8")
