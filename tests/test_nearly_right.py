"""What is nearly right is named as it should be written: keywords, settings, keys, kinds and names.

Sentences of the card language have their own tests in `test_language.py`, edition files in `test_editions.py`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from lastcard import Game, LastcardError, Layout, Move, read_record, write_record
from lastcard.batch import Batch, action_number
from lastcard.bots import bot
from lastcard.checks.conformance import check_form

LAID = "classic hands=r1,g2/b3,y4 discard=r5"
TWO = Layout(hands=["r1 g2", "b3"], discard="r5")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: Game(player=3), "edition classic has no setting 'player'; did you mean players? it has uno, "),
        (lambda: Game(Seed=3), "did you mean seed? it has"),
        (lambda: Game(histroy=False), "did you mean history? it has"),
        (lambda: Game(bluff=False), "edition classic has no setting 'bluff'; did you mean bluffing? it has"),
        (lambda: Game("house", swap_hand=False), "did you mean swap_hands? it has"),
        (lambda: Game("house", custom=["custm-8"]), "no rule called 'custm-8'; did you mean custom-8? there are"),
        (lambda: Game.from_layout("classic", TWO, lay_out=1), "did you mean layout? it has"),
        (lambda: Batch(game=3), "did you mean games? it has"),
        (lambda: Batch(thread=3), "did you mean threads? it has"),
        (lambda: Batch().play_out("sensibel"), "policy is 'sensibel'; did you mean sensible? allowed: uniform"),
        (lambda: Batch().play_out(["uniform", "eagre"]), "did you mean eager? allowed: uniform"),
        (lambda: action_number("classic", "drow"), "'drow' is no action of edition classic; did you mean draw? "),
        (lambda: Game.from_position(f"{LAID} trun=1"), "found 'trun=1'; did you mean turn? a position is"),
        (lambda: Game.from_position(f"{LAID} Turn=1"), "found 'Turn=1'; did you mean turn? a position is"),
        (lambda: Game.from_position(f"{LAID} roundnumber=2"), "did you mean round_number? a position is"),
        (lambda: Game.from_position(f"{LAID} ask=colour"), "ask is 'colour'; did you mean color? allowed: play"),
        (lambda: Game.from_position(f"{LAID} direction=lft"), "direction is 'lft'; did you mean left? allowed"),
        (lambda: Game.from_position(f"{LAID} rest=Deck"), "rest is 'Deck'; did you mean deck? allowed: deck, none"),
        (lambda: Game.from_position(f"{LAID} color=gren"), "color is 'gren'; did you mean green? allowed: red"),
        (lambda: Game.from_position(f'{LAID} settings={{"unno":"ask"}}'), "no setting 'unno'; did you mean uno?"),
        (lambda: Game().play("0 paly r7"), "'paly' is no kind of move; did you mean play? allowed: play"),
        (lambda: Move(0, "chalenge"), "'chalenge' is no kind of move; did you mean challenge? allowed: play"),
        (lambda: read_record(write_record(Game()).replace("[Player", "[Plyer")), "did you mean Players? a header"),
        (lambda: check_form({"id": "a", "steps": []}), "found the key 'steps'; did you mean step? allowed: edition"),
        (lambda: bot("simpel"), "there is no bot 'simpel'; did you mean simple? there are the levels easy"),
    ],
)
def test_what_is_nearly_right_is_named_as_it_should_be_written(call: Callable[[], Any], says: str) -> None:
    """With what there is besides, as nothing is taken for what it was not written as."""
    with pytest.raises(LastcardError) as caught:
        call()
    assert says in str(caught.value)


@pytest.mark.parametrize("call", [lambda: Game(tempo=3), lambda: Game.from_position(f"{LAID} xyz=1")])
def test_what_is_near_to_nothing_is_only_told_what_there_is(call: Callable[[], Any]) -> None:
    """No guess is better than a wild one."""
    with pytest.raises(LastcardError) as caught:
        call()
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize(("call", "make"), [(Game.__init__, Game), (Batch.__init__, Batch)])
def test_every_keyword_is_found_again(call: Callable[..., Any], make: Callable[..., Any]) -> None:
    """One that is added later, too."""
    for name in set(inspect.signature(call).parameters) - {"self", "settings"}:
        with pytest.raises(LastcardError, match=f"did you mean {name}\\?"):
            make(**{name.upper(): 1})
