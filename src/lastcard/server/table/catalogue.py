"""What there is to play with, as plain values: editions with their cards, the card language, and rules in it.

Every sentence also comes taken apart into its blocks, so that a page can show a rule or
compose one without reading the language.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Any

from lastcard.editions import Edition, Settings, names
from lastcard.editions import find as known
from lastcard.editions import language as words
from lastcard.editions.choices import MAX_RULE, Choice
from lastcard.editions.draw_cards import STACKING, answers
from lastcard.editions.model import FaceKind, Side
from lastcard.editions.settings import PRESETS, choices_of, custom_sentences, free_words
from lastcard.editions.suggested import SUGGESTED
from lastcard.engine.rules import MAX_SEATS
from lastcard.errors import RuleError, SettingsError
from lastcard.server.errors import RefusedError


def find(name: str) -> Edition:
    """The edition with this id, or a refusal. What a client says is never a path."""
    found = known(name)
    if found is None:
        raise RefusedError("not-found", f"there is no edition {name!r:.40}; there are {', '.join(names())}")
    return found


# --- editions -------------------------------------------------------------------------------------


def brief(one: Edition) -> dict[str, Any]:
    """An edition as it stands in a list."""
    sides = [side.called or side.name for side in one.sides]
    return {
        "id": one.id,
        "title": one.title,
        "about": one.about,
        "cards": one.cards,
        "sides": sides,
        "custom_slots": one.custom_slots,
    }


def whole(one: Edition) -> dict[str, Any]:
    """An edition with all its cards."""
    suggested = [
        {"rule": rule.name, "says": rule.says, "steps": steps(custom_sentences(rule.name))}
        for rule in SUGGESTED.values()
    ]
    choices = [_choice(name, choice, one) for name, choice in choices_of(one).items()]
    return {
        **brief(one),
        "hand": one.hand,
        "caught_draws": one.caught_draws,
        "wild_is_match": one.wild_is_match,
        "faces": [_side(side) for side in one.sides],
        "settings": {choice["name"]: choice["default"] for choice in choices},
        "choices": choices,
        "presets": PRESETS,
        "teams": _team_tables(one),
        "suggested": suggested if one.custom_slots else [],
    }


def _choice(name: str, choice: Choice, one: Edition) -> dict[str, Any]:
    """A setting, for a form: what it may be, what it is if nobody chooses, and what it means."""
    told: dict[str, Any] = {"name": name, "type": choice.type, "default": getattr(Settings.of(one), name)}
    if choice.values:
        told["values"] = [{"value": value, "means": means} for value, means in choice.values.items()]
    if choice.type == "integer":
        told |= {"low": choice.low, "high": choice.high}
    if choice.type == "array":
        told["most"] = one.custom_slots
    if choice.or_none:
        told["nullable"] = True
    return {**told, "means": choice.means}


def _team_tables(one: Edition) -> list[int]:
    """How many players can be partners (`teams`)."""
    settings = Settings.of(one, teams=True)
    fitting = []
    for players in range(2, MAX_SEATS + 1):
        with contextlib.suppress(SettingsError):
            settings.check_players(players)
            fitting.append(players)
    return fitting


def _side(side: Side) -> dict[str, Any]:
    return {
        "name": side.name,
        "called": side.called,
        "colors": list(side.colors),
        "letters": list(side.letters),
        "kinds": [_kind(kind) for kind in side.kinds],
        "stacking": {how: answers(side, how) for how in STACKING if how != "off"},
    }


def _kind(kind: FaceKind) -> dict[str, Any]:
    turned_up = kind.turned_up if isinstance(kind.turned_up, tuple) else ()
    return {
        "symbol": kind.symbol,
        "name": kind.name,
        "number": kind.number,
        "copies": kind.copies,
        "points": kind.points,
        "wild": kind.wild,
        "in_deck": kind.in_deck,
        "written": kind.written,
        "does": list(kind.does),
        "turned_up": kind.turned_up,
        "as_last_card": list(kind.as_last_card),
        "steps": {"does": steps(kind.does), "turned_up": steps(turned_up), "as_last_card": steps(kind.as_last_card)},
    }


# --- rules ----------------------------------------------------------------------------------------


def steps(sentences: Iterable[str]) -> list[dict[str, str | int]]:
    """Sentences taken apart."""
    return [words.take_apart(sentence).to_dict() for sentence in sentences]


def custom_rule(rule: str) -> dict[str, Any]:
    """A rule on a Customizable card, which was checked before: free words as they are, else its steps."""
    free = free_words(rule)
    return {**_said(rule), **({"steps": steps(custom_sentences(rule))} if free is None else {"words": free})}


def checked_rule(one: Edition, rule: str) -> dict[str, Any]:
    """A rule that somebody would like to write on a Customizable card: its steps, or what is wrong with it."""
    if not one.custom_slots:
        raise RefusedError("bad-setup", f"edition {one.id} has no Customizable cards")
    try:
        sentences = custom_sentences(rule)
        words.parse(sentences, two_sided=one.two_sided)
    except RuleError as error:
        return {"rule": rule, "flaw": {"kind": error.flaw, "say": str(error), **error.about}}
    return {**custom_rule(rule), "steps": steps(sentences)}


def _said(rule: str) -> dict[str, Any]:
    return {"rule": rule, "says": SUGGESTED[rule].says if rule in SUGGESTED else rule}


def language() -> dict[str, Any]:
    """The card language, for composing a rule from blocks."""
    subjects = [
        {
            "name": name,
            "group": name in words.GROUPS,
            "needs": words.SUBJECT_NEEDS.get(name, ""),
            "gives": words.PICKED if name in words.PICKS else "",
        }
        for name in words.SUBJECTS
    ]
    verbs = [
        {
            "form": verb.form,
            "means": verb.means,
            "count": list(verb.count) if "{n}" in verb.form else None,
            "needs": verb.needs,
            "gives": verb.gives,
            "two_sided": verb.two_sided,
        }
        for verb in words.VERBS
    ]
    limits = {"sentences": words.MAX_SENTENCES, "characters": MAX_RULE, "words": words.MAX_WORDS}
    return {"subjects": subjects, "verbs": verbs, "limits": limits}
