"""The figures of a whole server: whichever of its workers is asked, it asks the others and tells them all apart.

They are not added up: a worker that was started again counts from nothing, and only a series of its own lets Prometheus
know that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from prometheus_client import Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.parser import text_string_to_metric_families
from starlette.requests import Request

from lastcard.server.edge.forwarding import forward
from lastcard.server.edge.guard import Guard
from lastcard.server.log.owning import Peer
from lastcard.server.running.node import Node

_SECONDS = 2.0
"""For how long a worker is waited for; one that does not answer has no figures at the moment."""


async def figures(node: Node, guard: Guard, request: Request) -> bytes:
    """What this process tells, and all others of its server; or only this one, if it is one of them who asks."""
    crew = node.config.crew
    if not crew or guard.is_relayed(request):
        return node.metrics.text()
    peers = [None if name == node.id else await node.peers.living(name) for name in crew]
    address = guard.address(request)
    asked = [_asked(request, peer, address) for peer in peers if peer is not None]
    told = {peer.id: text for peer, text in zip(filter(None, peers), await asyncio.gather(*asked), strict=True)}
    told[node.id] = node.metrics.text()
    return generate_latest(_All({str(slot): told.get(name, b"") for slot, name in enumerate(crew)}))


async def _asked(request: Request, peer: Peer, address: str) -> bytes:
    try:
        async with asyncio.timeout(_SECONDS):
            return bytes((await forward(request, b"", peer, address)).body)
    except (OSError, ValueError, TimeoutError):
        return b""


class _All:
    """The figures of several workers, each with its number as a label."""

    def __init__(self, told: dict[str, bytes]) -> None:
        self._told = told

    def collect(self) -> Iterator[Metric]:
        """All of them, worker by worker in each family."""
        families: dict[str, Metric] = {}
        for worker, text in self._told.items():
            for found in text_string_to_metric_families(text.decode()):
                family = families.setdefault(found.name, Metric(found.name, found.documentation, found.type))
                for sample in found.samples:
                    family.add_sample(sample.name, {"worker": worker, **sample.labels}, sample.value)
        yield from families.values()
