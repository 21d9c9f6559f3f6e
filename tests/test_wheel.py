"""The wheel is ready the moment it is installed: in an empty environment, without a compiler, Node or Numba.

The environment is real, and so are its processes and the server's socket. All tests share one environment, also
when they run in several workers; the packages that a server needs are added by the first test that wants them.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest
from filelock import FileLock

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "src" / "lastcard" / "server" / "page" / "index.html"
CASES = ROOT / "tests" / "conformance" / "challenge.toml"
MEGABYTE = 1_000_000

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="the page is not built; `make page` builds it")


@dataclass(frozen=True)
class Environment:
    """An environment with the wheel, and a home in which nothing is yet."""

    folder: Path
    home: Path

    @property
    def variables(self) -> dict[str, str]:
        """All that a process there knows of this machine: its `PATH` has what was installed and nothing else."""
        places = ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
        return {"PATH": str(self.folder / "bin"), "LANG": "C.UTF-8", **dict.fromkeys(places, str(self.home))}

    def run(self, program: str, *arguments: str, said: str = "") -> str:
        """Run a program to its end, with what is said to it; what it printed. It must not fail or complain."""
        done = subprocess.run(
            [self.folder / "bin" / program, *arguments],
            input=said, capture_output=True, text=True, check=False, env=self.variables, cwd=self.home,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "building" not in done.stderr
        return done.stdout

    def files(self) -> set[Path]:
        """All files of the environment."""
        return {path for path in self.folder.rglob("*") if path.is_file()}


def _pip(*arguments: str | Path) -> None:
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
    outside = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}
    done = subprocess.run(
        [sys.executable, "-m", "pip", *arguments, *quiet], capture_output=True, text=True, check=False, env=outside
    )
    assert done.returncode == 0, done.stderr


def _install(environment: Path, wanted: Path | str) -> None:
    """By the pip of this environment, so that the other one needs none."""
    _pip("--python", environment / "bin" / "python", "install", "--constraint", ROOT / "constraints.txt", wanted)


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Callable[[str, Callable[[Path], None]], Path]:
    """Something that is made in a folder once for all workers."""
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent

    def made(name: str, make: Callable[[Path], None]) -> Path:
        folder, done = shared / name, shared / f"{name}.done"
        with FileLock(shared / f"{name}.lock"):
            if not done.exists():
                folder.mkdir(exist_ok=True)
                make(folder)
                done.touch()
        return folder

    return made


@pytest.fixture(scope="module")
def wheel(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """The wheel of these sources; `make wheel` names the one that it has made."""
    if "LASTCARD_WHEEL" in os.environ:
        return ROOT / os.environ["LASTCARD_WHEEL"]
    build = ("wheel", ROOT, "--no-deps", "--no-build-isolation", "--wheel-dir")
    (found,) = once("wheel", lambda folder: _pip(*build, folder)).glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(once: Callable[[str, Callable[[Path], None]], Path], wheel: Path) -> Path:
    """An environment with the wheel and what it needs, and nothing else."""

    def make(folder: Path) -> None:
        venv.create(folder)
        before = _size(folder)
        _install(folder, wheel)
        (folder / "added").write_text(str(_size(folder) - before))

    return once("environment", make)


@pytest.fixture(scope="module")
def installed_server(once: Callable[[str, Callable[[Path], None]], Path], wheel: Path, installed: Path) -> Path:
    """The same environment, with what a server needs."""
    once("server", lambda _: _install(installed, f"lastcard[server] @ {wheel.as_uri()}"))
    return installed


@pytest.fixture
def environment(installed: Path, tmp_path: Path) -> Environment:
    """The environment, for a person who has just come."""
    return Environment(installed, tmp_path)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def test_the_wheel_is_for_one_platform_and_has_the_engine_and_the_page(wheel: Path) -> None:
    """One library, the page as it is built now, and nothing beside the package."""
    assert re.fullmatch(r"lastcard-[0-9.]+-py3-none-(?!any)\w+\.whl", wheel.name)
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        assert archive.read("lastcard/server/page/index.html") == PAGE.read_bytes()
    assert len([name for name in names if name.startswith("lastcard/engine/kernel-")]) == 1
    assert {name.split("/")[0].split("-")[0] for name in names} == {"lastcard"}
    page = {f"lastcard/server/page/{path.relative_to(PAGE.parent).as_posix()}" for path in PAGE.parent.rglob("*.*")}
    assert {name for name in names if name.startswith("lastcard/server/page/")} == page


def test_it_is_small_and_needs_no_build_tools(environment: Environment) -> None:
    """What is installed with it takes less than 120 MB, most of it NumPy; Numba and LLVM are not there."""
    assert int((environment.folder / "added").read_text()) < 120 * MEGABYTE
    code = "from importlib.util import find_spec; print([name for name in ('numba', 'llvmlite') if find_spec(name)])"
    assert environment.run("python", "-c", code) == "[]\n"
    assert find_spec("numba") is not None  # while it is here


def test_a_first_game_needs_nothing_and_leaves_nothing(environment: Environment) -> None:
    """Importing it and playing write no file, neither at home nor in the environment, and load no NumPy."""
    before = environment.files()
    assert environment.run("python", "-c", "import lastcard") == ""
    code = (
        "import sys\nfrom lastcard import Game\ngame = Game('flip', players=3, seed=7)\n"
        "while not game.over:\n    game.play(game.legal_moves()[0])\n"
        "print(max(game.scores) >= 500, 'numpy' in sys.modules)"
    )
    assert environment.run("python", "-c", code) == "True False\n"
    assert "Everybody gets 7 cards." in environment.run("lastcard", "play", said="quit\n")
    assert list(environment.home.iterdir()) == []
    assert {path for path in environment.files() - before if "site-packages/lastcard/" in path.as_posix()} == set()


def test_every_command_of_one_person_works(environment: Environment) -> None:
    """The version, the editions, many games and cases of the rules."""
    assert re.fullmatch(r"lastcard [0-9.]+\n", environment.run("lastcard", "--version"))
    assert "108 cards" in environment.run("lastcard", "editions")
    assert environment.run("lastcard", "simulate", "--games", "100").startswith("100 games, ")
    assert re.search(r"^[1-9][0-9]* passed, 0 failed$", environment.run("lastcard", "check", str(CASES)), re.MULTILINE)
    assert list(environment.home.iterdir()) == []


def test_a_server_shows_its_page_and_is_small(installed_server: Path, tmp_path: Path) -> None:
    """It says where it is, is well, has the page, and no process of it takes 100 MB; asked to stop it ends well."""
    environment = Environment(installed_server, tmp_path)
    with subprocess.Popen(
        [installed_server / "bin" / "lastcard", "serve", "--host", "127.0.0.1", "--port", "0"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=environment.variables, cwd=tmp_path,
    ) as server:  # fmt: skip
        try:
            address = _address(server)
            with httpx.Client(base_url=address, timeout=60, trust_env=False) as client:
                assert client.get("/healthz").status_code == 200
                page = client.get("/")
                assert (page.status_code, page.content) == (200, PAGE.read_bytes())
                for path in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text):
                    assert client.get(path).status_code == 200, path
            assert all(_memory(process) < 100 * MEGABYTE for process in (server.pid, *_children(server.pid)))
            server.send_signal(signal.SIGTERM)
            assert server.stdout is not None
            assert "Stopped." in server.stdout.read()
            assert server.wait() == 0
        finally:
            server.kill()


def _address(server: subprocess.Popen[str]) -> str:
    """Where a server is, as soon as it says so."""
    said = []
    for line in server.stdout or ():
        found = re.search(r"on this machine\s+(http://\S+)", line)
        if found:
            return found[1]
        said.append(line)
    pytest.fail("the server ended without saying where it is: " + "".join(said))


def _children(process: int) -> list[int]:
    """The processes that a process has started, where the system says so."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in listed.read_text().split()] if listed.is_file() else []


def _memory(process: int) -> int:
    """Bytes of memory that a process has, where the system says so."""
    status = Path(f"/proc/{process}/status")
    if not status.is_file():
        return 0
    found = re.search(r"^VmRSS:\s+([0-9]+) kB$", status.read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024
