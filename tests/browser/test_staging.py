"""Staged tables are as good as played ones: they fold, a server goes on with them, and their records verify."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lastcard import commands
from lastcard.checks.fairness import commitment_of
from lastcard.game import Game
from lastcard.record import read_proof, read_record
from lastcard.server.table import entries as e
from lastcard.server.table.fold import Table
from tests.browser import staging
from tests.browser.staging import Staged, stage
from tests.browser.wanted import (
    Wanted,
    after,
    asked,
    bluff,
    can,
    can_only_draw,
    can_play,
    can_win,
    cards_in_hand,
    few_cards,
    game_over,
    honest,
    in_round,
    just_dealt,
    liable,
    next_after,
    round_over,
    side_is,
    to_draw,
    top_is,
    two_cards,
    won_by,
)
from tests.server.harness import Guest, Room, Server, eventually, room, run, sqlite_url
from tests.server.players import check_log, read_log
from tests.server.turns import play_out

MOST_MOVES = 20_000
"""How many moves a search may try: a second's worth."""

SITUATIONS: dict[str, tuple[str, int, Wanted, dict[str, Any]]] = {
    "the deal": ("classic", 2, just_dealt(), {}),
    "a bluff": ("classic", 2, bluff(0, "W+4"), {}),
    "an honest Wild Draw Four": ("classic", 4, honest(0, "W+4") & next_after(0, 3), {"people": 1}),
    "a challenge": ("classic", 3, asked(0, "challenge") & after(10), {}),
    "two cards": ("classic", 3, two_cards(0) & can_play(0, "S"), {}),
    "somebody to catch": ("classic", 3, liable(1) & can("0 catch 1"), {}),
    "nothing to play": ("classic", 2, can_only_draw(0), {}),
    "an empty draw pile": ("classic", 3, to_draw(2) & asked(0), {}),
    "the last card of a game": ("classic", 2, can_win(0), {"settings": {"target": 20}}),
    "a round that ends soon": ("classic", 3, few_cards(3) & asked(0), {}),
    "a second round over": ("classic", 3, round_over() & in_round(2), {}),
    "a game over": ("classic", 2, game_over(), {}),
    "a vote": ("house", 3, asked(0, "vote"), {"settings": {"custom": ["custom-8"]}}),
    "a swap": ("house", 3, asked(0, "target") & top_is("WX"), {}),
    "a Flip on the dark side": ("flip", 3, side_is("dark") & asked(0) & can_play(0, "F"), {}),
    "a dark bluff among ten": ("flip", 10, side_is("dark") & bluff(0, "W+C"), {"people": [0, 5], "bots": "casual"}),
    "a discard": ("flip-marvel", 3, asked(0, "discard"), {}),
    "a duel": ("flip-transformers", 3, asked(0) & can_play(0, "WP"), {}),
    "a call that is asked": ("classic", 2, asked(0, "uno"), {"settings": {"uno": "ask"}}),
}
"""By name: the edition, the number of seats, what is wanted, and how."""


def folded(staged: Staged) -> Table:
    """The table as the database has it."""
    table = Table(0, staged.code)
    table.fold(read_log(staged.database, staged.code))
    return table


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file with the tables of several tests; the engine is compiled on the way."""
    url = sqlite_url(tmp_path_factory.mktemp("staged"))
    stage(url, "classic", 2, after(5))
    return url


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_situation_is_found_and_its_log_folds_to_it(
    database: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Soon, and the table is where the search was, with everybody on their seats and nobody there."""
    edition, players, wanted, more = SITUATIONS[name]
    made: list[object] = []
    make = Game.make

    def noted(game: Game, move: Any, **how: Any) -> Any:
        made.append(move)
        return make(game, move, **how)

    monkeypatch.setattr(Game, "make", noted)
    staged = stage(database, edition, players, wanted, **more)
    assert len(staged.game.history) <= len(made) < MOST_MOVES
    assert wanted(staged.game)
    check_log(read_log(database, staged.code))
    table = folded(staged)
    assert table.game is not None
    assert table.game.position() == staged.game.position()
    assert table.phase == ("over" if staged.game.over else "playing")
    assert {seat.person for seat in table.seats if seat.person} == {sitter.person for sitter in staged.people.values()}
    assert all(table.seats[seat].bot is None for seat in staged.people)
    assert all(chair.bot for seat, chair in enumerate(table.seats) if seat not in staged.people)
    assert table.asleep
    assert not table.somebody_present()


def test_the_same_is_found_each_time(tmp_path: Path) -> None:
    """Down to the last card; with another seed it is another game."""
    wanted = asked(0) & cards_in_hand(0, 3)
    first, second, other = (
        stage(sqlite_url(tmp_path / folder), "flip", 3, wanted, seed=seed)
        for folder, seed in (("a", 0), ("b", 0), ("c", 1))
    )
    assert first.game.position() == second.game.position() != other.game.position()
    assert (first.code, first.tokens) == (second.code, second.tokens)


def test_what_can_not_be_is_said_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names what was wanted."""
    monkeypatch.setattr(staging, "_lengths", lambda: [20] * 5)
    with pytest.raises(AssertionError, match="the dark side is in play, and not"):
        stage(sqlite_url(tmp_path), "classic", 2, side_is("dark") & ~just_dealt())


def test_a_plain_question_will_do(tmp_path: Path) -> None:
    """Whatever looks at a game and says yes or no."""

    def red_on_top(game: Game) -> bool:
        return game.color == "red" and game.asks == (1, "play")

    staged = stage(sqlite_url(tmp_path), "classic", 2, red_on_top, names=("Zoë", "Al"))
    assert staged.game.color == "red"
    assert [sitter.name for sitter in staged.people.values()] == ["Zoë", "Al"]


def test_nobody_else_could_tell_a_staged_log_from_a_played_one(tmp_path: Path) -> None:
    """The secret is committed to, tokens stand there as digests, and the deal has everybody's mix."""
    staged = stage(sqlite_url(tmp_path), "house", 3, after(5), people=2)
    entries = [line.entry for line in read_log(staged.database, staged.code)]
    created = entries[0]
    assert isinstance(created, e.Created)
    assert commitment_of(bytes.fromhex(created.secret), bytes.fromhex(created.salt)) == staged.commitment
    assert not any(token in e.encode(entry) for token in staged.tokens.values() for entry in entries)
    started = next(entry for entry in entries if isinstance(entry, e.Started))
    assert started.mixes == [staged.people[0].mix, staged.people[1].mix, ""]
    assert sum(isinstance(entry, e.Consented) for entry in entries) == 2
    assert {entry.how for entry in entries if isinstance(entry, e.Moved)} == {"player", "bot"}


# --- with a server ------------------------------------------------------------------------------------


async def enter(here: Room, staged: Staged) -> list[Guest]:
    """All people of a staged table, by seat, each over a socket of their own."""
    guests = [here.with_token(staged.code, sitter.token, sitter.person) for sitter in staged.people.values()]
    for guest in guests:
        await guest.enter()
    number = max(guest.welcome["n"] for guest in guests)
    for guest in guests:
        await guest.seen(number)
    return guests


def verify(folder: Path, record: str, staged: Staged) -> None:
    """`lastcard verify`, with what the players' browsers have kept."""
    file = folder / "record.txt"
    file.write_text(record, encoding="utf-8")
    mixes = [word for sitter in staged.people.values() for word in ("--mix", f"{sitter.seat}={sitter.mix}")]
    assert commands.main(["verify", str(file), "--commitment", staged.commitment, *mixes]) == 0


@pytest.mark.parametrize("running", [False, True], ids=["before the server starts", "while the server runs"])
def test_people_come_back_to_staged_tables_and_play_them_out(tmp_path: Path, running: bool) -> None:
    """Several tables in one database; each goes on where it was, and its record verifies from the first move."""

    def staged_tables() -> list[Staged]:
        url, quick = sqlite_url(tmp_path), {"scoring": "hand"}
        return [
            stage(url, "classic", 3, bluff(0, "W+4"), settings=quick),
            stage(url, "house", 2, few_cards(4) & asked(1), settings={**quick, "custom": ["custom-7"]}),
            stage(url, "flip", 3, side_is("dark") & asked(0), people=[0, 2], settings=quick),
        ]

    async def test() -> None:
        tables = [] if running else staged_tables()
        with Server(sqlite_url(tmp_path)) as server:
            tables = tables or staged_tables()
            async with room(server) as here:
                for staged in tables:
                    guests = await enter(here, staged)
                    for guest in guests:
                        expected = staged.game.view(guest.seat or 0).to_dict()
                        assert guest.view["hand"] == expected["hand"]
                        assert guest.moves() == [move.split(" ", 1)[1] for move in expected["moves"]]
                    await play_out(guests)
                    record = (await here.http.get(f"/api/tables/{staged.code}/record")).text
                    proof = read_proof(record)
                    assert proof is not None
                    assert proof.commitment == staged.commitment
                    made = [str(move) for move in read_record(record).history]
                    assert made[: len(staged.game.history)] == [str(move) for move in staged.game.history]
                    verify(tmp_path, record, staged)

    run(test)


def test_a_staged_end_of_a_game_has_its_record_and_a_rematch(server: Server, tmp_path: Path) -> None:
    """The host asks for another game, and the old record is still there."""

    async def test() -> None:
        staged = stage(server.database, "classic", 2, won_by(1), settings={"scoring": "hand"})
        async with room(server) as here:
            ann, bob = await enter(here, staged)
            assert ann.table["phase"] == "over"
            assert ann.table["secret"]
            await bob.seen(await ann.ask("rematch"))
            assert ann.table["commitment"] != staged.commitment
            verify(tmp_path, (await here.http.get(f"/api/tables/{staged.code}/record?game=1")).text, staged)

    run(test)


def test_a_table_left_awake_is_in_the_list_of_public_ones(server: Server) -> None:
    """As after a server that was killed: it goes on by itself."""

    async def test() -> None:
        staged = stage(server.database, "flip", 4, after(3), public=True, awake=True)
        async with room(server) as here:

            async def resumed() -> bool:
                return any(isinstance(line.entry, e.Resumed) for line in read_log(server.database, staged.code))

            await eventually(resumed)
            listed = (await here.http.get("/api/tables")).json()["tables"]
            assert staged.code in [table["code"] for table in listed]

    run(test)
