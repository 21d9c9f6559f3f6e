"""The page of the protocol is true: it has everything that can be said, and its examples can be sent."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from lastcard import Game, edition
from lastcard.editions.choices import CHOICES
from lastcard.editions.language import FLAWS
from lastcard.events import KINDS
from lastcard.server.edge.openapi import description
from lastcard.server.edge.shapes import NewDaily, NewPerson, NewRule, NewTable
from lastcard.server.errors import REFUSALS
from lastcard.server.running import client
from lastcard.server.table import catalogue, entries, requests, showing, telling
from lastcard.server.table.changing import Stand, Teller, stand_of
from lastcard.server.table.fold import Past, Table
from lastcard.server.table.setup import Options, Setup
from lastcard.server.table.showing import OPEN, PUBLIC
from tests.server.by_hand import Log, add, table_with

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8")
REQUESTS: dict[str, type] = {kind.__struct_config__.tag: kind for kind in get_args(requests.AnyMessage)}
ENTRIES = [kind.__struct_config__.tag for kind in get_args(entries.AnyEntry) if kind not in entries.SILENT]
SERVER = {kind.__struct_config__.tag: kind for kind in (telling.Welcome, telling.Ok, telling.No, telling.Bye)}
LINES = [*ENTRIES, telling.HIDDEN]
OF_LINES = {"n", "at", "by", "events", "missed", "table", "view", "set", "edit", "check"}
"""The fields that any line may have."""
PATHS: dict[str, dict[str, Any]] = description()["paths"]


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
    told += [line for message in told for line in message.get("past", ())]
    assert {message["t"] for message in told} - set(LINES) == set(SERVER)
    for message in told:
        known = fields_of(SERVER[message["t"]]) if message["t"] in SERVER else OF_LINES | set(told_of(message["t"]))
        assert set(message) - {"t"} <= known
        for kind, *_ in message.get("events", ()):
            assert kind in KINDS


def test_every_field_of_the_servers_messages_is_documented() -> None:
    """Each stands in a table or an example."""
    for fields in (OF_LINES, *map(fields_of, SERVER.values())):
        assert [field for field in fields if f"`{field}`" not in PAGE and f'"{field}"' not in PAGE] == []


def test_every_kind_of_line_and_event_is_documented() -> None:
    """The tables of what can happen are complete, and have nothing else."""
    told = section("A line").partition("| kind |")[2]
    assert re.findall(r"^\| `([^`]+)` \|", told, re.MULTILINE) == ENTRIES
    assert f"kind `{telling.HIDDEN}`" in section("A line")
    assert not set(LINES) & {*SERVER, "hello"}, "a line can be told from other messages by its kind"
    assert [kind for kind in KINDS if f"| `{kind}` |" not in section("Events of the game")] == []


@pytest.mark.parametrize("tag", ENTRIES)
def test_the_fields_of_a_line_are_those_that_are_told(tag: str) -> None:
    """A row has the fields that everybody may know, in their order."""
    row = re.search(rf"^\| `{tag}` \| (.*?) ?\|", section("A line").partition("| kind |")[2], re.MULTILINE)
    assert row is not None
    assert re.findall("`([^`]+)`", row[1]) == told_of(tag)


def told_of(tag: str) -> list[str]:
    """The fields of a kind of line that not all lines have."""
    if tag == telling.HIDDEN:
        return []
    kind = next(kind for kind in get_args(entries.AnyEntry) if kind.__struct_config__.tag == tag)
    empty = msgspec.convert({"t": tag, **{field: _blank(kind, field) for field in _own_fields(kind)}}, kind)
    past = Past(entries.Line(1, 0, empty), 1, None, 0, {})
    return [field for field in telling.head_of(past, heard=True) if field not in {"t", "n", "at"}]


def _own_fields(kind: type) -> list[str]:
    """The fields that an entry has besides those of all entries."""
    common = entries.Entry.__struct_fields__
    return [field for field in kind.__struct_fields__ if field not in common]  # type: ignore[attr-defined]


def _blank(kind: type, field: str) -> Any:
    """Some value for a field of an entry."""
    if field == "setup":
        return {}
    wanted = str(kind.__annotations__[field])
    return {"int": 1, "str": "", "bool": True}.get(wanted, "bot" if "Literal" in wanted else [])


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
    usual = next(example for example in messages() if "pace" in example)
    assert usual == msgspec.to_builtins(Options())


def test_every_field_of_the_view_is_documented() -> None:
    """Those that there always are, those of a round that is over, and those of a table."""
    view = showing.view_of(following()[0], 0, 0)
    assert view is not None
    assert sorted(view) == sorted(set(rows(section("The view"))))


# --- what changed ---------------------------------------------------------------------------------


def following() -> tuple[Table, Stand]:
    """The table of the worked example after its move, and how it stood before."""
    position = "classic hands=r7,g4,y1/b2,b3 discard=b5,r5 turn=0"
    table = table_with(Game.from_position(position, history=False), clock=45)
    while table.told_number < 63:
        add(table, entries.Said(by=1, text="…"))
        if table.told_number == 61:
            table.decision, table.decision_at = table.told_number, table.at
    before = stand_of(table)._replace(clock=45_000)  # as everybody was told with the line before
    add(table, entries.Moved(by=1, seat=0, move="0 play r7"), later=1000)
    return table, before


def test_the_worked_example_is_what_the_server_tells() -> None:
    """The line is told to the seat as it stands there, to the other one with the edit that is named."""
    table, before = following()
    example = next(message for message in messages() if message.get("n") == 64)
    teller = Teller(table, table.past[-1], before)
    told = json.loads(teller.text(0))
    assert {**told, "at": example["at"]} == example
    assert f'`"hands.0": {json.loads(teller.text(1))["edit"]["hands.0"]}`' in section("What changed")


def test_the_rule_of_the_page_leads_from_the_example_to_its_number() -> None:
    """Both numbers of the example, and the text of which the second one is made."""
    code: dict[str, Any] = {}
    exec(next(text for text in blocks("python") if "def follow" in text), code)  # noqa: S102 - our own page
    view = next(message for message in messages() if "hands" in message)
    line = next(message for message in messages() if message.get("n") == 64)
    assert f"whose number is {code['number'](view)}:" in PAGE
    table, after = code["follow"]({"phase": "playing"}, view, line)
    assert (table, code["number"](after)) == ({"phase": "playing"}, line["check"])
    assert f"number {line['check']}" in section("What changed")
    assert (after["discard"], after["hands"][0], after["decision"]) == (["b5", "r5", "r7"], ["g4", "y1"], 64)
    text = json.dumps(sorted([*pair] for pair in after.items() if pair[0] != "clock"), separators=(",", ":"))
    begins = re.search(r"begins with `(.+?)`", section("What changed"))
    assert begins is not None
    assert text.startswith(begins[1])


def test_the_rule_of_the_page_leads_through_whole_games() -> None:
    """Its view is the server's after every line, for players and spectators, into the next game too."""
    code: dict[str, Any] = {}
    exec(next(text for text in blocks("python") if "def follow" in text), code)  # noqa: S102 - our own page
    log = Log(Setup(seats=2, settings={"scoring": "hand"}))
    log.play_out()
    log.add(entries.Rematched(by=1, secret="11" * 32, salt="11" * 32))
    log.play_out()
    table = Table(7, "ABCDEF")
    table.apply(log.lines[0])
    told = {viewer: (json.loads(msgspec.json.encode(showing.table_of(table))), None) for viewer in (0, 1, PUBLIC, OPEN)}
    for line in log.lines[1:]:
        before = stand_of(table)
        past = table.apply(line)
        assert past is not None
        teller = Teller(table, past, before)
        for viewer, (room, view) in told.items():
            message = json.loads(teller.text(viewer))
            told[viewer] = code["follow"](room, view, message)
            expected = [showing.table_of(table), showing.view_of(table, viewer, line.at)]
            assert [*told[viewer]] == json.loads(msgspec.json.encode(expected))
            if "check" in message:
                assert code["number"](told[viewer][1]) == message["check"]


def test_every_field_of_a_kind_of_card_and_of_the_language_is_documented() -> None:
    """In the examples, whole."""
    text = section("What there is")
    kind = catalogue.whole(edition("house"))["faces"][0]["kinds"][0]
    language = catalogue.language()
    for thing in (kind, language, language["subjects"][0], language["verbs"][0], language["limits"]):
        assert [field for field in thing if f'"{field}"' not in text] == []


def test_every_setting_is_documented_as_the_code_has_it() -> None:
    """Its type, what it may be, and what it means."""
    wanted = []
    for name, choice in CHOICES.items():
        allowed = {"boolean": "`true`, `false`", "array": "texts"}.get(choice.type, f"{choice.low} to {choice.high}")
        values = "; ".join(f"`{value}`: {means}" for value, means in choice.values.items())
        nothing = ", `null`" if choice.or_none else ""
        wanted.append(f"| `{name}` | {choice.type} | {values or allowed}{nothing} | {choice.means} |")
    table = section("Settings").partition("| setting |")[2]
    assert re.findall(r"^\| `.*$", table, re.MULTILINE) == wanted
    fields = {field for one in catalogue.whole(edition("house"))["choices"] for field in one}
    assert fields == set(rows(section("Settings").partition("| setting |")[0]))


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
            kind: type = {"people": NewPerson, "rules": NewRule, "daily": NewDaily}.get(
                path.rpartition("/")[2], NewTable
            )
            msgspec.json.decode(body[0], type=kind)
        if "record" not in path:
            assert isinstance(json.loads(answered.split("\n", 1)[1]), dict)
