"""What a table chooses before a game, checked against its edition.

A setting left out has the edition's default. Customizable rules are checked here
too, through the same language as printed cards.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from lastcard.editions import language
from lastcard.editions.choices import CHOICES, MAX_RULE, Choice
from lastcard.editions.model import Edition
from lastcard.editions.nearest import did_you_mean
from lastcard.editions.suggested import SUGGESTED
from lastcard.errors import RuleError, SettingsError

FREE_WORDS = "words:"
"""A custom rule that starts so is free words, which the table applies by vote."""


@dataclass(frozen=True)
class Settings:
    """A table's choices. Build it with `Settings.of(edition, …)`, which checks them."""

    uno: str = "race"
    """`race`: call and catch at any time · `ask`: asked in a fixed order · `auto`: always called."""
    bluffing: bool = True
    """Whether a Wild Draw may be laid against the rule, at the risk of a challenge."""
    two_player_reverse: str = "skip"
    """What a Reverse does between two players: `skip` or only `turn`."""
    pairing: str = "shuffled"
    """Which dark face is on the back of which light one: `shuffled` for each game, or `fixed`."""
    scoring: str = "points"
    """`points` to the winner of a round, `lowest` own leftovers, or a single `hand`."""
    target: int = 500
    dealer: int | None = None
    """The seat that deals first; None: the players draw for it."""
    swap_hands: bool = True
    custom: tuple[str, ...] = ()
    """The rules on the Customizable cards: names, sentences joined by `;`, or `words: …`."""
    stacking: str = "off"
    """Which Draw cards may be answered with which: `off`, the `same` symbol, `rising` penalties, or `any`."""
    seven_zero: bool = False
    """Whether a 7 swaps two hands and a 0 moves all hands on."""
    jump_in: bool = False
    """Whether the very same card as the top one may be played out of turn."""
    draw_until: bool = False
    """Whether a player who draws goes on until a card fits."""
    must_play: str = "off"
    """Whether a card that can be played must be: `off`, one just `drawn`, or `always`."""
    teams: bool = False
    """Whether players opposite each other are partners; for 4, 6, 8 or 10."""

    @classmethod
    def of(
        cls, edition: Edition, choices: Mapping[str, Any] | None = None, keywords: Sequence[str] = (), /, **more: Any
    ) -> Settings:
        """Settings for `edition`: its defaults with `choices` on top.

        `keywords` are what else whoever gave the choices could have given: one of them may have been meant.
        """
        if not isinstance(choices, Mapping | None) or not isinstance(edition, Edition):
            msg = f"found {edition!r:.60} and {choices!r:.60}; an Edition and a mapping of settings are needed"
            raise SettingsError(msg)
        given = {**(choices or {}), **more}
        preset = given.pop(PRESET, None)
        for name in given:
            _check_name(edition, name, keywords)
        values = {**dict(edition.defaults), **_preset(preset), **given}
        if isinstance(values.get("custom"), list):
            values["custom"] = tuple(values["custom"])
        for name in given:
            _check_value(name, values[name])
        settings = cls(**values)
        check_custom(edition, settings.custom)
        return settings

    def check_players(self, players: int) -> None:
        """Refuse a number of players that these settings can't be played with."""
        if self.dealer is not None and self.dealer >= players:
            msg = f"setting dealer is {self.dealer}; with {players} players the seats are 0 to {players - 1}"
            raise SettingsError(msg)
        if self.teams and (players < FEWEST_IN_TEAMS or players % 2):
            msg = f"setting teams is true; partners need 4, 6, 8 or 10 players, and there are {players}"
            raise SettingsError(msg)

    def chosen(self, edition: Edition) -> dict[str, Any]:
        """Only what differs from the edition's defaults."""
        usual = asdict(Settings.of(edition))
        mine = {name: value for name, value in asdict(self).items() if value != usual[name]}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in mine.items()}

    def to_text(self, edition: Edition) -> str:
        """What differs from the defaults, as JSON in ASCII on one line."""
        return json.dumps(self.chosen(edition), sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_text(cls, edition: Edition, text: str) -> Settings:
        """The settings that `to_text` wrote."""
        try:
            data = json.loads(text)
        except (ValueError, TypeError, RecursionError):
            data = None
        if not isinstance(data, dict):
            msg = f"settings are {text!r:.60}; a JSON object is needed"
            raise SettingsError(msg)
        return cls.of(edition, data)


SETTING_NAMES = tuple(field.name for field in fields(Settings))
_EVERYWHERE = frozenset(SETTING_NAMES) - {"swap_hands", "custom"}
PRESET = "preset"
PRESETS: dict[str, dict[str, Any]] = {
    "booklet": {},
    "party": {"stacking": "same", "seven_zero": True, "jump_in": True, "draw_until": True},
}
"""Settings under one name; a setting given beside it wins."""

FEWEST_IN_TEAMS = 4


def _preset(name: Any) -> dict[str, Any]:
    if name is None:
        return {}
    if not isinstance(name, str) or name not in PRESETS:
        hint = did_you_mean(name, PRESETS) if isinstance(name, str) else ""
        msg = f"setting {PRESET} is {name!r:.60}; {hint}allowed: {', '.join(PRESETS)}"
        raise SettingsError(msg)
    return PRESETS[name]


def _check_name(edition: Edition, name: str, keywords: Sequence[str]) -> None:
    allowed = [*choices_of(edition), PRESET]
    if name not in allowed:
        hint = did_you_mean(name, [*allowed, *keywords])
        msg = f"edition {edition.id} has no setting {name!r:.60}; {hint}it has {', '.join(allowed)}"
        raise SettingsError(msg)


def _check_value(name: str, value: Any) -> None:
    choice = CHOICES[name]
    if not choice.allows(value):
        hint = did_you_mean(value, choice.values) if isinstance(value, str) else ""
        msg = f"setting {name} is {value!r:.60}; {hint}allowed: {choice.allowed}"
        raise SettingsError(msg)


def choices_of(edition: Edition) -> dict[str, Choice]:
    """What can be chosen at a table of this edition."""
    return {name: choice for name, choice in CHOICES.items() if name in _EVERYWHERE | edition.own_settings}


def check_custom(edition: Edition, rules: tuple[str, ...]) -> None:
    """Refuse rules that can't be written on this edition's Customizable cards."""
    if len(rules) > edition.custom_slots:
        slots = edition.custom_slots
        msg = f"setting custom has {len(rules)} rules; edition {edition.id} has {slots} Customizable cards"
        raise SettingsError(msg)
    for number, rule in enumerate(rules, 1):
        try:
            language.parse(custom_sentences(rule), two_sided=edition.two_sided)
        except RuleError as error:
            msg = f"custom rule {number}: {error}"
            raise RuleError(msg, error.flaw, **error.about) from None


def custom_sentences(rule: str) -> list[str]:
    """The sentences of a custom rule, with the naming of the colour that every wild ends with."""
    if len(rule) > MAX_RULE:
        msg = f"the rule is {len(rule)} characters long; at most {MAX_RULE} are allowed"
        raise RuleError(msg, "too-long", most=MAX_RULE)
    sentences = _own_sentences(rule)
    if any(s.split(": ")[-1].endswith("names the colour") for s in sentences):
        return sentences
    return [*sentences, "player names the colour"]


def _own_sentences(rule: str) -> list[str]:
    if rule in SUGGESTED:
        return list(SUGGESTED[rule].does)
    words = free_words(rule)
    if words is not None:
        language.check_words(words)
        return [f'everyone votes on "{words}", most votes decide']
    if ";" not in rule and " " not in rule:
        there = f"{', '.join(SUGGESTED)}, sentences joined by ;, or {FREE_WORDS} …"
        hint = "" if rule.startswith("custom-") else did_you_mean(rule, SUGGESTED)  # another number is no typing error
        msg = f"there is no rule called {rule!r}; {hint}there are {there}"
        raise RuleError(msg, "no-rule")
    sentences = language.split_sentences(rule)
    if not any(sentences):  # else it would be a wild card without a rule, to which everybody must consent
        msg = f"the rule {rule!r:.20} is empty; write sentences joined by ;, or leave the rule out"
        raise RuleError(msg, "no-rule")
    return sentences


def free_words(rule: str) -> str | None:
    """What a rule of free words says, as the vote on it will; None if the rule is another one."""
    return rule.removeprefix(FREE_WORDS).strip().replace('"', "'") if rule.startswith(FREE_WORDS) else None
