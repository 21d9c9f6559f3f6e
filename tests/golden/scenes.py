"""Short golden games from positions laid out by hand, for what random games of sixty moves seldom reach.

Each is named by what it reaches. Together with the random games they hold every kind of event
and every question; `tests/test_golden.py` fails if one is missing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lastcard import Game, Layout

NUMBERS = " ".join(f"{color}{number}" for color in "gby" for number in (1, 2, 3, 4, 6, 7, 8, 9))


@dataclass(frozen=True)
class Scene:
    """A position and the moves that are made in it."""

    name: str
    edition: str
    given: dict[str, Any]
    moves: tuple[str, ...]
    settings: dict[str, Any] = field(default_factory=dict)

    def start(self) -> Game:
        """The game before its first move."""
        return Game.from_layout(self.edition, Layout(**self.given), **self.settings)


SCENES = (
    Scene(
        "swap-of-hands",
        "house",
        {"hands": ["WX r1 r2", "g4 b2 y7", "y1 y2"], "discard": "b5", "draw": "g9 b9 r9 r8", "turn": 0},
        ("0 play WX", "0 target 1", "0 color yellow", "1 draw", "2 play y1", "2 uno", "0 play y7", "1 draw"),
    ),
    Scene(
        "swap-of-open-hands",
        "house",
        {"hands": ["W1 r1 r2", "WX g4 b2 y7", "r6 y2 y3"], "discard": "b5", "draw": "g9 b9 r9 r8", "turn": 0},
        ("0 play W1", "0 color red", "1 play WX", "1 target 0", "1 color red", "2 play r6", "0 draw", "1 draw"),
        {"custom": ["custom-7"]},
    ),
    Scene(
        "swap-declined",
        "house",
        {"hands": ["WX r1", "g4 b2", "y1 y2"], "discard": "b5", "turn": 0},
        ("0 uno", "0 play WX", "0 target none", "0 color red"),
    ),
    Scene(
        "three-in-place-of-one",
        "house",
        {"hands": ["W1 r1 r2", "g1 b2", "y1 y2"], "discard": "r5", "draw": "g7 b9 g8 y9 r9", "turn": 0},
        ("0 play W1", "0 color green", "1 draw", "1 play g8", "2 draw"),
        {"custom": ["custom-3"]},
    ),
    Scene(
        "dares-taken-and-refused",
        "house",
        {"hands": ["W1 r1 r2", "W2 b2 b3", "y1 y2"], "discard": "r5", "draw": "g7 b9 g8 y9 r9", "turn": 0},
        ("0 play W1", "1 dare", "0 color green", "1 play W2", "2 chicken", "1 color green"),
        {"custom": ["custom-10", "custom-10"]},
    ),
    Scene(
        "draw-to-a-colour-that-is-not-in-play",
        "house",
        {"hands": ["W1 r1 r2", "b1 b2"], "discard": "r5", "draw": "W y9 g3 r9", "turn": 0},
        ("0 play W1", "0 color green", "0 color yellow", "1 play y9"),
        {"custom": ["custom-1"]},
    ),
    Scene(
        "wilds-discarded-by-all-others",
        "house",
        {"hands": ["W1 r1 W", "W W+4 WX", "W+4 y2"], "discard": "r5", "draw": "b1 b2 b3 b4", "turn": 0},
        ("0 play W1", "1 discard WX", "1 discard W", "2 uno", "0 color red", "2 catch 1"),
        {"custom": ["custom-2"]},
    ),
    Scene(
        "two-discarders-asked-to-call",
        "house",
        {"hands": ["W1 r1 r2", "W g2", "W+4 y2"], "discard": "r5", "draw": "b1 b2 b3 b4", "turn": 0},
        ("0 play W1", "0 color red", "1 silent", "2 silent", "0 catch 1", "2 uno"),
        {"custom": ["custom-2"], "uno": "ask"},
    ),
    Scene(
        "cards-given-to-the-next-player",
        "house",
        {"hands": ["W1 r1 r2 r3", "g1 g2", "b1 b2"], "discard": "r5", "draw": "y1 y2 y3", "turn": 0},
        ("0 play W1", "2 give b1", "0 give r3", "0 give r1", "0 color red", "0 catch 2", "1 draw"),
        {"custom": ["everyone gives 2 to next player"]},
    ),
    Scene(
        "everyone-to-three-cards",
        "house",
        {"hands": ["W1 r1 r2 r3 r4", "g1 g2", "b1 b2 b3 b4"], "discard": "r5", "draw": "y1 y2 y3", "turn": 0},
        ("0 play W1", "2 discard b4", "0 discard r4", "0 color red"),
        {"custom": ["custom-6"]},
    ),
    Scene(
        "votes-of-both-kinds",
        "house",
        {"hands": ["W1 r1 r2", "W2 g1", "b1 b2", "y1 y2"], "discard": "r5", "draw": "y3 y4 y6 y7", "turn": 0},
        (
            *("0 play W1", "1 vote yes", "2 vote no", "3 vote yes", "0 vote no", "0 color red"),
            *("1 uno", "1 play W2", "2 vote no", "3 vote no", "0 vote no", "1 color red"),
        ),
        {"custom": ["words: Everybody stands up", "custom-8"]},
    ),
    Scene(
        "two-notices-on-one-seat",
        "house",
        {"hands": ["W1 W2 r1 r2", "g1 g2"], "discard": "r5", "draw": "b7 b8 b9", "turn": 0},
        ("0 play W1", "0 color yellow", "1 draw", "0 play W2", "0 color yellow", "1 draw", "0 uno"),
        {"custom": ["custom-9", 'next player is under notice "Hum" until someone calls UNO']},
    ),
    Scene(
        "plays-again-and-turns-missed",
        "house",
        {"hands": ["W1 W2 r1 r2", "g1 g2", "b1 b2", "y1 y2"], "discard": "r5", "draw": "b7", "turn": 0},
        ("0 play W1", "0 color red", "0 play W2", "0 color red", "3 draw"),
        {"custom": ["custom-4", "next player misses the turn; next player misses the turn"]},
    ),
    Scene(
        "new-draw-pile",
        "classic",
        {"hands": ["b1 b2", "y1 y2"], "discard": "g1 g2 g3 r5", "draw": "", "rest": "none", "turn": 0},
        ("0 draw", "1 draw", "0 draw"),
    ),
    Scene(
        "new-draw-pile-on-the-dark-side",
        "flip",
        {
            "hands": ["rF|o2 b1|p1 b2|p2", "y1|u1 y2|u2"],
            "discard": "r1|t1 r2|t2 r5|t5",
            "draw": "",
            "rest": "none",
            "turn": 0,
        },
        ("0 play rF", "1 draw", "1 pass", "0 draw"),
    ),
    Scene(
        "void-round",
        "classic",
        {
            "hands": ["b1 b2 b3 b4 b6 b7 b8 b9", "g1 g2 g3 g4 g6 g7 g8"],
            "discard": "r5",
            "rest": "none",
            "dealer": 0,
            "turn": 1,
            "scores": [30, 40],
        },
        ("1 pass", "0 pass", "deal"),
    ),
    Scene(
        "first-card-goes-back",
        "flip",
        {"hands": ["b1|p1 b2|p2", "y1|u1 y2|u2"], "draw": "W+2|o1 r+1|o2 g3|o3 W+2|o4", "rest": "none"},
        (),
    ),
    Scene(
        "first-card-is-a-flip-with-a-wild-back",
        "flip-marvel",
        {"hands": ["r1|p1 r2|p2", "g1|t1 g2|t2"], "dealer": 0, "draw": "rF|WV y1|p3 y2|p4", "rest": "none"},
        ("1 color purple", "1 draw"),
    ),
    Scene(
        "hero-and-villain",
        "flip-marvel",
        {
            "hands": ["WH|p1 r1|p2", "g1|t1 gF|t2 g3|WV", "y1|u1 y2|u2"],
            "discard": "b5|o5",
            "draw": "y3|u3 y4|u4 y6|u6 y7|u7",
            "rest": "none",
            "turn": 0,
        },
        ("0 play WH", "1 done", "1 color green", "0 uno", "1 play gF", "2 draw", "0 draw", "1 play WV", "1 color teal"),
    ),
    Scene(
        "prime-with-discards",
        "flip-transformers",
        {"hands": ["WP|p1 r9|p2 r1|p3 rS|p4", "g8|t1 g1|t2", "y1|u1"], "discard": "b5|o5", "turn": 0},
        ("0 play WP", "0 target 1", "0 discard rS", "0 done", "0 color red", "1 draw"),
    ),
    Scene(
        "megatron-with-hands-shown",
        "flip-transformers",
        {
            "hands": ["r1|WM r9|p9 r8|p8", "g7|t2 g6|t8", "b1|o3"],
            "discard": "b5|u5",
            "draw": "y3|u1 y4|u2 y6|u3",
            "side": "dark",
            "turn": 0,
        },
        ("0 play WM", "0 target 1", "0 color teal", "1 play t2"),
    ),
    Scene(
        "challenges-of-wild-draw-color",
        "flip",
        {
            "hands": ["r1|W+C r2|p2 r3|p3", "g1|W+C g2|t2 g3|o9", "y1|u1 y2|u2"],
            "discard": "b5|p5",
            "draw": "b1|o1 b2|t4 b3|W b4|o2 b6|u3 b7|u4 b8|u6",
            "side": "dark",
            "turn": 0,
        },
        (
            *("0 play W+C", "0 color teal", "1 challenge"),
            *("1 play t2", "2 draw", "2 pass", "0 draw", "0 pass", "1 play W+C", "1 color orange", "2 challenge"),
        ),
    ),
    Scene(
        "last-card-draw-color-and-the-next-round",
        "flip",
        {
            "hands": ["r1|W+C", "g1|t1 g2|t2"],
            "discard": "b5|p5",
            "draw": "b1|o1 b2|W b3|t3 " + " ".join(f"g{n}|u{n} y{n}|o{n}" for n in (3, 4, 6, 7, 8, 9)),
            "rest": "none",
            "side": "dark",
            "turn": 0,
        },
        ("0 play W+C", "0 color teal", "deal"),
    ),
    Scene(
        "custom-three-forgotten-in-the-next-round",
        "house",
        {"hands": ["W1 r1", "y1"], "discard": "r5", "draw": NUMBERS, "rest": "none", "turn": 0},
        ("0 play W1", "0 color yellow", "0 uno", "1 play y1", "deal", "1 draw"),
        {"custom": ["custom-3"], "swap_hands": False},
    ),
    Scene(
        "game-won-by-two",
        "classic",
        {
            "hands": ["r+2", "g9", "y1", "b5"],
            "discard": "r5",
            "draw": "b1 b2",
            "turn": 0,
            "scores": [100, 495, 99, 101],
        },
        ("0 play r+2",),
        {"scoring": "lowest"},
    ),
    Scene(
        "stacks-answered-challenged-and-taken",
        "classic",
        {"hands": ["r+2 W+4 y1 y3", "g+2 g1 g3", "b+2 b1 b3 b4"], "discard": "r5", "turn": 0},
        (
            "0 play r+2",
            "1 play g+2",
            "2 play b+2",
            "0 play W+4",
            "0 color green",
            "1 challenge",
            "2 draw",
            "0 draw",
            "1 play g1",
            "2 draw",
        ),
        {"stacking": "rising"},
    ),
    Scene(
        "stack-of-draw-color",
        "flip",
        {
            "hands": ["W+C p1 p2", "o+5 W+C p4", "u8 u9 u7"],
            "discard": "t5",
            "draw": "o1 t3 p8 o4 u1 o6 u2 o7 o8",
            "side": "dark",
            "turn": 0,
        },
        ("0 play W+C", "0 color teal", "1 play o+5", "2 accept"),
        {"stacking": "any", "uno": "ask"},
    ),
    Scene(
        "seven-zero-and-jump-ins",
        "classic",
        {"hands": ["r7 r0 y1", "b1 b2 b3", "r7 g1 g2 g3"], "discard": "r5", "draw": "b8 b9 y8 r9 b7", "turn": 0},
        ("0 play r7", "0 target 1", "2 play r7", "2 target 0", "0 draw", "0 pass", "1 uno", "1 play r0"),
        {"preset": "party"},
    ),
    Scene(
        "jump-ins-as-questions",
        "classic",
        {"hands": ["r5 y1 y2", "b1 b2 b3", "r5 g1"], "discard": "r8", "turn": 0},
        ("0 play r5", "2 play r5", "2 silent", "0 catch 2", "1 silent", "2 silent", "0 draw"),
        {"jump_in": True, "uno": "ask", "draw_until": True},
    ),
)
