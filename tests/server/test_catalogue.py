"""What a page can look up to show cards and to compose rules: editions, the card language, and a rule that is tried."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from lastcard.editions import Settings, edition, names
from lastcard.editions.language import VERBS, Step
from lastcard.editions.model import GOES_BACK
from lastcard.editions.settings import PRESETS, SETTING_NAMES
from lastcard.editions.suggested import SUGGESTED
from lastcard.errors import SettingsError
from tests.server.harness import Server, room, run


def said(steps: list[dict[str, Any]]) -> list[str]:
    """The sentences of steps."""
    return [Step(**step).sentence for step in steps]


@pytest.mark.parametrize("name", names())
def test_every_kind_of_card_is_told_with_all_that_it_does(sqlite_server: Server, name: str) -> None:
    """Its number, its sentences for each occasion, and the same taken apart."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            told = (await here.http.get(f"/api/editions/{name}")).json()
            one = edition(name)
            assert [side["called"] for side in told["faces"]] == [side.called for side in one.sides]
            for side, shown in zip(one.sides, told["faces"], strict=True):
                for kind, card in zip(side.kinds, shown["kinds"], strict=True):
                    plain = {
                        field: getattr(kind, field)
                        for field in ("symbol", "name", "number", "copies", "points", "wild", "in_deck", "written")
                    }
                    assert {field: card[field] for field in plain} == plain
                    assert card["does"] == said(card["steps"]["does"]) == list(kind.does)
                    assert card["as_last_card"] == said(card["steps"]["as_last_card"]) == list(kind.as_last_card)
                    if kind.turned_up == GOES_BACK:
                        assert (card["turned_up"], card["steps"]["turned_up"]) == (GOES_BACK, [])
                    else:
                        assert card["turned_up"] == said(card["steps"]["turned_up"]) == list(kind.turned_up)
            wanted = list(SUGGESTED.values()) if one.custom_slots else []
            assert [(rule["rule"], rule["says"]) for rule in told["suggested"]] == [
                (rule.name, rule.says) for rule in wanted
            ]
            assert [said(rule["steps"]) for rule in told["suggested"]] == [
                [*rule.does, "player names the colour"] for rule in wanted
            ]

    run(test)


STACKS = {
    "classic": [{"rising": {"+2": ["+2", "W+4"], "W+4": ["W+4"]}}],
    "flip": [{"rising": {"+1": ["+1", "W+2"], "W+2": ["W+2"]}}, {"rising": {"+5": ["+5", "W+C"], "W+C": ["W+C"]}}],
}


@pytest.mark.parametrize("name", names())
def test_what_house_rules_need_is_told(sqlite_server: Server, name: str) -> None:
    """The presets, the numbers of players that can be partners, and what answers what in a stack (stack-1, teams)."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            told = (await here.http.get(f"/api/editions/{name}")).json()
            assert told["presets"] == PRESETS
            assert told["teams"] == [4, 6, 8, 10]
            for side in told["faces"]:
                cards = list(side["stacking"]["any"])
                assert side["stacking"]["same"] == {card: [card] for card in cards}
                assert side["stacking"]["any"] == dict.fromkeys(cards, cards)
            for side, wanted in zip(told["faces"], STACKS.get(name, []), strict=False):
                assert side["stacking"]["rising"] == wanted["rising"]

    run(test)


@pytest.mark.parametrize("name", names())
def test_every_setting_is_told_with_all_that_a_form_needs(sqlite_server: Server, name: str) -> None:
    """What it may be: each value can be chosen, and none beside it; and what it is if nobody chooses."""
    one = edition(name)

    async def test() -> None:
        async with room(sqlite_server) as here:
            told = (await here.http.get(f"/api/editions/{name}")).json()
            choices = {choice["name"]: choice for choice in told["choices"]}
            assert {key: choice["default"] for key, choice in choices.items()} == told["settings"]
            usual = json.loads(json.dumps(dataclasses.asdict(Settings.of(one))))
            for key in SETTING_NAMES:
                try:
                    Settings.of(one, {key: usual[key]})
                except SettingsError:
                    assert key not in choices
                    continue
                choice = choices[key]
                assert choice["default"] == usual[key]
                assert choice["means"]
                for value in _possible(choice):
                    Settings.of(one, {key: value})
                for value in _impossible(choice):
                    with pytest.raises(SettingsError):
                        Settings.of(one, {key: value})

    run(test)


def _possible(choice: dict[str, Any]) -> list[Any]:
    """The values that a setting is said to have, the outermost of numbers and lists."""
    nothing = [None] if choice.get("nullable") else []
    some = {
        "string": [value["value"] for value in choice.get("values", ())],
        "boolean": [False, True],
        "integer": [choice.get("low"), choice.get("high")],
        "array": [[], ["custom-1"] * choice.get("most", 0)],
    }
    return [*some[choice["type"]], *nothing]


def _impossible(choice: dict[str, Any]) -> list[Any]:
    """Values just outside of those."""
    nothing = [] if choice.get("nullable") else [None]
    some: dict[str, list[Any]] = {
        "string": ["", "other", True],
        "boolean": ["true", 1],
        "integer": [choice.get("low", 0) - 1, choice.get("high", 0) + 1, 1.5, True, "1"],
        "array": [["custom-1"] * (choice.get("most", 0) + 1), "custom-1", [1]],
    }
    return [*some[choice["type"]], *nothing]


def test_the_card_language_is_told_block_by_block(sqlite_server: Server) -> None:
    """Every subject and verb, what each needs and gives, and the limits."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            told = (await here.http.get("/api/language")).json()
            assert told["limits"] == {"sentences": 20, "characters": 600, "words": 120}
            subjects = {subject["name"]: subject for subject in told["subjects"]}
            assert subjects["next player"] == {"name": "next player", "group": False, "needs": "", "gives": ""}
            assert subjects["chosen player"]["needs"] == "a choice"
            assert subjects["player with most cards"]["gives"] == subjects["that player"]["needs"] == "a picked player"
            assert [name for name, subject in subjects.items() if subject["group"]] == ["everyone", "everyone else"]
            verbs = {verb["form"]: verb for verb in told["verbs"]}
            assert list(verbs) == [verb.form for verb in VERBS]
            assert verbs["{who} draws {n}"] == {
                "form": "{who} draws {n}",
                "means": "draws that many cards",
                "count": [1, 20],
                "needs": "",
                "gives": "",
                "two_sided": False,
            }
            assert verbs["next player draws {n} in place of 1"]["count"] == [2, 20]
            assert verbs["player plays again"]["count"] is None
            assert (
                verbs["player and chosen player swap hands"]["needs"]
                == verbs["player chooses another player"]["gives"]
                == "a choice"
            )
            assert [form for form, verb in verbs.items() if verb["two_sided"]] == ["everything flips"]
            needed = {thing["needs"] for thing in (*told["subjects"], *told["verbs"])}
            assert needed <= {thing["gives"] for thing in (*told["subjects"], *told["verbs"])}

    run(test)


# --- a rule that is tried ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "says", "sentences"),
    [
        (
            "next player draws 2; player plays again",
            "next player draws 2; player plays again",
            ["next player draws 2", "player plays again", "player names the colour"],
        ),
        (
            "next player names the colour;player draws 1",
            "next player names the colour;player draws 1",
            ["next player names the colour", "player draws 1"],
        ),
        ("custom-4", "You play again.", ["player plays again", "player names the colour"]),
    ],
)
def test_a_rule_is_told_as_it_is_read(sqlite_server: Server, rule: str, says: str, sentences: list[str]) -> None:
    """Taken apart, with the naming of the colour that every wild ends with."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            answer = await here.http.post("/api/rules", json={"edition": "house", "rule": rule})
            told = answer.json()
            assert (answer.status_code, set(told)) == (200, {"rule", "says", "steps"})
            assert (told["rule"], told["says"], said(told["steps"])) == (rule, says, sentences)

    run(test)


def test_free_words_are_told_as_such_and_voted_on(sqlite_server: Server) -> None:
    """At the table they stand in place of the steps."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            rule = 'words:  sing "a" song; twice '
            told = (await here.http.post("/api/rules", json={"edition": "house", "rule": rule})).json()
            assert told["words"] == "sing 'a' song; twice"
            assert said(told["steps"]) == [
                "everyone votes on \"sing 'a' song; twice\", most votes decide",
                "player names the colour",
            ]
            ann = await (await here.create(edition="house", settings={"custom": [rule, "custom-4"]})).enter()
            free, known = ann.table["custom"]
            assert free == {"rule": rule, "says": rule, "words": told["words"]}
            assert said(known.pop("steps")) == ["player plays again", "player names the colour"]
            assert known == {"rule": "custom-4", "says": "You play again."}

    run(test)


@pytest.mark.parametrize(
    ("rule", "flaw", "say"),
    [
        (
            "next player drinks 2",
            {"kind": "no-sentence", "sentence": 1},
            "sentence 1: found 'next player drinks 2'; did you mean \"next player draws 2\"? allowed here: ",
        ),
        (
            "player draws 2; player draws 21",
            {"kind": "number", "sentence": 2, "low": 1, "high": 20},
            "sentence 2: 'player draws 21' has the number 21; allowed are 1 to 20",
        ),
        ("custom-11", {"kind": "no-rule"}, "there is no rule called 'custom-11'"),
        ("", {"kind": "no-rule"}, "there is no rule called ''"),
        (";", {"kind": "no-rule"}, "the rule ';' is empty; write sentences joined by ;, or leave the rule out"),
        (" ; ;; ", {"kind": "no-rule"}, "the rule ' ; ;; ' is empty"),
        (" ", {"kind": "no-rule"}, "the rule ' ' is empty"),
        ("words: ", {"kind": "words", "most": 120}, "free words must be 1 to 120 printable characters"),
        ("x" * 601, {"kind": "too-long", "most": 600}, "the rule is 601 characters long; at most 600 are allowed"),
        ("x" * 9999, {"kind": "too-long", "most": 600}, "the rule is 9999 characters long; at most 600 are allowed"),
        (
            ";".join(["player draws 1"] * 20),
            {"kind": "too-many-sentences", "most": 20},
            "the rule has 21 sentences; at most 20 are allowed",
        ),
        (
            "everything flips; player draws 1",
            {"kind": "one-sided"},
            '"everything flips" needs an edition with two-sided cards',
        ),
    ],
)
def test_what_is_wrong_with_a_rule_is_told_in_words_and_by_name(
    sqlite_server: Server, rule: str, flaw: dict[str, Any], say: str
) -> None:
    """With what would be allowed; by name, so that a page can say it in any language."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            answer = await here.http.post("/api/rules", json={"edition": "house", "rule": rule})
            told = answer.json()
            assert (answer.status_code, set(told), told["rule"]) == (200, {"rule", "flaw"}, rule)
            assert say in told["flaw"].pop("say")
            assert told["flaw"] == flaw

    run(test)


@pytest.mark.parametrize(
    ("body", "status", "code", "say"),
    [
        ({"edition": "classic", "rule": "custom-4"}, 400, "bad-setup", "edition classic has no Customizable cards"),
        ({"edition": "poker", "rule": "custom-4"}, 404, "not-found", "there is no edition 'poker'"),
        ({"rule": "custom-4"}, 400, "bad-message", "edition"),
        ({"edition": "house", "rule": "custom-4", "keep": True}, 400, "bad-message", "keep"),
        ({"edition": "x" * 5000, "rule": "custom-4"}, 404, "not-found", "there is no edition 'xxx"),
    ],
)
def test_a_question_about_a_rule_that_can_not_be_asked_is_refused(
    sqlite_server: Server, body: dict[str, Any], status: int, code: str, say: str
) -> None:
    """With what is missing or too much."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            answer = await here.http.post("/api/rules", json=body)
            assert (answer.status_code, answer.json()["code"]) == (status, code)
            assert say in answer.json()["say"]

    run(test)


def test_a_page_of_another_site_can_not_try_rules(sqlite_server: Server) -> None:
    """As it can do nothing else."""

    async def test() -> None:
        async with room(sqlite_server) as here:
            answer = await here.http.post(
                "/api/rules", json={"edition": "house", "rule": "custom-4"}, headers={"origin": "https://evil.example"}
            )
            assert (answer.status_code, answer.json()["code"]) == (403, "origin")

    run(test)
