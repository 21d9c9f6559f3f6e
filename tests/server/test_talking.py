"""Chat, reactions, and not having to hear them."""

from __future__ import annotations

from lastcard.server.table.granting import MAX_CHAT, REACTIONS
from tests.server.harness import Guest, Refused, Server, refused, room, run


def _heard(guest: Guest) -> list[str]:
    """The texts and reactions that somebody heard, in order."""
    whats = [told["what"] for told in guest.told if told.get("what")]
    return [what.get("text") or what["reaction"] for what in whats if what["t"] in {"said", "reacted"}]


def test_everybody_hears_what_is_said(server: Server) -> None:
    """Players and spectators, in the lobby and in a game, with the spaces tidied up."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, start=False)
            eve = await here.watch(ann.code).enter()
            await ann.ask("chat", text="  hello\n there <b>&  ")
            await bob.ask("ready")
            await ann.ask("start")
            number = await bob.ask("chat", text="Żółw 🐢")
            for guest in (ann, bob, eve):
                await guest.seen(number)
                assert _heard(guest) == ["hello there <b>&", "Żółw 🐢"]
            assert eve.told[-1]["what"] == {"t": "said", "by": bob.person, "text": "Żółw 🐢"}

    run(test)


def test_a_text_too_long_empty_or_not_to_be_shown_is_refused(sqlite_server: Server) -> None:
    """The refusal says how long it may be."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            for text in ("x" * (MAX_CHAT + 1), "", " \n ", "\u200b", "a\x07b", "\u202eabc", "x" * 2000):
                ann = await (await here.create()).enter()
                no = await refused(ann.ask("chat", text=text))
                assert no.code == "bad-text"
                assert f"1 to {MAX_CHAT} characters" in no.say
                await ann.ask("chat", text="y" * MAX_CHAT)

    run(test)


def test_whoever_talks_too_much_must_wait(server: Server) -> None:
    """Texts and reactions count together; moves do not."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob = await here.table_of(2, options={"clock": None})
            codes = []
            for turn in range(20):
                try:
                    await (ann.ask("chat", text=f"{turn}") if turn % 2 else ann.ask("react", reaction="wow"))
                except Refused as no:
                    codes.append(no.code)
            assert set(codes) == {"slow-down"}
            assert 5 <= 20 - len(codes) <= 12
            asked = ann if ann.asked else bob
            await asked.move(asked.moves()[-1])

    run(test)


def test_there_is_a_fixed_list_of_reactions(sqlite_server: Server) -> None:
    """Each is heard by everybody; any other is refused with the list."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            for some in (REACTIONS[:4], REACTIONS[4:]):
                ann, bob = await here.table_of(2, start=False)
                for reaction in some:
                    await bob.seen(await ann.ask("react", reaction=reaction))
                assert _heard(bob) == list(some)
            no = await refused(ann.ask("react", reaction="<script>"))
            assert no.code == "bad-text"
            assert all(reaction in no.say for reaction in REACTIONS)

    run(test)


def test_a_muted_person_is_not_heard_by_whoever_muted_them(server: Server) -> None:
    """Everybody else hears them, numbers have no gap, also after coming back, and unmuting ends it."""

    async def test() -> None:
        async with room(server) as here:
            ann, bob, cid = await here.table_of(3, start=False)
            await ann.ask("mute", person=bob.person)
            before = ann.number
            await bob.ask("chat", text="rude")
            await bob.ask("react", reaction="laugh")
            number = await cid.ask("chat", text="kind")
            for guest in (ann, bob, cid):
                await guest.seen(number)
            assert _heard(ann) == ["kind"]
            assert _heard(bob) == _heard(cid) == ["rude", "laugh", "kind"]
            assert not any("rude" in frame or "laugh" in frame for frame in ann.frames)
            assert [told["n"] for told in ann.told if told["n"] > before] == list(range(before + 1, number + 1))

            await ann.drop()
            ann.told.clear()
            await ann.enter()
            assert _heard(ann) == ["kind"]
            assert [told["n"] for told in ann.told] == list(range(1, ann.number + 1))

            await ann.ask("mute", person=bob.person, on=False)
            await ann.seen(await bob.ask("chat", text="sorry"))
            assert _heard(ann)[-1] == "sorry"

    run(test)


def test_nobody_mutes_themselves_or_somebody_who_is_not_there(sqlite_server: Server) -> None:
    """Both are refused."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            ann = await (await here.create()).enter()
            assert (await refused(ann.ask("mute", person=ann.person))).code == "no-person"
            assert (await refused(ann.ask("mute", person=7))).code == "no-person"

    run(test)
