"""The loop of a game at one terminal: people answer, bots move, and everybody is told what they may know.

Several people may share the terminal; a hand is shown only after its owner said to be looking.
People have the first word when a bot forgot to call UNO, and when a card can be jumped in on; bots may catch
a person who did not call.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace

from lastcard.bots import Bot, decision, reaction
from lastcard.editions.model import SIDES
from lastcard.errors import IllegalMoveError, LastcardError
from lastcard.game import Game
from lastcard.moves import Move
from lastcard.terminal.answers import COMMANDS, Answer, UnclearError, read_answer, typed_card
from lastcard.terminal.booklet import card_says, example_card, help_lines, rules_lines
from lastcard.terminal.console import Console, StopAskingError, left
from lastcard.terminal.opening import house_rule_lines
from lastcard.terminal.screen import doing, listed, move_words, screen
from lastcard.terminal.sheet import result_line, sheet_lines
from lastcard.terminal.words import Words, shared, wrap
from lastcard.view import View

_LOG = 200
_LOG_SHOWN = 20


class Table:
    """One game, its people and its bots."""

    def __init__(
        self, game: Game, people: Sequence[int], bots: Mapping[int, Bot], names: Sequence[str], console: Console
    ) -> None:
        self.game, self.people, self.bots, self.console = game, tuple(people), dict(bots), console
        alone = self.people[0] if len(self.people) == 1 else None
        self.words = Words(game.edition, tuple(names), alone, game.settings.custom)
        self._logs: dict[int, deque[str]] = {seat: deque(maxlen=_LOG) for seat in self.people}
        self._news: dict[int, list[str]] = {seat: [] for seat in self.people}
        self._looking = alone
        """Whose hand may be on the screen now."""
        self._teller: int | None = None
        """What is voted on now."""
        self._jump_offered = False
        """Whether the people have been asked already about a jump-in on the card that lies on top."""

    def run(self) -> None:
        """Play to the end of the game."""
        self.console.tell('Answer with the number of a move; "help" says what else you can write.')
        self._tell("light")
        while not self.game.over:
            if self.game.round_over:
                self._next_round()
            else:
                self._step()
        self._show_sheet()
        self.console.tell(result_line(self._open_view(), self.words))

    # --- moves -----------------------------------------------------------------------------------

    def _step(self) -> None:
        """One move, or one word out of turn."""
        asked = self.game.asks[0]
        self._let_perform()
        move = self._call_late() or self._offer_catch()
        if move is None and self._offer_jump():
            return
        move = move or self._bots_catch()
        if move is not None:
            self._make(move)
        elif asked in self.bots:
            self._bot_moves(asked)
        else:
            self._ask(asked)

    def _let_perform(self) -> None:
        """Where everyone else votes on what a person does with a card, that is done before the first vote."""
        teller = self.game.teller
        is_new = self._teller is None or any(event.kind == "vote-result" for event in self.game.events())
        if teller is not None and is_new and teller in self.people:
            says = card_says(self._open_view(), self.words, self.game.settings)
            self.console.tell(f"{self.words.names[teller]}: {says}")
            self._read("Press Enter when it is told or done. ")
        self._teller = teller

    def _bot_moves(self, seat: int) -> None:
        self.console.pause()
        forgot = set(self.game.liable) & set(self.people)
        move = decision(self.game, self.bots[seat])
        if forgot and move.kind in {"play", "draw", "pass"}:  # uno-2: this closes the window
            self.console.tell(f"Nobody noticed that {self._names(forgot)} did not call UNO.")
        self._make(move)

    def _make(self, move: Move) -> None:
        side = "light" if move.kind == "deal" else self.game.side  # setup-5
        self.game.play(move, as_seen=True)
        if move.kind not in {"uno", "catch"}:  # these leave the question as it was
            self._jump_offered = False
        self._tell(side)
        if move.kind == "draw" and move.seat in self.people and self.game.asks[0] != move.seat:
            self.console.tell("It can't be played now, so the turn passes.")

    def _tell(self, side: str) -> None:
        """Say what happened: to all at the terminal, and to each person's own log."""
        for seat in self.people:
            own = self._speak_to(seat).sentences(self.game.events(seat), side)
            self._logs[seat].extend(own)
            self._news[seat].extend(own)
        watching = self.people or tuple(range(self.game.players))
        for sentence in self.words.sentences(shared([self.game.events(seat) for seat in watching]), side):
            self.console.tell(sentence)

    # --- UNO out of turn ---------------------------------------------------------------------------

    def _call_late(self) -> Move | None:
        """A call by a bot that could be caught."""
        return reaction(self.game, self.bots, set(self.game.liable) & set(self.bots))

    def _bots_catch(self) -> Move | None:
        """Bots that notice a missing call; a person who is next has the first word about a bot's."""
        liable = set(self.game.liable)
        if self.game.asks[0] in self.people and not liable & set(self.people):
            return None
        return reaction(self.game, self.bots, set(self.bots) - liable)

    def _names(self, seats: set[int]) -> str:
        return " and ".join(self.words.who(seat) for seat in sorted(seats))

    def _offer_catch(self) -> Move | None:
        """Before a bot's turn closes the window, people may catch."""
        if self.game.asks[0] in self.people or self.game.settings.uno != "race":
            return None
        catches = [move for move in self.game.legal_moves() if move.kind == "catch" and move.seat in self.people]
        if not catches:
            return None
        lines = [f"{self._names({move.target or 0 for move in catches})}: one card left and no call of UNO!"]
        for number, move in enumerate(catches, 1):
            who = "" if self.words.you is not None else f"{self.words.names[move.seat]}: "
            lines.append(f"{number:>3} {who}catch {self.words.names[move.target or 0]}")
        self.console.say([*lines, "    Enter: let it go"])
        while True:
            answer = self._read("Catch? ").split()
            if not answer or answer[0] in {"no", "n"}:
                return None
            if answer[0].isascii() and answer[0].isdigit() and 1 <= int(answer[0][:6]) <= len(catches):
                return catches[int(answer[0][:6]) - 1]
            if answer[0] in {"catch", "yes", "y"} and len(catches) == 1:
                return catches[0]
            self.console.tell(f"Type a number from 1 to {len(catches)}, or Enter alone to let it go.")

    # --- jump-ins ----------------------------------------------------------------------------------

    def _offer_jump(self) -> bool:
        """Ask people whose turn it is not whether they jump in (jump-1), once for each card; whether somebody did."""
        jumps = [] if self._jump_offered else self._jumps()
        if not jumps:
            return False
        self._jump_offered = True
        if self._looking not in {None, self.words.you}:  # all look at the screen now, and no hand may be on it
            self._hide_hand()
        self.console.say(self._jump_lines(jumps))
        while True:
            words = self._read("Jump in? ").replace(",", " ").replace("!", " ").split()
            answer = [word for word in words if word not in {"uno", "play"}]
            if not words or words[0] in {"no", "n"}:
                return False
            move = self._chosen_jump(answer[0] if len(answer) == 1 else "", jumps)
            if move is None:
                self.console.tell(f"Type a number from 1 to {len(jumps)}, or Enter alone to let it go.")
            elif not self.game.is_legal(move):
                name = self.words.names[move.seat]
                self.console.tell(f"{name} can't jump in: only the very same card may be played out of turn (jump-1).")
            else:
                self._make_answer(move.seat, move, uno="uno" in words)
                return True

    def _jumps(self) -> list[Move]:
        """The jump-ins to ask about. Several people are all asked, whoever has the card: the question tells nothing."""
        if not self.game.can_be_jumped:
            return []
        others = [seat for seat in self.people if seat != self.game.asks.seat]
        if self.words.you is None:
            return [self.game.move(f"{seat} play {self.game.top.front}") for seat in others]
        return [move for seat in others for move in self.game.legal_moves(seat) if move.kind == "play"]

    def _jump_lines(self, jumps: Sequence[Move]) -> list[str]:
        top = self.words.face(self.game.top.front, SIDES.index(self.game.side))
        alone = self.words.you is not None
        who = "you have the very same card and" if alone else "whoever has the very same card"
        lines = wrap(f"{top} lies on top: {who} may jump in.")
        for number, move in enumerate(jumps, 1):
            says = move_words(move, self.game.view(move.seat), self.words) if alone else self.words.names[move.seat]
            lines.append(f"{number:>3} {says}")
        due = [number for number, move in enumerate(jumps, 1) if self.game.sizes[move.seat] == 2]
        if due and self.game.settings.uno == "race":
            lines.append(f"    {due[0]} uno: jump in and call UNO")
        return [*lines, "    Enter: let it go"]

    def _chosen_jump(self, word: str, jumps: Sequence[Move]) -> Move | None:
        """The jump-in that a word means: its number, or a yes or the card if there is one alone."""
        if word.isascii() and word.isdigit() and 1 <= int(word[:6]) <= len(jumps):
            return jumps[int(word[:6]) - 1]
        said = {"yes", "y", "jump", self.game.top.front.casefold()}
        return jumps[0] if word in said and len(jumps) == 1 else None

    # --- people ------------------------------------------------------------------------------------

    def _ask(self, seat: int) -> None:
        """Ask a person until a move is made."""
        self._hand_over(seat)
        self._show(seat)
        while True:
            try:
                answer = read_answer(self.console.read(self._prompt(seat)), self.game.view(seat), self.words)
                if answer.command:
                    self._look(seat, answer)
                elif answer.move is not None:
                    self._make_answer(seat, answer.move, uno=answer.uno)
                    return
            except UnclearError as error:
                self.console.tell(str(error))
            except LastcardError as error:
                self.console.tell(self.words.named(str(error)))

    def _prompt(self, seat: int) -> str:
        return "> " if self.words.you is not None else f"{self.words.names[seat]}> "

    def _make_answer(self, seat: int, move: Move, *, uno: bool) -> None:
        try:
            self._make(move)
        except IllegalMoveError as error:
            # Nothing has changed. What is possible is on the screen already.
            what = doing(move, self.game.view(seat), self.words)
            msg = f"{self.words.names[seat]} can't {what}: {self.words.named(error.why)} ({error.rule})."
            raise UnclearError(msg) from None
        if not uno:
            return
        call = Move(seat, "uno")
        if call in self.game.legal_moves(seat):
            self._make(call)
        elif self.game.settings.uno != "auto" and not self.game.round_over:
            self.console.tell("No call of UNO is due.")

    def _hand_over(self, seat: int) -> None:
        if self._looking == seat:
            return
        self._hide_hand()
        self.console.tell(f"*** {self.words.names[seat]}, it is for you to decide. Everybody else look away. ***")
        self._read(f"Press Enter when only {self.words.names[seat]} can see the screen. ")
        self._looking = seat
        self.console.say(line for sentence in self._news[seat][-8:] for line in wrap(sentence))

    def _hide_hand(self) -> None:
        """Take a hand out of sight before others look at the screen."""
        self.console.hide()
        self._looking = None

    def _show(self, seat: int) -> None:
        self._news[seat].clear()
        self.console.say(["", *screen(self.game.view(seat), self._speak_to(seat))])

    def _speak_to(self, seat: int) -> Words:
        return replace(self.words, you=seat)

    def _look(self, seat: int, answer: Answer) -> None:
        """Commands that change nothing."""
        view = self.game.view(seat)
        if answer.command == "quit":
            raise left()
        if answer.command == "why":
            self._why(seat, answer.rest, view)
        elif answer.command == "hand":
            self._show(seat)
        elif answer.command == "log":
            self.console.say(line for sentence in list(self._logs[seat])[-_LOG_SHOWN:] for line in wrap(sentence))
        elif answer.command == "moves":
            moves = enumerate(listed(view), 1)
            self.console.say(f"{number:>3} {move_words(move, view, self.words)}" for number, move in moves)
        elif answer.command == "rules":
            self._rules(answer.rest.casefold(), view)
        else:
            self.console.say(help_lines(view, self.words))

    def _why(self, seat: int, text: str, view: View) -> None:
        if not text:
            example = example_card(view, self.words, playable=False)
            self.console.tell(f"Type why and a card of yours, for example: why {example}")
            return
        word = text.rsplit(maxsplit=1)[-1]
        card = typed_card(word, view, self.words) or word
        reason = self.game.why_not(seat, card)
        if reason is None:
            self.console.tell(f"{card} can be played now.")
        else:
            self.console.tell(self.words.named(f"{card} can't be played: {reason.sentence} ({reason.rule})."))

    def _rules(self, side: str, view: View) -> None:
        sides = [s.name for s in self.words.edition.sides]
        if side and side not in sides:
            there = f"the sides are {' and '.join(sides)}" if len(sides) > 1 else "the cards have one side; type rules"
            self.console.tell(f"There is no side {side[:40]!r}; {there}.")
            return
        self.console.say(rules_lines(self.words, self.game.settings, side or view.side))
        self.console.say(house_rule_lines(self.game.settings, self.words))
        if len(sides) > 1:
            self.console.tell(f"Type rules {' or rules '.join(sides)} for one side.")

    def _read(self, prompt: str) -> str:
        """An answer to a question that is not the game's own."""
        line = self.console.read(prompt).casefold()
        if COMMANDS.get(line) == "quit":
            raise left()
        return line

    # --- rounds ------------------------------------------------------------------------------------

    def _open_view(self) -> View:
        """A view for what everybody may see, such as the scores."""
        return self.game.view(self.people[0] if self.people else 0)

    def _show_sheet(self) -> None:
        self.console.say(sheet_lines(self._open_view(), self.words, self.game.settings))

    def _next_round(self) -> None:
        self._show_sheet()
        deal = Move(-1, "deal")
        if deal not in self.game.legal_moves():
            msg = "There are too few cards to deal another round: the game stops here."
            raise StopAskingError(msg, 1)
        if self.people:
            self._read("Press Enter to deal the next round. ")
        self._make(deal)
