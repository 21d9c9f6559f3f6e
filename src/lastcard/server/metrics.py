"""Figures for Prometheus. They count; they never name a table or a person."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

CONTENT_TYPE = CONTENT_TYPE_LATEST

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """The figures of one node."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("lastcard_tables", "Tables in memory", registry=self.registry)
        self.leases = Gauge("lastcard_leases", "Tables whose clocks and bots this node runs", registry=self.registry)
        self.sockets = Gauge("lastcard_sockets", "Open sockets", registry=self.registry)
        self.relayed = Gauge("lastcard_relayed", "Open sockets passed on to other nodes", registry=self.registry)
        self.moves = Counter("lastcard_moves", "Moves written by this node", ["how"], registry=self.registry)
        self._by: dict[str, Counter] = {}
        self.lines = Counter("lastcard_lines", "Lines written to logs by this node", registry=self.registry)
        self.conflicts = Counter(
            "lastcard_conflicts", "Lines whose number another node had taken", registry=self.registry
        )
        self.refusals = Counter("lastcard_refusals", "Requests refused", ["code"], registry=self.registry)
        self.failures = Counter("lastcard_failures", "Errors of the server itself", registry=self.registry)
        self.latency = Histogram(
            "lastcard_request_seconds",
            "From a request's arrival until all clients here are told",
            buckets=_SECONDS,
            registry=self.registry,
        )

    def moved(self, how: str) -> None:
        """Count a move; to look for the label's counter each time takes longer than to count."""
        if how not in self._by:
            self._by[how] = self.moves.labels(how)
        self._by[how].inc()

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)
