// A program that takes a seat at a table of Last Card and plays any move that it is offered.
//
//     node --experimental-websocket play.mjs http://127.0.0.1:8470 K7QM2X TOKEN
//
// The host gives the token with the seat. From Node 22 on the option is not needed, and all of this runs in a
// browser as it is. It needs nothing of Last Card: all of it is in the protocol.

const [address, code, token] = process.argv.slice(2);
const any = (list) => list[Math.floor(Math.random() * list.length)];

/** The view after a line: a whole one, or what changed of it. */
function after(view, line) {
  if (line.view) return line.view;
  Object.assign(view, line.set);
  if (line.set?.asks) view.decision = line.n;
  if (line.set?.asks?.[1] === "play") view.turn = line.set.asks[0];
  for (const [path, change] of Object.entries(line.edit ?? {})) {
    const [name, place] = path.split(".");
    const cards = place === undefined ? view[name] : view[name][Number(place)];
    cards.splice(...change);
  }
  return view;
}

/** What to say now, if anything is asked of the own seat. */
function answer({ seat, asks, moves, telling, decision }) {
  if (telling !== null) return telling === seat ? { t: "told" } : null;
  if (asks[0] === seat) {
    const move = any(moves.filter((move) => !move.startsWith("catch")));
    return move === "uno" ? { t: "move", move } : { t: "move", move, decision };
  }
  return moves.includes("uno") ? { t: "move", move: "uno" } : null;
}

const socket = new WebSocket(`${address.replace("http", "ws")}/ws/${code}`);
let view = {};
let count = 0;
let done = "";

socket.onopen = () => socket.send(JSON.stringify({ t: "hello", v: 2, token }));
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.t === "bye") console.log(message.code, message.say);
  if (["ok", "no", "bye"].includes(message.t)) return; // a no is for calls that came too late
  view = after(view, message);
  if (message.table?.phase === "over") {
    socket.close();
    return;
  }
  const said = "seat" in view && answer(view);
  const key = said && `${view.decision} ${said.move === "uno"}`;
  if (!said || key === done) return; // a line may come while an answer is on its way
  done = key;
  socket.send(JSON.stringify({ ...said, id: `${token.slice(0, 8)}-${++count}` }));
};
