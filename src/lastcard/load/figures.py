"""What a load test counts, and its report."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

_SHOWN_FAULTS = 5


def percentile(ordered: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of all values does not exceed."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan


@dataclass
class Figures:
    """The counts of one run."""

    tables: int = 0
    sockets: int = 0
    nodes: int = 0
    asked_rate: float | None = None
    """Moves a second that were asked for; None: as many as possible."""
    seconds: float = 0.0
    moves: int = 0
    lines: int = 0
    """Lines that clients were told, each counted for each client."""
    moves_told: int = 0
    """Lines of these that tell of a move, whoever made it."""
    received: int = 0
    """Bytes of all messages that clients were sent."""
    games: int = 0
    """Games played to their end."""
    races: int = 0
    """Calls and catches that lost a race, as some must."""
    latencies: array[float] = field(default_factory=lambda: array("d"))
    """Seconds from sending a move until every seat of the table has its view."""
    errors: Counter[str] = field(default_factory=Counter)
    says: list[str] = field(default_factory=list)
    """The first errors, in words."""
    server_memory: int | None = None
    """Bytes that all nodes had resident at the end of the moves."""
    server_cpu: float | None = None
    """Seconds of processor time of all nodes during the moves."""
    client_cpu: float = 0.0

    def error(self, kind: str, say: str) -> None:
        """Something that should not have happened."""
        self.errors[kind] += 1
        if len(self.says) < _SHOWN_FAULTS:
            self.says.append(f"{kind}: {say}")

    def add(self, part: Figures) -> None:
        """What was counted in another part of the run."""
        for name in ("seconds", "moves", "lines", "moves_told", "received", "games", "races"):
            setattr(self, name, getattr(self, name) + getattr(part, name))
        self.latencies.extend(part.latencies)
        self.errors.update(part.errors)
        self.says = (self.says + part.says)[:_SHOWN_FAULTS]

    def to_dict(self) -> dict[str, Any]:
        """All figures, ready for JSON."""
        ordered = sorted(self.latencies)
        milliseconds = {
            name: _rounded(percentile(ordered, share) * 1000)
            for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0))
        }
        return {
            "tables": self.tables,
            "sockets": self.sockets,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 2),
            "moves": self.moves,
            "moves_per_second": round(self._rate(), 1),
            "asked_per_second": self.asked_rate,
            "lines": self.lines,
            "bytes_per_move_and_seat": self._bytes(),
            "games": self.games,
            "races_lost": self.races,
            "latency_ms": milliseconds,
            "errors": dict(self.errors),
            "says": self.says,
            "server_memory": self.server_memory,
            "server_cores": None if self.server_cpu is None else self._cores(self.server_cpu),
            "client_cores": self._cores(self.client_cpu),
            "moves_per_core": self._for_each_core(),
        }

    def _rate(self) -> float:
        return self.moves / self.seconds if self.seconds else 0.0

    def _for_each_core(self) -> float | None:
        """Moves for each second of processor time that the server had, whatever else the machine was busy with."""
        return round(self.moves / self.server_cpu, 1) if self.server_cpu else None

    def _bytes(self) -> float | None:
        """Bytes for each move and seat, with all that is sent beside the moves."""
        return round(self.received / self.moves_told, 1) if self.moves_told else None

    def _cores(self, cpu: float) -> float:
        return round(cpu / self.seconds, 2) if self.seconds else 0.0

    def report(self) -> list[str]:
        """The figures as lines to read."""
        told = self.to_dict()
        ms = told["latency_ms"]
        asked = "flat out" if self.asked_rate is None else f"{self.asked_rate:,.6g} asked for"
        lines = [
            f"tables     {self.tables:,}, with {self.sockets:,} sockets"
            + (f", on {self.nodes} nodes" if self.nodes > 1 else ""),
            (
                f"moves      {self.moves:,} in {self.seconds:.1f} s: {self._rate():,.1f} moves/s ({asked}), "
                f"{self.games:,} games ended"
            ),
            (
                f"latency    p50 {_ms(ms['p50'])}   p95 {_ms(ms['p95'])}   p99 {_ms(ms['p99'])}   "
                f"max {_ms(ms['max'])}   (move sent until every seat has its view)"
            ),
            f"checked    {self.lines:,} lines as each seat was told them; {self.races:,} calls and catches lost a race",
        ]
        if self.moves_told:
            lines.append(f"received   {self._bytes():,.1f} bytes for each move and seat")
        cores = f"{told['client_cores']:.2f} cores for all clients"
        if self.server_cpu is not None:
            each = "" if self._for_each_core() is None else f" ({self._for_each_core():,.0f} moves/s for each)"
            cores = f"{told['server_cores']:.2f} cores for the server{each}, {cores}"
        lines.append(f"processor  {cores}")
        if self.server_memory is not None:
            lines.append(f"memory     {self.server_memory / 2**20:,.0f} MB for the server")
        if not self.errors:
            lines.append("errors     none")
        else:
            lines.append("errors     " + ", ".join(f"{count} {kind}" for kind, count in self.errors.most_common()))
            lines += [f"  {say}" for say in self.says]
        return lines


def _rounded(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 2)


def _ms(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f} ms"
