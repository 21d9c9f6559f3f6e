"""The transcript in the docs is a game that a client can follow from the first message to the last."""

import json

from tests.server.following import Following
from tests.transcript import PAGE, SAID, TOLD


def test_the_transcript_is_a_whole_game_that_can_be_followed() -> None:
    """Every change fits what came before, the numbers are right, and every request has its answer."""
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith((SAID, TOLD))]
    following, asked, answered, kinds = Following(), [], [], []
    for line in lines:
        message = json.loads(line[len(SAID) :])
        if line.startswith(SAID):
            asked += [message["id"]] if "id" in message else []
            continue
        read = following.take(message)
        kinds.append(message["t"])
        answered += [message["id"]] if message["t"] == "ok" else []
        if "view" in read:
            assert read["view"]["seat"] == 0
    assert json.loads(lines[0][len(SAID) :])["t"] == "hello"
    assert kinds[0] == "welcome"
    assert asked == answered
    assert "started" in kinds
    assert json.loads(lines[-1][len(TOLD) :])["t"] in {"ok", "moved"}
    assert sum('"phase":"over"' in line for line in lines) == 1
    assert any('"check":' in line for line in lines)
