"""Who may come in: the same-origin check and the limits for each address."""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
from collections.abc import Iterator
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from lastcard.server.config import Config
from lastcard.server.errors import RefusedError
from lastcard.server.limits import Buckets, Count, Window

CLIENT = "x-lastcard-client"
"""A node that passes something on tells in this header where the client comes from."""
RELAYED = "x-lastcard-relay"
"""And proves with this one, the secret of whom it asks, that it is a node. Without it the other means nothing."""

_HELLOS = 5
"""How many sockets may be opened for each table that may be looked up: a bad network needs many."""

_ASKS = 5
"""How often one may ask for the daily deal for each table that may be looked up: a class begins with one bell."""

_SOLO_AT_ONCE = 4
"""For how many minutes' solo games there is room at once: a class begins with one bell, and comes back with another."""


class Guard:
    """The limits of one node, counted by address. An address is not an identity: it only shares what is scarce."""

    def __init__(self, config: Config, secret: str = "") -> None:
        self.config = config.limits
        self._secret = secret
        self._origins = {origin.rstrip("/").lower() for origin in config.origins}
        self._tables = Window(config.limits.tables, 3600)
        self._solo = Buckets(config.limits.solo / 60, _SOLO_AT_ONCE * config.limits.solo)
        self._daily = Window(config.limits.daily, 86_400)
        self._daily_asked = Window(_ASKS * config.limits.joins, 60)
        self._joins = Window(config.limits.joins, 60)
        self._guesses = Window(config.limits.joins, 60)
        self._hellos = Window(_HELLOS * config.limits.joins, 60)
        self.sockets = Count(config.limits.sockets)
        self._behind_proxy = config.behind_proxy

    def address(self, connection: HTTPConnection) -> str:
        """Where a client comes from.

        Behind a proxy what the proxy added last, for whatever stands before may be made up. Another node that passes
        something on has found it out already.
        """
        if self.is_relayed(connection):
            return connection.headers.get(CLIENT, "unknown")
        told = connection.headers.getlist("x-forwarded-for") if self._behind_proxy else []
        forwarded = told[-1].rpartition(",")[2].strip() if told else ""
        return _household(forwarded or (connection.client.host if connection.client else "unknown"))

    def is_relayed(self, connection: HTTPConnection) -> bool:
        """Whether another node passes this on."""
        proof = connection.headers.get(RELAYED)
        return bool(proof and self._secret) and hmac.compare_digest((proof or "").encode(), self._secret.encode())

    def scheme(self, connection: HTTPConnection) -> str:
        """`http` or `https`, as the client sees it: a proxy does TLS and tells."""
        told = connection.headers.get("x-forwarded-proto", "").lower() if self._behind_proxy else ""
        return told if told in {"http", "https"} else str(connection.scope["scheme"])

    @property
    def has_friends(self) -> bool:
        """Whether pages of some other sites may use this server."""
        return bool(self._origins)

    def is_friend(self, origin: str) -> bool:
        """Whether pages of this other site may."""
        return origin.lower() in self._origins

    def check_origin(self, connection: HTTPConnection) -> None:
        """Refuse pages of other sites. Programs that are no browsers send no origin."""
        origin = connection.headers.get("origin")
        if origin is None or self.is_friend(origin):
            return
        try:
            same = urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower()
        except ValueError:
            same = False
        if not same:
            raise RefusedError(
                "origin", f"pages of {origin!r:.80} may not connect here; the server can allow it with --origin"
            )

    def check_tables(self, connection: HTTPConnection) -> None:
        """Refuse another table for an address that made many."""
        here = self.address(connection)
        if not self._tables.take(here):
            say = f"at most {self.config.tables} tables an hour can be made from one address; try again later"
            raise RefusedError("too-many", say, retry=self._tables.wait(here))

    def check_solo(self, connection: HTTPConnection) -> None:
        """Refuse another game against bots alone for an address that began very many.

        They need nobody else and are soon over, so a class behind one address may begin far more of them than tables.
        """
        here = self.address(connection)
        if not self._solo.take(here):
            say = f"at most {self.config.solo} games against bots a minute can be begun from one address"
            raise RefusedError("too-many", f"{say}; try again later", retry=self._solo.wait(here))

    @contextlib.contextmanager
    def daily(self, connection: HTTPConnection) -> Iterator[None]:
        """Count a daily deal that is begun in here, if it is, or refuse it for an address from which many were."""
        here = self.address(connection)
        if not self._daily.take(here):
            say = f"at most {self.config.daily} daily deals a day can be begun from one address"
            raise RefusedError("too-many", f"{say}; try again later", retry=self._daily.wait(here))
        try:
            yield
        except BaseException:
            self._daily.give_back(here)
            raise

    def check_daily_asked(self, connection: HTTPConnection) -> None:
        """Slow down whoever asks all the time how the daily deal stands, or for a deal that was begun."""
        here = self.address(connection)
        if not self._daily_asked.take(here):
            say = f"at most {_ASKS * self.config.joins} times a minute one address can ask for the daily deal"
            raise RefusedError("slow-down", f"{say}; try again later", retry=self._daily_asked.wait(here))

    def check_joins(self, connection: HTTPConnection) -> None:
        """Slow down whoever tries codes."""
        here = self.address(connection)
        if not self._joins.take(here):
            raise self._too_many_joins(self._joins.wait(here))

    def check_hello(self, connection: HTTPConnection) -> None:
        """Slow down whoever comes and goes all the time: each time is written down and told to the whole table."""
        here = self.address(connection)
        if not self._hellos.take(here):
            most = _HELLOS * self.config.joins
            say = f"at most {most} sockets a minute can be opened from one address; come back later"
            raise RefusedError("slow-down", say, retry=self._hellos.wait(here))
        if self._guesses.full(here):  # of sockets only those count that name a table or a token that is not there
            raise self._too_many_joins(self._guesses.wait(here))

    def may_pass(self, address: str) -> bool:
        """Whether it may be looked up for this address which node has a table."""
        return not self._guesses.full(address) and not self._hellos.full(address)

    def passed(self, address: str) -> None:
        """Count a socket that was passed on."""
        self._hellos.take(address)

    def guessed_wrong(self, connection: HTTPConnection) -> None:
        """Count a wrong code or token."""
        self._guesses.take(self.address(connection))

    def _too_many_joins(self, retry: float) -> RefusedError:
        say = f"at most {self.config.joins} tables a minute can be looked up from one address; try again later"
        return RefusedError("slow-down", say, retry=retry)


def _household(address: str) -> str:
    """What counts as one address: of IPv6 the whole network that one connection to the Internet has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found.packed, 64), strict=False))
