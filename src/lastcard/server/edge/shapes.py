"""What is sent and answered over HTTP, field by field: the OpenAPI description is made of it.

What comes in is read with these. Most answers are built elsewhere, as plain values, and tests
hold them to their shapes here. Fields that an answer may leave out are `Maybe`.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from lastcard.editions.choices import CHOICES, Choice
from lastcard.editions.settings import PRESET, PRESETS
from lastcard.engine.rules import MAX_SEATS
from lastcard.server.errors import REFUSALS
from lastcard.server.table.setup import WATCHING, Options, Setup

T = TypeVar("T")
Maybe: TypeAlias = T | UnsetType


def one_of(*values: str, title: str | None = None) -> Meta:
    """What a text may be, for descriptions."""
    return Meta(title=title, extra_json_schema={"enum": list(values)})


Phase = Annotated[str, one_of("lobby", "playing", "over")]

# --- what is sent ---------------------------------------------------------------------------------


def _settings() -> dict[str, Any]:
    """What settings may be, for descriptions; which of them an edition has is checked where they are granted."""
    known = {name: _setting(choice) for name, choice in CHOICES.items()}
    return {"properties": {**known, PRESET: {"enum": [*PRESETS, None]}}, "additionalProperties": False}


def _setting(choice: Choice) -> dict[str, Any]:
    described: dict[str, Any] = {"description": choice.means}
    if choice.values:
        return {**described, "enum": list(choice.values)}
    if choice.type == "integer":
        described |= {"minimum": choice.low, "maximum": choice.high}
    if choice.type == "array":
        described["items"] = {"type": "string"}
    return {**described, "type": [choice.type, "null"] if choice.or_none else choice.type}


Name = Annotated[str, Meta(description="1 to 20 characters that can be shown; spaces around it don't count")]
"""What a name, a seat and all else may be is checked where it is granted, to be refused with the code for it."""


class NewTable(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """A table that somebody wants to make."""

    name: Name
    """The host's name."""
    edition: str = "classic"
    settings: Annotated[dict[str, Any], Meta(extra_json_schema=_settings())] = {}
    seats: Annotated[int, Meta(extra_json_schema={"minimum": 2, "maximum": MAX_SEATS})] = 4
    public: bool = False
    options: Options = Options()
    seat: Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": MAX_SEATS - 1})] | None = 0
    """The host's seat; null: the host only watches at first."""
    fill: str | None = None
    """A level of bots for all other seats; each gets somebody else."""

    @property
    def solo(self) -> bool:
        """Whether it is a game of one against bots from the beginning, which nobody is invited to."""
        return self.fill is not None and self.seat is not None and not self.public


class NewPerson(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """Somebody who wants to join a table."""

    name: Name


class NewRule(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """A rule that somebody would like to write on a Customizable card."""

    edition: str
    rule: str


class NewDaily(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """Somebody who wants to play today's deal."""

    name: Name
    player: Annotated[str, Meta(extra_json_schema={"pattern": "^[A-Za-z0-9_-]{22,64}$"})]
    """Random characters by which a browser is known again on the same day, and nobody else."""


# --- tables ---------------------------------------------------------------------------------------


class Refusal(msgspec.Struct):
    """Why not."""

    code: Annotated[str, Meta(extra_json_schema={"enum": sorted(REFUSALS)})]
    say: str
    retry: Maybe[Annotated[int, Meta(ge=1)]] = UNSET


class Seat(msgspec.Struct, kw_only=True):
    """What somebody who joined must keep: the token is the key to the seat and is not told again."""

    table: str
    person: int
    token: str


class DailySeat(Seat, kw_only=True):
    """The seat at the table of today's deal."""

    day: str


class DailyClass(msgspec.Struct):
    """How many players had a lead from `low` to `high`."""

    low: int | None
    high: int | None
    count: int


class DailyResult(msgspec.Struct):
    """What came of a player's deal, and how it compares."""

    lead: int
    points: int
    rounds: list[int | None]
    place: int
    better: int


class OwnDaily(msgspec.Struct):
    """A player's deal."""

    table: str
    result: Maybe[DailyResult] = UNSET


class Daily(msgspec.Struct):
    """How a day's deal stands."""

    day: str
    left: int
    told: int
    bots: list[str]
    target: int
    count: int
    wins: int
    spread: list[DailyClass]
    mine: OwnDaily | None


class PublicTable(msgspec.Struct):
    """A table in the list that everybody sees."""

    code: str
    edition: str
    phase: Phase
    seats: int
    free: int
    players: list[str]
    watching: Annotated[str, one_of(*WATCHING)]


class PublicTables(msgspec.Struct):
    """Tables that anybody may join or watch."""

    tables: list[PublicTable]


class Step(msgspec.Struct):
    """A sentence of the card language, taken apart."""

    form: str
    who: Maybe[str] = UNSET
    n: Maybe[int] = UNSET
    words: Maybe[str] = UNSET
    when: Maybe[Annotated[str, one_of("yes", "no")]] = UNSET


class CustomRule(msgspec.Struct):
    """A rule on a Customizable card."""

    rule: str
    says: str
    steps: Maybe[list[Step]] = UNSET
    words: Maybe[str] = UNSET


class Chair(msgspec.Struct):
    """A seat of a table, and who has it."""

    name: str
    person: int | None
    bot: str | None
    stand_in: bool


class Person(msgspec.Struct):
    """Somebody at a table."""

    id: int
    name: str
    seat: int | None
    present: bool
    ready: bool
    consented: bool
    program: bool
    tempo: int
    face: str


class Table(msgspec.Struct):
    """A table as everybody may know it."""

    code: str
    phase: Phase
    host: int | None
    setup: Setup
    daily: str | None
    seats: list[Chair]
    people: list[Person]
    rules: int
    custom: list[CustomRule]
    games: int
    commitment: str
    again: bool
    tempo: int
    held: list[int]
    mixes: Maybe[list[str]] = UNSET
    secret: Maybe[str] = UNSET
    salt: Maybe[str] = UNSET


class Invitation(msgspec.Struct):
    """The link to a table, also as the rows of a QR code."""

    link: str
    qr: list[str]


# --- what there is --------------------------------------------------------------------------------


class BriefEdition(msgspec.Struct):
    """An edition as it stands in the list."""

    id: str
    title: str
    about: str
    cards: int
    sides: list[str]
    custom_slots: int


class Editions(msgspec.Struct):
    """All editions."""

    editions: list[BriefEdition]


class KindSteps(msgspec.Struct):
    """The sentences of a kind of card, taken apart."""

    does: list[Step]
    turned_up: list[Step]
    as_last_card: list[Step]


class Kind(msgspec.Struct):
    """A kind of card."""

    symbol: str
    name: str
    number: int | None
    copies: int
    points: int
    wild: bool
    in_deck: str
    written: int
    does: list[str]
    turned_up: str | list[str]
    as_last_card: list[str]
    steps: KindSteps


class Face(msgspec.Struct):
    """A side of an edition's cards."""

    name: str
    called: str
    colors: list[str]
    letters: list[str]
    kinds: list[Kind]
    stacking: dict[str, dict[str, list[str]]]


class Value(msgspec.Struct):
    """What a setting may be."""

    value: str
    means: str


class SettingChoice(msgspec.Struct):
    """A setting, for a form."""

    name: str
    type: str
    default: Any
    means: str
    values: Maybe[list[Value]] = UNSET
    low: Maybe[int] = UNSET
    high: Maybe[int] = UNSET
    most: Maybe[int] = UNSET
    nullable: Maybe[bool] = UNSET


class Edition(BriefEdition):
    """An edition with all its cards."""

    hand: int
    caught_draws: int
    wild_is_match: bool
    faces: list[Face]
    settings: dict[str, Any]
    choices: list[SettingChoice]
    presets: dict[str, dict[str, Any]]
    teams: list[int]
    suggested: list[CustomRule]


class Subject(msgspec.Struct):
    """Whom a sentence can be about."""

    name: str
    group: bool
    needs: str
    gives: str


class Verb(msgspec.Struct):
    """What a sentence can say."""

    form: str
    means: str
    count: list[int] | None
    needs: str
    gives: str
    two_sided: bool


class RuleLimits(msgspec.Struct):
    """How long a rule may be."""

    sentences: int
    characters: int
    words: int


class Language(msgspec.Struct):
    """The card language."""

    subjects: list[Subject]
    verbs: list[Verb]
    limits: RuleLimits


class Flaw(msgspec.Struct):
    """What is wrong with a rule."""

    kind: str
    say: str
    sentence: Maybe[int] = UNSET
    low: Maybe[int] = UNSET
    high: Maybe[int] = UNSET
    most: Maybe[int] = UNSET


class TriedRule(msgspec.Struct):
    """A rule as it is read, or its flaw."""

    rule: str
    says: Maybe[str] = UNSET
    steps: Maybe[list[Step]] = UNSET
    words: Maybe[str] = UNSET
    flaw: Maybe[Flaw] = UNSET


class Level(msgspec.Struct):
    """A level of bots."""

    name: str
    says: str


class Character(msgspec.Struct):
    """Somebody who plays at a level."""

    id: str
    name: str
    level: str
    says: str


class Levels(msgspec.Struct):
    """The bots that there are."""

    levels: list[Level]
    characters: list[Character]


class Health(msgspec.Struct):
    """Whether the server can do its work."""

    status: str


class SocketDescription(msgspec.Struct):
    """An AsyncAPI description."""

    asyncapi: str
    info: dict[str, str]
    channels: dict[str, dict[str, Any]]
    operations: dict[str, dict[str, Any]]
    components: dict[str, dict[str, Any]]


class Description(msgspec.Struct):
    """An OpenAPI description."""

    openapi: str
    info: dict[str, str]
    paths: dict[str, dict[str, Any]]
    components: dict[str, dict[str, Any]]
