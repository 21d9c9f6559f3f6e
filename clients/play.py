"""A program that takes a seat at a table of Last Card and plays any move that it is offered.

    python play.py http://127.0.0.1:8470 K7QM2X TOKEN

The host gives the token with the seat. It needs `pip install websockets` and nothing of Last Card:
all of it is in the protocol.
"""

import json
import random
import sys
from typing import Any

from websockets.sync.client import connect


def after(view: dict[str, Any], line: dict[str, Any]) -> dict[str, Any]:
    """The view after a line: a whole one, or what changed of it."""
    if "view" in line:
        whole: dict[str, Any] = line["view"]
        return whole
    view |= line.get("set", {})
    if "asks" in line.get("set", {}):
        view["decision"] = line["n"]
        view["turn"] = view["asks"][0] if view["asks"][1] == "play" else view["turn"]
    for path, (start, gone, *come) in line.get("edit", {}).items():
        name, _, place = path.partition(".")
        cards = view[name][int(place)] if place else view[name]
        cards[start : start + gone] = come
    return view


def answer(view: dict[str, Any]) -> dict[str, Any] | None:
    """What to say now, if anything is asked of the own seat."""
    if view["telling"] is not None:
        return {"t": "told"} if view["telling"] == view["seat"] else None
    if view["asks"][0] == view["seat"]:
        move = random.choice([move for move in view["moves"] if not move.startswith("catch")])
        return {"t": "move", "move": move} | ({} if move == "uno" else {"decision": view["decision"]})
    return {"t": "move", "move": "uno"} if "uno" in view["moves"] else None


def play(address: str, code: str, token: str) -> None:
    """Play until the game is over."""
    with connect(f"{address.replace('http', 'ws', 1)}/ws/{code}") as socket:
        socket.send(json.dumps({"t": "hello", "v": 2, "token": token}))
        view: dict[str, Any] = {}
        done: tuple[int, bool] | None = None
        for number, text in enumerate(socket):
            message = json.loads(text)
            if message["t"] == "bye":
                print(message["code"], message["say"])
            if message["t"] in {"ok", "no", "bye"}:  # a no is for calls that came too late
                continue
            view = after(view, message)
            if message.get("table", {}).get("phase") == "over":
                return
            said = answer(view) if view else None
            key = (view["decision"], said.get("move") == "uno") if said else None
            if said and key != done:  # a line may come while an answer is on its way
                done = key
                socket.send(json.dumps(said | {"id": f"{token[:8]}-{number}"}))


if __name__ == "__main__":
    play(*sys.argv[1:])
