"""Editions from anywhere: by id, by file, made known by a program; and that an id means one edition only."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from lastcard import Card, Game, Layout, edition, edition_names, load_edition, read_record, write_record
from lastcard.bots import bot, next_move
from lastcard.bots.faces import hits_next, matches
from lastcard.editions import Edition, by_id, find, load, load_folder, printed, register, registry
from lastcard.errors import EditionError, LastcardError

HARBOUR = Path(__file__).resolve().parent / "data" / "harbour.toml"
TEXT = HARBOUR.read_text("utf-8")


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test makes known is forgotten after it."""
    monkeypatch.setattr(registry, "_known", {})


def written(folder: Path, name: str = "mine.toml", text: str = TEXT) -> Path:
    """A file with an edition."""
    file = folder / name
    file.write_text(text, "utf-8")
    return file


# --- finding --------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", [HARBOUR, str(HARBOUR)])
def test_a_file_is_found_by_its_path_and_then_by_its_id(which: str | Path) -> None:
    """As a path, or as a text that can only be one."""
    found = edition(which)
    assert (found.id, edition("harbour"), by_id("harbour"), find("harbour")) == ("harbour", found, found, found)
    assert edition_names() == (*printed(), "harbour")


@pytest.mark.parametrize("name", printed())
def test_a_printed_edition_is_found_by_its_id(name: str) -> None:
    """Without anything being loaded."""
    assert edition(name) is by_id(name)
    assert edition(edition(name)) is by_id(name)


def test_a_path_without_an_ending_is_a_path_too(tmp_path: Path) -> None:
    """A text with a separator in it is no id."""
    assert edition(str(written(tmp_path, "harbour"))).id == "harbour"
    with pytest.raises(EditionError, match="no/such/file: can't be read: No such file"):
        edition("no/such/file")


def test_an_unknown_id_says_how_to_load_one() -> None:
    """With what there is, and what may have been meant."""
    with pytest.raises(EditionError) as caught:
        Game("harbour")
    assert str(caught.value) == (
        "there is no edition 'harbour'; there are classic, house, flip, flip-marvel, flip-transformers. "
        "One of your own is known once its file is loaded: --edition FILE.toml with a command, "
        "load_edition(path) in Python"
    )
    load_edition(HARBOUR)
    with pytest.raises(EditionError, match=r"there is no edition 'harbor'; did you mean harbour\? there are classic"):
        Game("harbor")


@pytest.mark.parametrize("text", [f"{HARBOUR} players=2", "./harbour.toml players=2"])
def test_a_position_names_no_file(text: str) -> None:
    """Text that came from somebody else reads nothing but what it is."""
    with pytest.raises(EditionError, match="there is no edition"):
        Game.from_position(text)


# --- one id, one edition --------------------------------------------------------------------------


def test_the_same_file_again_is_the_same_edition(tmp_path: Path) -> None:
    """However often it is loaded, and from wherever the same words come."""
    first = load_edition(HARBOUR)
    assert load_edition(str(HARBOUR)) is first
    assert load_edition(written(tmp_path)) is first
    assert register(load(HARBOUR)) is first


def test_a_changed_file_is_loaded_anew_for_new_games(tmp_path: Path) -> None:
    """A game that goes on keeps its edition."""
    file = written(tmp_path)
    game = Game(file, 3, seed=1)
    written(tmp_path, text=TEXT.replace("draws 3", "draws 4"))
    changed = Game(file, 3, seed=1)
    assert "next player draws 4" in changed.edition.sides[0].kind_of["+3"].does
    assert "next player draws 3" in game.edition.sides[0].kind_of["+3"].does
    assert by_id("harbour") == changed.edition != game.edition
    assert game.edition.digest != changed.edition.digest


def test_a_file_whose_id_changes_gives_the_old_one_back(tmp_path: Path) -> None:
    """It still has one edition."""
    file = written(tmp_path)
    load_edition(file)
    written(tmp_path, text=TEXT.replace('id = "harbour"', 'id = "docks"'))
    load_edition(file)
    assert edition_names() == (*printed(), "docks")
    assert find("harbour") is None


def test_a_file_that_is_no_longer_right_leaves_what_was_known(tmp_path: Path) -> None:
    """It is refused, and the edition as it was loaded stays."""
    file = written(tmp_path)
    first = load_edition(file)
    written(tmp_path, text=TEXT.replace("cards = 96", "cards = 95"))
    with pytest.raises(EditionError, match="its faces add up to 96 cards; the edition says 95"):
        load_edition(file)
    assert by_id("harbour") is first


def test_the_id_of_a_printed_edition_can_not_be_taken(tmp_path: Path) -> None:
    """It would be mistaken for the printed one; the printed one itself may lie in a file."""
    other = written(tmp_path, text=TEXT.replace('id = "harbour"', 'id = "flip"'))
    with pytest.raises(EditionError) as caught:
        load_edition(other)
    assert str(caught.value).startswith(
        f"{other}: its id is 'flip', which is that of a printed edition, but it has other"
    )
    data = Path(registry.__file__).parent / "data"
    assert load_edition(data / "flip.toml") is by_id("flip")


def test_two_files_can_not_have_the_same_id(tmp_path: Path) -> None:
    """Both are named."""
    load_edition(HARBOUR)
    other = written(tmp_path, text=TEXT.replace("draws 3", "draws 4"))
    with pytest.raises(EditionError) as caught:
        load_edition(other)
    assert str(caught.value) == (
        f"{other}: its id is 'harbour', which is that of another edition, from {HARBOUR}; "
        "give one of the two another id"
    )
    with pytest.raises(EditionError, match=f"a program: its id is 'harbour', .* from {HARBOUR}"):
        register(load(other))
    assert by_id("harbour") == load(HARBOUR)


def test_many_threads_can_load_at_once(tmp_path: Path) -> None:
    """Each gets its own edition, and all are known afterwards."""
    files = [written(tmp_path, f"{n}.toml", TEXT.replace('"harbour"', f'"harbour-{n}"')) for n in range(8)]
    found: list[Edition] = []
    threads = [
        threading.Thread(target=lambda file=file: found.append(edition(file))) for file in files for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(one.id for one in found) == sorted([f"harbour-{n}" for n in range(8)] * 3)
    assert edition_names() == (*printed(), *(f"harbour-{n}" for n in range(8)))


# --- folders --------------------------------------------------------------------------------------


def test_a_folder_is_loaded_whole(tmp_path: Path) -> None:
    """Every *.toml file in it, and nothing else; a file stands for itself."""
    written(tmp_path, "b.toml")
    written(tmp_path, "a.toml", TEXT.replace('"harbour"', '"docks"'))
    written(tmp_path, "notes.txt", "no edition")
    assert [one.id for one in load_folder(tmp_path)] == ["docks", "harbour"]
    assert [one.id for one in load_folder(tmp_path / "b.toml")] == ["harbour"]


def test_a_folder_without_editions_is_refused(tmp_path: Path) -> None:
    """Most likely it is the wrong one."""
    with pytest.raises(EditionError, match=r"has no edition file, which would end in \.toml"):
        load_folder(tmp_path)
    with pytest.raises(EditionError, match="is no folder and no file"):
        load_folder(tmp_path / "nowhere")


# --- everything works with it ---------------------------------------------------------------------


def test_texts_of_a_loaded_edition_are_read_back() -> None:
    """Positions, saved games, records and layouts name it by its id."""
    game = Game(edition=HARBOUR, players=4, seed=3)
    for _ in range(60):
        game.play(game.legal_moves()[0])
        assert Game.from_position(game.position()).position() == game.position()
    assert Game.load(game.save()).position() == game.position()
    assert read_record(write_record(game)).position() == game.position()
    laid_out = Game.from_layout(str(HARBOUR), Layout(hands=["n+3 s1", "c1 c2"], discard="n5", turn=0))
    assert [event.text for event in laid_out.play("0 play n+3")][-1] == "Seat 1 misses the turn."


def test_texts_of_an_edition_that_is_not_loaded_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """In another process it must be loaded again."""
    game = Game(HARBOUR, players=2, seed=3)
    texts = game.position(), write_record(game), game.save()
    monkeypatch.setattr(registry, "_known", {})
    readers = Game.from_position, read_record, Game.load
    for read, text in zip(readers, texts, strict=True):
        with pytest.raises(LastcardError, match="there is no edition 'harbour'"):
            read(text)  # type: ignore[operator]


def test_bots_know_the_cards_of_a_loaded_edition() -> None:
    """What a face does, and which colour is which, as with printed cards."""
    game = Game.from_layout(HARBOUR, Layout(hands=["n+3 s1 s2", "c1 c2 c3"], discard="s5", turn=0))
    view = game.view(0)
    assert hits_next(view.hand[0])
    assert [matches(Card.parse(text, game.edition), view) for text in ("s1", "c1")] == [True, False]
    bots = {seat: bot("simple", seat) for seat in range(2)}
    while not game.over:
        game.play(next_move(game, bots))
    assert game.winners
