"""An edition and its settings, compiled to the one record that the engine reads.

Printed cards and the cards that players write go through the same steps.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from math import gcd
from typing import Any

from lastcard.editions import draw_cards, language
from lastcard.editions.house_rules import HouseRule, added
from lastcard.editions.model import GOES_BACK, Edition, Face, FaceKind, Side
from lastcard.editions.settings import Settings, custom_sentences
from lastcard.engine import actions
from lastcard.engine import rules as t
from lastcard.errors import RuleError

_UNO = {"race": t.UNO_RACE, "ask": t.UNO_ASK, "auto": t.UNO_AUTO}
_SCORING = {"points": t.SCORE_POINTS, "lowest": t.SCORE_LOWEST, "hand": t.SCORE_HAND}
_MUST_PLAY = {"off": t.MUST_OFF, "drawn": t.MUST_DRAWN, "always": t.MUST_ALWAYS}


@dataclass(frozen=True)
class Compiled:
    """The engine's record, and the texts that it refers to by number."""

    raw: bytes
    """The record as the kernel reads it (`engine/rules.py`)."""
    words: tuple[str, ...]
    """Free words of votes, dares and notices."""
    word_owners: tuple[str, ...]
    """For each of the words, the rule or card that says them."""
    notices: int
    """Which of the words are those of notices, as bits."""
    added: tuple[tuple[int, str], ...]
    """The instructions that house rules added: the place of each in the code, and the rule's id."""
    digest: str
    """The rules in 16 letters: the same for the same cards, sentences and settings, and for no others."""

    @cached_property
    def values(self) -> dict[str, Any]:
        """The record as plain values."""
        return t.Rules.unpack(self.raw)

    @cached_property
    def house_rule_at(self) -> dict[int, str]:
        """By the place of an instruction, the id of the house rule that added it."""
        return dict(self.added)

    @cached_property
    def fixed_cards(self) -> tuple[tuple[int, int], ...]:
        """deck-2: both faces of every card, by their numbers, if the pairing is fixed; else nothing."""
        rules = self.values
        if rules["sides"] < 2 or rules["shuffle_pairing"]:
            return ()
        light, dark = rules["deck"]
        return tuple((light[card], dark[rules["pairing"][card]]) for card in range(rules["cards"]))


@dataclass
class _Writer:
    """Collects instructions and words while the faces are written down."""

    rules: dict[str, Any]
    two_sided: bool
    used: int = 1
    words: list[str] = field(default_factory=lambda: [""])
    owners: list[str] = field(default_factory=lambda: [""])
    notices: int = 0
    added: list[tuple[int, str]] = field(default_factory=list)

    def program(self, sentences: Sequence[str], owner: str) -> int:
        """Where the instructions for `sentences` begin; 0 if there are none."""
        return self.write(self.parse(sentences), owner)

    def parse(self, sentences: Sequence[str]) -> Sequence[language.Instruction]:
        """Sentences as the engine runs them."""
        return language.parse(list(sentences), two_sided=self.two_sided)

    def write(self, instructions: Sequence[language.Instruction], owner: str) -> int:
        """Where instructions begin; 0 if there are none."""
        if not instructions:
            return 0
        start = self.used
        if start + len(instructions) + 1 > t.MAX_CODE:
            msg = f"all cards together need more than {t.MAX_CODE} instructions"
            raise RuleError(msg, "too-much")
        for i in instructions:
            self.rules["code"][self.used] = [i.op, i.who, i.number, i.when, self._word(i, owner), i.to]
            self.used += 1
        self.used += 1  # the END
        return start

    def note(self, house_rules: Sequence[HouseRule], place: int) -> None:
        """Which instructions come from house rules, the first of them at a place."""
        for rule in house_rules:
            for _ in self.parse(rule.does):
                self.added.append((place, rule.rule))
                place += 1

    def _word(self, instruction: language.Instruction, owner: str) -> int:
        if not instruction.words:
            return 0
        if len(self.words) > t.MAX_TEXTS:
            msg = f"all cards together have more than {t.MAX_TEXTS} votes, dares and notices"
            raise RuleError(msg, "too-much")
        number = len(self.words)
        self.words.append(instruction.words)
        self.owners.append(owner)
        self.notices |= int(instruction.op == t.NOTICE) << number
        return number


@lru_cache(maxsize=256)
def compile_rules(edition: Edition, settings: Settings) -> Compiled:
    """The record for playing `edition` with `settings`."""
    rules = t.Rules.blank()
    writer = _Writer(rules, edition.two_sided)
    _write_settings(rules, settings)
    for number, side in enumerate(edition.sides):
        _write_side(rules, writer, number, side, settings)
    _write_pairing(rules)
    rules["sides"] = len(edition.sides)
    rules["colors"] = len(edition.sides[0].colors)
    rules["hand"] = edition.hand
    rules["caught_draws"] = edition.caught_draws
    rules["wild_is_match"] = int(edition.wild_is_match)
    _write_actions(rules, edition)
    return Compiled(
        bytes(t.Rules.pack(rules)),
        tuple(writer.words),
        tuple(writer.owners),
        writer.notices,
        tuple(writer.added),
        _digest(edition, settings),
    )


RULES_VERSION = 1
"""Raised whenever the engine comes to play the same moves of the same rules otherwise, so that no game under way is
read wrongly."""


def _digest(edition: Edition, settings: Settings) -> str:
    """What is printed and chosen, not how it is called nor how the engine keeps it; usual settings don't count."""
    usual = Settings()
    said = {
        "hand": edition.hand,
        "caught": edition.caught_draws,
        "wild is match": edition.wild_is_match,
        "sides": [[side.colors, side.letters, [_said(kind) for kind in side.kinds]] for side in edition.sides],
        "settings": {name: value for name, value in asdict(settings).items() if value != getattr(usual, name)},
    }
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]


def _said(kind: FaceKind) -> list[Any]:
    return [
        kind.symbol, kind.copies, kind.points, kind.number, kind.wild,
        kind.does, kind.turned_up, kind.as_last_card, kind.in_deck, kind.written,
    ]  # fmt: skip


def _write_settings(rules: dict[str, Any], settings: Settings) -> None:
    rules["uno"] = _UNO[settings.uno]
    rules["bluffing"] = int(settings.bluffing)
    rules["reverse_skips_two"] = int(settings.two_player_reverse == "skip")
    rules["shuffle_pairing"] = int(settings.pairing == "shuffled")
    rules["scoring"] = _SCORING[settings.scoring]
    rules["target"] = settings.target
    rules["dealer"] = t.ANY_DEALER if settings.dealer is None else settings.dealer
    rules["stacking"] = draw_cards.STACKING[settings.stacking]
    rules["jump_in"] = int(settings.jump_in)
    rules["draw_until"] = int(settings.draw_until)
    rules["must_play"] = _MUST_PLAY[settings.must_play]
    rules["people"] = int(any(rules[name] for name in ("stacking", "jump_in", "draw_until", "must_play")))
    rules["teams"] = int(settings.teams)


def _write_side(rules: dict[str, Any], writer: _Writer, number: int, side: Side, settings: Settings) -> None:
    rules["faces"][number] = len(side.faces)
    deck: list[int] = []
    programs: dict[str, _Programs] = {}
    for index, face in enumerate(side.faces):
        kind = face.kind
        if kind.symbol not in programs:
            programs[kind.symbol] = _programs(writer, kind, settings)
        written = programs[kind.symbol]
        rules["color"][number][index] = face.color
        rules["number"][number][index] = -1 if kind.number is None else kind.number
        rules["points"][number][index] = kind.points
        rules["does"][number][index] = written.does
        rules["as_last_card"][number][index] = written.as_last_card
        rules["turned_up"][number][index] = written.turned_up
        rules["bluffs"][number][index] = int(written.bluffs)
        rules["hits"][number][index] = int(written.hits)
        rules["bluff_mask"][number] |= int(written.bluffs) << index
        rules["goes_back"][number][index] = int(kind.turned_up == GOES_BACK)
        deck += [index] * copies(kind, settings)
    rules["cards"] = len(deck)
    rules["deck"][number][: len(deck)] = deck
    _write_masks(rules, number, side.faces)
    if settings.stacking != "off":
        _write_stacking(rules, number, side.faces, {symbol: p.penalty for symbol, p in programs.items() if p.penalty})


@dataclass(frozen=True)
class _Programs:
    """Where the instructions of a kind of card begin, and what kind of card they make it."""

    does: int
    as_last_card: int
    turned_up: int
    bluffs: bool
    hits: bool
    penalty: draw_cards.Penalty | None


def _programs(writer: _Writer, kind: FaceKind, settings: Settings) -> _Programs:
    house_rules, owner = added(kind, settings), kind.symbol
    sentences = [*kind.does, *(sentence for rule in house_rules for sentence in rule.does)]
    if kind.written and kind.written <= len(settings.custom):
        rule = settings.custom[kind.written - 1]
        house_rules, sentences = [], custom_sentences(rule)
        owner = rule if " " not in rule else kind.symbol
    up = () if isinstance(kind.turned_up, str) else kind.turned_up
    does, last = writer.parse(sentences), writer.parse(kind.as_last_card)
    penalty = draw_cards.penalty_of(kind, does)
    is_stacked = penalty is not None and settings.stacking != "off"
    if house_rules and not is_stacked:
        writer.note(house_rules, writer.used + len(writer.parse(kind.does)))
    return _Programs(
        writer.write(draw_cards.when_played(does) if is_stacked else does, owner),
        writer.write(draw_cards.as_last_card(last) if is_stacked else last, owner),
        writer.program(up, owner),
        bluffs=any(i.op == t.CHALLENGE for i in does),
        hits=any(i.op in {t.MISS, t.AGAIN} or (i.op in {t.DRAW, t.DRAW_UNTIL} and i.who == t.NEXT) for i in does),
        penalty=penalty,
    )


def copies(kind: FaceKind, settings: Settings) -> int:
    """How many cards of a kind are in the deck (for a coloured kind: of each colour)."""
    if kind.in_deck and not getattr(settings, kind.in_deck):
        return 0
    if kind.written > len(settings.custom):
        return 0
    return kind.copies


def _write_masks(rules: dict[str, Any], number: int, faces: tuple[Face, ...]) -> None:
    for index, face in enumerate(faces):
        bit = 1 << index
        if face.kind.wild:
            rules["wild_mask"][number] |= bit
        else:
            rules["color_mask"][number][face.color] |= bit
        for other, twin in enumerate(faces):
            if twin.kind.symbol == face.kind.symbol:
                rules["symbol_mask"][number][other] |= bit


def _write_stacking(
    rules: dict[str, Any], number: int, faces: tuple[Face, ...], penalties: dict[str, draw_cards.Penalty]
) -> None:
    """stack-1, stack-3: what each Draw card adds to a penalty, and which ones may be laid on it."""
    drawing = [(index, face.kind.symbol) for index, face in enumerate(faces) if face.kind.symbol in penalties]
    for index, symbol in drawing:
        laid = symbol, penalties[symbol]
        rules["penalty"][number][index], rules["penalty_until"][number][index] = laid[1].number, laid[1].until
        rules["answers"][number][index] = sum(
            draw_cards.may_answer(rules["stacking"], laid, (answer, penalties[answer])) << other
            for other, answer in drawing
        )


def _write_pairing(rules: dict[str, Any]) -> None:
    """deck-2: the fixed pairing steps through the dark faces, so that no colour sits on one colour's back."""
    cards = rules["cards"]
    step = next(s for s in range(37, 2 * cards + 37) if gcd(s, cards) == 1)
    rules["pairing"][:cards] = [(i * step + 11) % cards for i in range(cards)]


def _write_actions(rules: dict[str, Any], edition: Edition) -> None:
    """The action numbers with cards; in two-sided editions as many for a face as there are cards with it."""
    used = 0
    for number, side in enumerate(edition.sides if edition.two_sided else ()):
        for index, face in enumerate(side.faces):
            rules["further_first"][number][index] = used
            for nth in range(1, face.kind.copies):
                rules["further_side"][used], rules["further_face"][used] = number, index
                rules["further_nth"][used] = nth
                used += 1
    rules["further"] = used
    rules["actions"] = actions.CARDS + 2 * sum(len(side.faces) for side in edition.sides) + 2 * used
