"""The page of the protocol is true: it has everything that can be said, and its examples can be sent."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from lastcard import Game, edition
from lastcard.editions.language import FLAWS
from lastcard.events import KINDS
from lastcard.server import catalogue, client, entries, requests, telling
from lastcard.server.errors import REFUSALS
from lastcard.server.openapi import description
from lastcard.server.setup import Options, Setup
from lastcard.server.web import NewPerson, NewRule, NewTable, Seat

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8")
REQUESTS: dict[str, type] = {kind.__struct_config__.tag: kind for kind in get_args(requests.AnyMessage)}
ENTRIES = [kind.__struct_config__.tag for kind in get_args(entries.AnyEntry) if kind not in entries.SILENT]
SERVER = {
    kind.__struct_config__.tag: kind for kind in (telling.Told, telling.Welcome, telling.Ok, telling.No, telling.Bye)
}
PATHS: dict[str, dict[str, Any]] = description(NewTable, NewPerson, NewRule, Seat)["paths"]


def section(title: str) -> str:
    """The part of the page under a heading, up to the next one of its level or a higher one."""
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#{{1,2}} |^\1 |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, f"there is no heading {title}"
    return found[2]


def blocks(language: str) -> list[str]:
    """The examples of a kind."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def arrows(arrow: str) -> list[str]:
    """The messages of the conversations in one direction."""
    return re.findall(rf"^{arrow} (.+)$", PAGE, re.MULTILINE)


def messages() -> list[dict[str, Any]]:
    """All examples that are JSON objects of their own, whoever sends them."""
    return [json.loads(text) for text in [*blocks("json"), *arrows("→"), *arrows("←")]]


def rows(text: str) -> list[str]:
    """What stands in backticks in the first cell of the rows of tables."""
    return [name for cell in re.findall(r"^\| (.*?) \|", text, re.MULTILINE) for name in re.findall(r"`([^`]+)`", cell)]


def fields_of(message: type) -> set[str]:
    """The fields of a message, its tag not counted."""
    return set(message.__struct_fields__)  # type: ignore[attr-defined]


@pytest.mark.parametrize("tag", REQUESTS)
def test_every_request_has_an_example_with_all_its_fields(tag: str) -> None:
    """Each message of a client is shown whole at least once."""
    shown: list[set[str]] = [set(message) - {"t"} for message in messages() if message.get("t") == tag]
    assert fields_of(REQUESTS[tag]) in shown


@pytest.mark.parametrize("tag", sorted(set(REQUESTS) - {"hello"}))
def test_every_request_is_explained(tag: str) -> None:
    """Each has a paragraph that begins with its name, and each of its own fields is named on the page."""
    assert f"**`{tag}`**" in section("Requests")
    own = fields_of(REQUESTS[tag]) - {"id"}
    assert [field for field in own if f"`{field}`" not in PAGE and f'"{field}"' not in section("Requests")] == []


def test_every_example_of_a_client_can_be_sent() -> None:
    """The server reads them all."""
    sent = [json.dumps(message) for message in messages() if message.get("t") in REQUESTS]
    assert {requests.decode(text).__struct_config__.tag for text in sent} == set(REQUESTS)
    assert all(json.loads(text)["t"] in REQUESTS for text in arrows("→"))


def test_every_example_of_the_server_has_a_known_kind_and_known_fields() -> None:
    """Nothing is shown that the server would not say."""
    told = [message for message in messages() if "t" in message and message["t"] not in REQUESTS]
    assert {message["t"] for message in told} == set(SERVER)
    for message in told:
        assert set(message) - {"t"} <= fields_of(SERVER[message["t"]])
        assert message.get("what", {"t": ENTRIES[0]})["t"] in ENTRIES


def test_every_field_of_the_servers_messages_is_documented() -> None:
    """Each stands in a table or an example."""
    for kind in SERVER.values():
        assert [field for field in fields_of(kind) if f"`{field}`" not in PAGE and f'"{field}"' not in PAGE] == []


def test_every_kind_of_line_and_event_is_documented() -> None:
    """The tables of what can happen are complete, and have nothing else."""
    told = section("`event`").partition("`what` has")[2]
    assert re.findall(r"^\| `([^`]+)` \|", told, re.MULTILINE) == ENTRIES
    assert [kind for kind in KINDS if f"| `{kind}` |" not in section("Events of the game")] == []


@pytest.mark.parametrize("tag", ENTRIES)
def test_the_fields_of_a_line_are_those_that_are_told(tag: str) -> None:
    """A row has the fields that everybody may know, in their order."""
    kind = next(kind for kind in get_args(entries.AnyEntry) if kind.__struct_config__.tag == tag)
    empty = msgspec.convert({"t": tag, **{field: _blank(kind, field) for field in _own_fields(kind)}}, kind)
    told = list(telling.what_of(empty))[1:]
    row = re.search(rf"^\| `{tag}` \| (.*?) ?\|", section("`event`"), re.MULTILINE)
    assert row is not None
    assert re.findall("`([^`]+)`", row[1]) == told


def _own_fields(kind: type) -> list[str]:
    """The fields that an entry has besides those of all entries."""
    common = entries.Entry.__struct_fields__
    return [field for field in kind.__struct_fields__ if field not in common]  # type: ignore[attr-defined]


def _blank(kind: type, field: str) -> Any:
    """Some value for a field of an entry."""
    if field == "setup":
        return {}
    wanted = str(kind.__annotations__[field])
    return {"int": 0, "str": "", "bool": True}.get(wanted, "bot" if "Literal" in wanted else [])


def test_every_refusal_is_documented_in_its_words() -> None:
    """The list is that of the code."""
    assert re.findall(r"^\| `([^`]+)` \| (.+) \|$", section("Refusals"), re.MULTILINE) == list(REFUSALS.items())


def test_only_codes_that_exist_are_named() -> None:
    """What the page says is refused with a code, is."""
    named = {
        code
        for part in re.findall(r"[Rr]efused (?:also )?with ((?:`[a-z-]+`(?:, | and | or )?)+)", PAGE)
        for code in re.findall("`(.+?)`", part)
    }
    assert named <= set(REFUSALS)


def test_every_flaw_of_a_rule_is_documented() -> None:
    """They stand in one sentence."""
    found = re.search(r"The kinds are\n(.+)\.\n", PAGE)
    assert found is not None
    assert re.findall("`([^`]+)`", found[1]) == list(FLAWS)


def test_every_close_code_is_documented() -> None:
    """Each has a row."""
    codes = {client.NORMAL, client.POLICY, client.TOO_LARGE, client.RESTART, client.SLOW}
    assert {int(code) for code in re.findall(r"^\| (\d{4}) \|", section("`bye`"), re.MULTILINE)} == codes


def test_every_field_of_the_table_and_the_options_is_documented() -> None:
    """What a set-up has is what the page says."""
    named = set(rows(section("The table")))
    assert set(Options.__struct_fields__) <= named
    assert set(Setup.__struct_fields__) <= set(re.findall("`([a-z_]+)`", section("The table")))
    usual = next(example for example in messages() if "clock" in example)
    assert usual == msgspec.to_builtins(Options())


def test_every_field_of_the_view_is_documented() -> None:
    """Those that there always are, those of a round that is over, and those of a table."""
    game = Game.from_position("classic hands=r5/g3 discard=r7 turn=0")
    game.play("0 play r5")
    assert "left" in game.view(0).to_dict()
    of_table = {"decision", "clock", "telling", "catching", "why", "reasons"}
    assert set(game.view(0).to_dict()) | of_table == set(rows(section("The view")))


def test_every_field_of_a_kind_of_card_and_of_the_language_is_documented() -> None:
    """In the examples, whole."""
    text = section("What there is")
    kind = catalogue.whole(edition("house"))["faces"][0]["kinds"][0]
    language = catalogue.language()
    for thing in (kind, language, language["subjects"][0], language["verbs"][0], language["limits"]):
        assert [field for field in thing if f'"{field}"' not in text] == []


def test_every_address_is_documented_and_every_example_has_one() -> None:
    """Each path of the OpenAPI description is named, and no other is asked for."""
    assert [
        path for path in PATHS if f"`{path}`" not in PAGE and f" {path}`" not in PAGE and f" {path}\n" not in PAGE
    ] == []
    for example in blocks("http"):
        method, path = example.split("\n", 1)[0].split("?")[0].split(" ")
        fitting = [known for known in PATHS if re.fullmatch(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(known)), path)]
        assert fitting, f"{path} is no address"
        assert method.lower() in PATHS[fitting[0]]


def test_every_body_in_an_example_is_as_it_should_be() -> None:
    """What is sent over HTTP can be sent, and what is answered is JSON unless it is a record."""
    for example in blocks("http"):
        asked, answered = example.split("\n\n")
        path, *body = asked.split("\n")
        if body:
            kind: type = {"people": NewPerson, "rules": NewRule}.get(path.rpartition("/")[2], NewTable)
            msgspec.json.decode(body[0], type=kind)
        if "record" not in path:
            assert isinstance(json.loads(answered.split("\n", 1)[1]), dict)
