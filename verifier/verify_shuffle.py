"""Checks that the cards of a recorded game are those of its key: `python verify_shuffle.py game.txt`.

One file, Python's standard library, nothing else. It goes by the page docs/shuffle.md and uses nothing of the game's
own program, so that a fault there can't hide itself here. It follows the record move by move and keeps all hands and
both piles as the page says. Of the rules it knows who draws how many cards, not what is lawful and who wins.
Exit code 0: the cards follow from the key. 1: they don't, and the first difference is named. 2: nothing to check.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

NUMBERS = "1 2 3 4 5 6 7 8 9 "
# Of each side: letters of the colours, faces once in each colour, faces twice in each colour, wilds four times.
ONE_SIDED = ("rgby", "0", NUMBERS + "+2 R S", "W W+4")
LIGHT, DARK = ("rgby", "", NUMBERS + "+1 R S F"), ("ptou", "", NUMBERS + "+5 R A F")
EDITIONS = {
    "classic": [ONE_SIDED],
    "house": [ONE_SIDED],
    "flip": [(*LIGHT, "W W+2"), (*DARK, "W W+C")],
    "flip-marvel": [(*LIGHT, "WH W+2"), (*DARK, "WV W+C")],
    "flip-transformers": [(*LIGHT, "WP W+2"), (*DARK, "WM W+C")],
}
DEFAULTS: dict[str, Any] = {
    "uno": "race", "bluffing": True, "two_player_reverse": "skip", "pairing": "shuffled", "scoring": "points",
    "target": 500, "dealer": None, "swap_hands": True, "custom": ["custom-1", "custom-4", "custom-7"],
    "stacking": "off", "seven_zero": False, "jump_in": False, "draw_until": False, "must_play": "off", "teams": False,
}  # fmt: skip
GO_BACK = {"W+2", "W+4"}
KINDS = "play|draw|pass|color|accept|challenge|discard|vote|chicken|uno|silent|dare|done"
MASK64, BITS = (1 << 64) - 1, 57
ROTATIONS = ((14, 16), (52, 57), (23, 40), (5, 37), (25, 33), (46, 12), (58, 22), (32, 32))


class DifferenceError(Exception):
    """Record and key part ways."""


class Randomness:
    """Threefry-4x64 with 20 rounds in counter mode, and what is made of its words."""

    def __init__(self, key: bytes) -> None:
        words = [int.from_bytes(key[i : i + 8], "big") for i in range(0, 32, 8)]
        self.key = [*words, 0x1BD11BDAA9FC1A22 ^ words[0] ^ words[1] ^ words[2] ^ words[3]]
        self.counter = 0

    def block(self) -> list[int]:
        """The next four words."""
        x = [(word + start) & MASK64 for word, start in zip(self.key[:4], (self.counter, 0, 0, 0), strict=True)]
        for turn in range(20):
            pairs = ((0, 1), (2, 3)) if turn % 2 == 0 else ((0, 3), (2, 1))
            for (a, b), by in zip(pairs, ROTATIONS[turn % 8], strict=True):
                x[a] = (x[a] + x[b]) & MASK64
                x[b] = ((x[b] << by | x[b] >> (64 - by)) & MASK64) ^ x[a]
            if turn % 4 == 3:
                add = turn // 4 + 1
                x = [(word + self.key[(i + add) % 5] + (add if i == 3 else 0)) & MASK64 for i, word in enumerate(x)]
        self.counter += 1
        return x

    def shuffle(self, cards: list[int]) -> None:
        """Put a list into random order."""
        bound = len(cards)
        while bound > 1:
            for word in self.block():
                batch = 7 if bound > 7 else bound - 1
                for place in numbers_of(word, range(bound, bound - batch, -1)):
                    bound -= 1
                    cards[bound], cards[place] = cards[place], cards[bound]

    def below(self, bound: int) -> int:
        """One number."""
        while True:
            for word in self.block():
                if numbers := numbers_of(word, range(bound, bound - 1, -1)):
                    return numbers[0]


def numbers_of(word: int, bounds: range) -> list[int]:
    """A number below each bound from one word; none at all if the word is to be passed over."""
    fraction, product, numbers = word >> 7, math.prod(bounds), []
    if fraction * product % (1 << BITS) < (1 << BITS) % product:
        return []
    for bound in bounds:
        number, fraction = divmod(fraction * bound, 1 << BITS)
        numbers.append(number)
    return numbers


def side_of_deck(letters: str, once: str, twice: str, wilds: str) -> list[str]:
    """The faces of one side in the order in which they are numbered."""
    kinds = once.split() + [symbol for symbol in twice.split() for _ in range(2)]
    return [letter + symbol for letter in letters for symbol in kinds] + [
        wild for wild in wilds.split() for _ in range(4)
    ]


def symbol_of(face: str) -> str:
    """A face without its colour."""
    return face if face[0] == "W" else face[1:]


def color_of(face: str) -> str:
    """The letter of a face's colour; empty for a wild."""
    return "" if face[0] == "W" else face[0]


def number_of(face: str, of_symbols: int = 10) -> int:
    """The number on a face."""
    return int(symbol_of(face)) if symbol_of(face).isdigit() else of_symbols


class Cards:
    """Where every card is. Hands have the card longest held first; piles have their top at the end."""

    def __init__(self, edition: str, settings: dict[str, Any], players: int, key: bytes) -> None:
        self.settings, self.players, self.random = settings, players, Randomness(key)
        self.wild_is_match = edition == "flip-transformers"
        self.color, self.rounds, self.reshuffles = "", 0, 0
        self.sides = [side_of_deck(*side) for side in EDITIONS[edition]]
        if edition == "house":
            self.sides[0] += ["WX"] * settings["swap_hands"] + ["W1", "W2", "W3"][: len(settings["custom"])]
        self.draw_pile = list(range(len(self.sides[0])))
        if len(self.sides) == 2:
            backs = [(37 * card + 11) % len(self.draw_pile) for card in self.draw_pile]  # the fixed pairing
            if settings["pairing"] == "shuffled":
                backs = self.draw_pile[:]
                self.random.shuffle(backs)
            self.sides[1] = [self.sides[1][back] for back in backs]
        self.dealer = self.draw_for_dealer() if settings["dealer"] is None else settings["dealer"]

    def draw_for_dealer(self) -> int:
        """The highest number deals; who ties draws again. The pile stays as it is then, for the shuffle."""
        pile, rivals = self.draw_pile, list(range(self.players))
        left = len(pile)
        while len(rivals) > 1:
            numbers = {}
            for seat in rivals:
                left = left or len(pile)
                place = self.random.below(left)
                left -= 1
                pile[place], pile[left] = pile[left], pile[place]
                numbers[seat] = number_of(self.sides[0][pile[left]], of_symbols=0)
            rivals = [seat for seat in rivals if numbers[seat] == max(numbers.values())]
        return rivals[0]

    def deal(self) -> None:
        """Shuffle, deal, turn up."""
        self.direction, self.side, self.rounds = 1, 0, self.rounds + 1
        self.random.shuffle(self.draw_pile)
        self.hands: list[list[int]] = [[] for _ in range(self.players)]
        for i in range(7 * self.players):
            self.hands[(self.dealer + 1 + i) % self.players].append(self.draw_pile.pop())
        self.unknown_backs = {card for hand in self.hands for card in hand}
        self.discard_pile = [self.draw_pile.pop()]
        while self.top in GO_BACK and any(self.face(card) not in GO_BACK for card in self.draw_pile):
            self.draw_pile.append(self.discard_pile.pop())
            self.random.shuffle(self.draw_pile)
            self.discard_pile = [self.draw_pile.pop()]

    def gather(self) -> None:
        """All cards into one pile after a round; the deal passes on if somebody won it."""
        if not all(self.hands):
            self.dealer = (self.dealer + 1) % self.players
        self.draw_pile = [card for hand in self.hands for card in hand] + self.discard_pile + self.draw_pile[::-1]

    def face(self, card: int) -> str:
        """What a card shows on the side in play."""
        return self.sides[self.side][card]

    @property
    def top(self) -> str:
        """The face on top of the discard pile."""
        return self.face(self.discard_pile[-1])

    def draw_one(self, seat: int) -> int | None:
        """A card into a hand, from a new draw pile if need be; None if there is none."""
        if not self.draw_pile:
            self.draw_pile, self.discard_pile = self.discard_pile[:-1], self.discard_pile[-1:]
            if not self.draw_pile:
                return None
            self.random.shuffle(self.draw_pile)
            self.reshuffles += 1
            if self.side == 1:  # on the dark side the first of a shuffled list is on top
                self.draw_pile.reverse()
        self.hands[seat].append(self.draw_pile.pop())
        return self.hands[seat][-1]

    def draw_many(self, seat: int, count: int) -> int:
        """So many cards into a hand; how many there were."""
        return sum(self.draw_one(seat) is not None for _ in range(count))

    def draw_until(self, seat: int, color: str) -> None:
        """Cards into a hand until one of a colour comes."""
        while (card := self.draw_one(seat)) is not None and color_of(self.face(card)) != color:
            pass

    def lay_under(self, seat: int, card: int) -> None:
        """A discard by an effect: directly beneath the top card."""
        self.hands[seat].remove(card)
        self.discard_pile.insert(-1, card)

    def move_hands(self, goes_to: dict[int, int]) -> None:
        """Hands change places; everybody knows both faces of a hand that was another's."""
        for receiver, hand in [(receiver, self.hands[seat]) for seat, receiver in goes_to.items()]:
            self.hands[receiver] = hand
            self.unknown_backs.difference_update(hand)

    def flip(self) -> None:
        """Everything turns over. From now on holders know both faces of what they hold."""
        self.side = 1 - self.side
        self.draw_pile.reverse()
        self.discard_pile.reverse()
        self.unknown_backs.clear()
        self.color = color_of(self.top)

    def holds_match(self, seat: int, but: int = -1) -> bool:
        """Whether a Wild Draw of this seat is a bluff: another card has the colour in play."""
        colors = {self.color, ""} if self.wild_is_match else {self.color}
        return any(color_of(self.face(card)) in colors for card in self.hands[seat] if card != but)

    def may_lay(self, seat: int, card: int) -> bool:
        """Whether a card just drawn fits, so that drawing until one fits ends."""
        face = self.face(card)
        if face.startswith("W+") and not self.settings["bluffing"]:
            return not self.holds_match(seat, but=card)
        return color_of(face) in {"", self.color} or symbol_of(face) == symbol_of(self.top)

    def names(self, card: int) -> list[str]:
        """How moves may call a card: whole, by the face in play, with `?` if its holder does not know the back."""
        whole = "|".join(side[card] for side in self.sides)
        return [whole, self.face(card), *([f"{self.face(card)}|?"] if card in self.unknown_backs else [])]


class Game(Cards):
    """Goes through the moves of a record and lets every card make people draw as it does."""

    def follow(self, moves: list[str]) -> None:
        """All moves, to the end of the record or the first difference."""
        last = self.players - 1
        form = re.compile(rf"([0-{last}]) ({KINDS}|(?:catch|target)(?= [0-{last}]$)|target(?= none$))(?: (\S+))?")
        self.number = 0
        self.begin_round()
        for self.number, move in enumerate(moves, 1):
            words = form.fullmatch(move)
            if move == "deal":
                self.gather()
                self.begin_round()
            elif words is None:
                raise DifferenceError(f"{move!r:.40} is no move in this game")
            elif words[2] in {"draw", "catch"} and moves[self.number : self.number + 1] == ["deal"]:
                pass  # turn-5: the round is void, and nobody draws
            else:
                self.make(int(words[1]), words[2], words[3] or "")

    def begin_round(self) -> None:
        """Deal, and carry out the card that was turned up as if the dealer had played it."""
        self.deal()
        self.instead = [0] * self.players
        self.drawer, self.just_drawn, self.penalty = 0, 0, list[str]()
        self.begin_card(self.dealer, self.top)
        if self.symbol in {"+1", "+2"}:
            self.draw_many(self.after[0], int(self.symbol))

    def begin_card(self, actor: int, face: str) -> None:
        """What every card begins with; Reverse and Flip are done with that."""
        self.actor, self.symbol, self.last = actor, symbol_of(face), not self.hands[actor]
        self.bluff = self.holds_match(actor)  # against the colour before the card
        self.rule, self.votes, self.todo = "", 0, list[int]()
        self.color = color_of(face) or self.color
        if self.symbol == "R":
            self.direction *= -1
        elif self.symbol == "F":
            self.flip()

    @property
    def after(self) -> list[int]:
        """All seats in playing order from the one after the card's player, who is last."""
        return [(self.actor + self.direction * steps) % self.players for steps in range(1, self.players + 1)]

    def make(self, seat: int, kind: str, text: str) -> None:
        """One move."""
        moves: dict[str, Callable[[], object]] = {
            "play": lambda: self.play(seat, text),
            "draw": lambda: self.draw(seat),
            "pass": lambda: self.instead.__setitem__(seat, 0),
            "catch": lambda: self.draw_many(int(text), 2),
            "color": lambda: self.name_color("u" if text == "purple" else text[:1]),
            "accept": lambda: self.pay(seat),
            "challenge": lambda: self.pay(self.actor if self.bluff else seat, 0 if self.bluff else 2),
            "target": lambda: self.choose(seat, text),
            "discard": lambda: self.discard(seat, text),
            "vote": lambda: self.vote(text),
            "chicken": lambda: self.draw_many(seat, 4 if self.rule == "custom-10" else 0),
        }
        moves.get(kind, lambda: None)()  # the others move no card

    def play(self, seat: int, text: str) -> None:
        """Lay a card; what it does to the cards at once."""
        card = self.held(seat, text, self.just_drawn if seat == self.drawer else 0)
        self.instead[seat] = self.just_drawn = 0
        self.hands[seat].remove(card)
        self.discard_pile.append(card)
        self.begin_card(seat, self.face(card))
        if "+" in self.symbol:
            self.lay_penalty()
        elif self.last:
            return
        elif self.symbol == "WV":
            self.draw_many(min(self.after, key=lambda other: len(self.hands[other])), 3)
        elif self.symbol == "0" and self.settings["seven_zero"]:
            self.move_hands({other: (other + self.direction) % self.players for other in self.after})
        elif self.symbol in {"W1", "W2", "W3"}:
            self.begin_rule(self.settings["custom"][int(self.symbol[1]) - 1])

    def lay_penalty(self) -> None:
        """A Draw card is paid for at once, unless a colour, a challenge or an answer comes first."""
        self.penalty.append(self.symbol)
        if not (self.symbol == "W+C" if self.last else self.symbol[0] == "W" or self.settings["stacking"] != "off"):
            self.pay(self.after[0])

    def pay(self, seat: int, extra: int = 0) -> None:
        """stack-3: numbers first, then until the colour, then what a lost challenge costs."""
        self.draw_many(seat, sum(int(symbol[-1]) for symbol in self.penalty if symbol != "W+C"))
        for _ in range(self.penalty.count("W+C")):
            self.draw_until(seat, self.color)
        self.draw_many(seat, extra)
        self.penalty = []

    def name_color(self, color: str) -> None:
        """A colour comes into play; by custom-1 there is one before that, which the next player draws to."""
        if self.rule == "custom-1":
            self.rule = ""
            self.draw_until(self.after[0], color)
            return
        self.color = color
        if self.last or not (self.settings["bluffing"] or self.settings["stacking"] != "off"):
            self.pay(self.after[0])

    def choose(self, seat: int, text: str) -> None:
        """Swap Hands and a 7 of `seven_zero`; Megatron, where whoever has the lowest number draws two."""
        chosen = seat if text == "none" else int(text)
        if self.symbol in {"WX", "7"} and chosen != seat:
            self.move_hands({seat: chosen, chosen: seat})
        elif self.symbol == "WM":
            mine, theirs = ([number_of(self.face(card)) for card in self.hands[who]] for who in (seat, chosen))
            self.draw_many(chosen if min(theirs, default=10) <= min(mine, default=10) else seat, 2)

    def begin_rule(self, rule: str) -> None:
        """A Customizable card: custom-1 to custom-10 by their names; words alone move no card."""
        known = re.fullmatch("custom-([1-9]|10)|words:.*", str(rule))
        need(known, f"move {self.number}: this program can't follow the table's own rule on {self.symbol}")
        self.rule = rule
        if rule == "custom-3":
            self.instead[self.after[0]] = 3
        self.todo = {"custom-2": self.after[:-1], "custom-5": self.after[:1], "custom-6": self.after}.get(rule, [])
        self.go_on()

    def go_on(self) -> None:
        """custom-2, custom-5, custom-6: one seat after the other, until one has to choose what to discard."""
        size = {"custom-5": 7, "custom-6": 3}.get(self.rule, 0)
        while self.todo:
            hand = self.hands[self.todo[0]]
            wilds = [card for card in hand if not color_of(self.face(card))]
            all_wild = len(wilds) == len(hand)
            if len(hand) > size if size else all_wild and len({self.face(card) for card in hand}) > 1:
                return
            seat = self.todo.pop(0)
            self.draw_many(seat, size - len(hand))
            for card in [] if size else wilds[: len(wilds) - all_wild]:  # of a hand that is all wild one card stays
                self.lay_under(seat, card)

    def discard(self, seat: int, text: str) -> None:
        """A card given up to an effect."""
        self.lay_under(seat, self.held(seat, text))
        self.go_on()

    def vote(self, text: str) -> None:
        """custom-8: if nobody laughs, the card's player draws four."""
        self.votes += self.rule == "custom-8" and text == "no"
        self.draw_many(self.actor, 4 if self.votes == self.players - 1 else 0)

    def draw(self, seat: int) -> None:
        """The draw of a turn."""
        self.drawer, self.just_drawn = seat, self.draw_many(seat, self.instead[seat] or 1)
        if self.settings["draw_until"]:
            fits = any(self.may_lay(seat, card) for card in self.hands[seat][-self.just_drawn :])
            while not fits and (card := self.draw_one(seat)) is not None:
                self.just_drawn = self.just_drawn + 1 if self.instead[seat] else 1
                fits = self.may_lay(seat, card)
        self.instead[seat] = 0

    def held(self, seat: int, text: str, just_drawn: int = 0) -> int:
        """The card of a hand that a move names (docs/notation.md, "Which card is meant")."""
        hand = self.hands[seat]
        fits = [card for card in hand if text in self.names(card)]
        if just_drawn:
            fits = [card for card in fits if card in hand[-just_drawn:]] or fits
        if "|" in text:
            fits = [card for card in fits if (card in self.unknown_backs) == ("?" in text)] or fits
        if not fits:
            names = " ".join(self.names(card)[0] for card in hand)
            raise DifferenceError(f"seat {seat} has {text:.20}, but by the key that hand is: {names}")
        return fits[0]


def need(fine: object, why: str) -> None:
    """Nothing can be checked unless this is so."""
    if not fine:
        print(f"verify_shuffle: {why}", file=sys.stderr)
        sys.exit(2)


def read(path: str) -> tuple[dict[str, str], list[str]]:
    """Headers and moves of a record."""
    need(Path(path).is_file(), f"{path}: there is no such file")
    head, _, body = Path(path).read_text(encoding="utf-8", errors="replace").partition("\n\n")
    found = re.findall(r'^\[([A-Z][A-Za-z]*) "(.*)"\]$', head, re.MULTILINE)
    headers = {name: re.sub(r"\\(.)", r"\1", value) for name, value in found}
    for name in ("Lastcard", "Edition", "Settings", "Players", "Seed"):
        need(name in headers, f"{path}: the header {name} is missing, so this is no record of a game")
    return headers, [move.strip() for move in body.replace("\n", ",").split(",") if move.strip()]


def game_of(headers: dict[str, str]) -> Game:
    """The game before its first deal."""
    edition, players, key = headers["Edition"], headers["Players"], headers["Seed"]
    need("Position" not in headers, "the game began with a Position, so its cards come from no shuffle")
    need(headers["Lastcard"] == "1", f"a record of version {headers['Lastcard']:.20}; this program reads version 1")
    need(edition in EDITIONS, f"edition {edition:.40} is not known; known are {', '.join(EDITIONS)}")
    need(re.fullmatch("[2-9]|10", players), f"Players is {players:.20}; 2 to 10 can play")
    need(re.fullmatch("[0-9a-f]{64}", key), f"Seed is {key!r:.80}; 64 hexadecimal digits are needed")
    try:
        chosen = dict(json.loads(headers["Settings"]))
    except (ValueError, TypeError, RecursionError):
        chosen = {"Settings": headers["Settings"]}
    for name, value in chosen.items():
        usual = range(int(players)) if name == "dealer" else DEFAULTS.get(name)
        right = value in usual if isinstance(usual, range) else type(value) is type(usual)
        need(right and name in DEFAULTS, f"there is no setting {name:.40} = {value!r:.40}")
    return Game(edition, {**DEFAULTS, **chosen}, int(players), bytes.fromhex(key))


def check_proof(headers: dict[str, str], noted: str | None, sent: list[str]) -> list[tuple[str, str]]:
    """Commitment and key: each check as `ok` or `FAILED`, and a sentence."""
    proof = [headers.get(name, "") for name in ("Commitment", "Secret", "Salt", "Mixes")]
    if not any(proof):
        need(not noted and not sent, "the record has no proof of its shuffle, so there is nothing to compare")
        return [("note", "the record has no proof of its shuffle: the cards are only held against Seed")]
    mix, others = '"([0-9a-f]{2}){0,32}"', int(headers["Players"]) - 1
    form = rf"([0-9a-f]{{64}} ){{3}}\[{mix}(, {mix}){{{others}}}\]"
    need(re.fullmatch(form, " ".join(proof)), "Commitment, Secret, Salt and Mixes are not as a record has them")
    secret, salt = bytes.fromhex(proof[1]), bytes.fromhex(proof[2])
    mixes = [bytes.fromhex(digits) for digits in re.findall('"([0-9a-f]*)"', proof[3])]
    parts = b"".join(bytes([len(mix)]) + mix for mix in mixes)
    checks = [
        ("Commitment", sha256(b"lastcard commitment 1\n" + salt + secret).hexdigest(), "that of Secret and Salt"),
        ("Seed", sha256(b"lastcard shuffle 1\n" + secret + parts).hexdigest(), "made of Secret and Mixes"),
        *([("Commitment", noted.lower(), "the one that you noted")] if noted else []),
    ]
    lines = [
        ("ok", f"{name} is {what}") if headers[name] == value else ("FAILED", f"{name} is not {what}, which is {value}")
        for name, value, what in checks
    ]
    for word in sent:
        fine = word.lower() in [f"{seat}={mix.hex()}" for seat, mix in enumerate(mixes)]
        lines.append(("ok" if fine else "FAILED", f"Mixes {'has' if fine else 'does not have'} your {word}"))
    return lines


def main() -> int:
    """Check one record and say what was found."""
    parser = argparse.ArgumentParser(description="Do the cards of a recorded game follow from its key?")
    parser.add_argument("record", help="the file with the record")
    parser.add_argument("--commitment", metavar="HEX", help="the commitment that you noted before the deal")
    parser.add_argument("--mix", action="append", default=[], metavar="SEAT=HEX", help="what your client sent")
    arguments = parser.parse_args()
    headers, moves = read(arguments.record)
    game, lines = game_of(headers), check_proof(headers, arguments.commitment, arguments.mix)
    try:
        game.follow(moves)
        lines.append(("ok", f"the cards follow from the key (rounds: {game.rounds}, reshuffles: {game.reshuffles})"))
    except DifferenceError as difference:
        lines.append(("FAILED", f"the cards do not follow from the key: move {game.number}: {difference}"))
    for mark, sentence in lines:
        print(f"{mark:6}  {sentence}")
    return int(any(mark == "FAILED" for mark, _ in lines))


if __name__ == "__main__":
    sys.exit(main())
