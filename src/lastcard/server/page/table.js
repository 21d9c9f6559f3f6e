// The page of a table. It holds no rules: the server sends the moves that are possible, and why a card is not.
"use strict";

const $ = (id) => document.getElementById(id);
const REACTIONS = { hello: "Hello!", thanks: "Thanks", "well-played": "Well played", oops: "Oops", laugh: "Ha ha", wow: "Wow", hurry: "Hurry up", sorry: "Sorry" };
const ASKED = {
  play: "play a card or draw", drawn: "play the card just drawn or keep it", color: "name a colour", challenge: "challenge or not", target: "choose a player",
  discard: "discard", vote: "vote", dare: "take the dare or not", uno: "call UNO or stay silent", catch: "catch or stay silent",
};
const LABELS = {
  draw: "Draw a card", challenge: "Challenge", accept: "Don’t challenge", done: "No more discards", dare: "Take the dare", chicken: "Chicken out",
  silent: "Stay silent", deal: "Deal the next round", "vote yes": "Yes", "vote no": "No", "target none": "Nobody",
};
const COME_BACK = ["restart", "unavailable", "slow-down", "too-many", "changed"];

function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "do") node.addEventListener("click", value);
    else if (typeof value === "boolean") node[name] = value;
    else if (value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child || child === 0));
  return node;
}
const button = (label, act, props = {}) => el("button", { type: "button", "data-key": label, do: act, ...props }, label);

function say(text) {
  $("say").textContent = text;
  $("say").hidden = !text;
  clearTimeout(say.timer);
  if (text) say.timer = setTimeout(() => say(""), 8000);
}

async function http(path, body) {
  const post = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, post).catch(() => { throw Error("The server can’t be reached."); });
  const told = await answer.json();
  if (!answer.ok) throw Error(told.say);
  return told;
}

// --- the start page -------------------------------------------------------------------------------

function show(id) {
  for (const main of document.querySelectorAll("main")) main.hidden = main.id !== id;
}
const myName = (input) => { localStorage.setItem("lastcard name", input.value.trim()); return input.value.trim() || "Player"; };
const options = (pairs, chosen) => pairs.map(([value, label]) => el("option", { value, selected: value === chosen }, label));
const counts = (from, chosen) => options(Array.from({ length: 11 - from }, (_, i) => [i + from, i + from]), chosen);
const submits = (form, act) => form.addEventListener("submit", async (event) => {
  event.preventDefault();
  say("");
  try { await act(form.elements); } catch (error) { say(error.message); }
});
const keep = (mine) => localStorage.setItem(`lastcard ${code}`, JSON.stringify(mine));

async function home() {
  show("home");
  $("name").value = localStorage.getItem("lastcard name") || "";
  const bots = $("bots").elements, friends = $("friends").elements;
  submits($("bots"), (form) => make({ edition: form.edition.value, seats: +form.seats.value, fill: form.level.value }, true));
  submits($("friends"), (form) => make({ edition: form.edition.value, seats: +form.seats.value }, false));
  submits($("join"), (form) => location.assign(`/t/${encodeURIComponent(form.code.value.trim().toUpperCase())}`));
  bots.seats.append(...counts(2, 4));
  friends.seats.append(...counts(2, 4));
  const [{ editions }, { levels }] = await Promise.all([http("/api/editions"), http("/api/levels")]);
  for (const form of [bots, friends]) form.edition.append(...options(editions.map((one) => [one.id, one.title]), "classic"));
  bots.level.append(...options(levels.map((level) => [level.name, level.name]), "casual"));
  const hint = () => {
    const about = editions.find((one) => one.id === bots.edition.value).about;
    $("bots").querySelector(".hint").textContent = `${about} ${levels.find((level) => level.name === bots.level.value).says}`;
  };
  $("bots").addEventListener("change", hint);
  hint();
}

async function make(wanted, quick) {
  const seat = await http("/api/tables", { name: myName($("name")), ...wanted });
  code = seat.table;
  keep({ token: seat.token, quick });
  location.assign(`/t/${code}`);
}

async function gate() {
  show("gate");
  $("gate-title").textContent = `Table ${code}`;
  const input = $("enter").elements.name;
  input.value = localStorage.getItem("lastcard name") || "";
  try {
    const found = await http(`/api/tables/${encodeURIComponent(code)}`);
    const names = found.people.map((person) => person.name).join(", ");
    const state = { lobby: "The game has not begun.", playing: "A game goes on.", over: "A game is just over." }[found.phase];
    $("gate-about").textContent = `${found.setup.edition}, ${found.setup.seats} seats. Here: ${names || "nobody"}. ${state}`;
    $("watch").hidden = found.setup.options.watching === "off";
  } catch (error) { finish(error.message); }
}

function finish(text) {
  ended = true;
  $("end-say").textContent = text;
  $("leave").hidden = true;
  show("end");
}

// --- the socket -----------------------------------------------------------------------------------

let code = null, me = null, socket = null, welcomed = false, ended = false, number = null, delay = 500, heard = 0;
let table = null, view = null, you = null, edition = null, clockEnd = null;
const pending = new Map(), names = new Map(), muted = new Set();
const hex = (bytes) => Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const prefix = hex(4);
let counter = 0, chain = Promise.resolve();

function connect() {
  const mine = socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/ws`);
  mine.onopen = () => mine.send(JSON.stringify({ t: "hello", v: 1, table: code, ...(me && { token: me.token }), ...(number !== null && { last: number }) }));
  mine.onmessage = (event) => { heard = Date.now(); chain = chain.then(() => take(JSON.parse(event.data))).catch(console.error); };
  mine.onclose = () => {
    welcomed = false;
    if (ended) return;
    $("net").textContent = "Reconnecting …";
    setTimeout(connect, delay * (0.7 + 0.6 * Math.random()));
    delay = Math.min(delay * 2, 8000);
  };
}

function ask(t, more = {}) {
  const message = { t, id: `${prefix}-${++counter}`, ...more };
  pending.set(message.id, message);
  if (welcomed) socket.send(JSON.stringify(message));
}

async function take(message) {
  if (message.t === "welcome") welcome(message);
  else if (message.t === "event") { told(message); number = message.n; }
  else if (message.t === "ok") { pending.delete(message.id); return; }
  else if (message.t === "no") { pending.delete(message.id); refused(message); return; }
  else if (message.t === "bye") { goodbye(message); return; }
  if (message.view && !view) scrollTo(0, 0);
  if (message.view) { view = message.view; clockEnd = view.clock === null ? null : performance.now() + view.clock; $("why").textContent = ""; }
  if (message.table) { table = message.table; for (const person of table.people) names.set(person.id, person.name); }
  if (table.phase === "lobby") view = null;
  await loadEdition();
  if (message.t === "welcome") message.past.forEach(write);
  else write(message);
  render();
}

function welcome(message) {
  welcomed = true; delay = 500; number = message.n; you = message.you;
  muted.clear();
  for (const id of message.muted ?? []) muted.add(id);
  $("net").textContent = "";
  if (message.fresh) $("log").replaceChildren();
  show("room");
  $("leave").hidden = you === null;
  for (const left of pending.values()) socket.send(JSON.stringify(left));
  if (me?.quick && message.table.phase === "lobby" && !message.table.custom.length) { table = message.table; start(); }
}

function told(message) {
  if (message.what?.t === "consented" && message.what.by === you && me?.quick && table.phase === "lobby") start();
}

function refused(message) {
  const text = words(message.say);
  if (view && message.rule) $("why").textContent = text;
  else say(text.charAt(0).toUpperCase() + text.slice(1));
}

function goodbye(message) {
  if (message.code === "wrong-token") { localStorage.removeItem(`lastcard ${code}`); location.reload(); }
  else if (message.code === "version") location.reload();
  else if (!COME_BACK.includes(message.code)) finish(message.say.charAt(0).toUpperCase() + message.say.slice(1) + ".");
}

async function loadEdition() {
  const id = table.setup.edition;
  if (edition?.id !== id) edition = await http(`/api/editions/${id}`).catch(() => edition);
}

function mix() {
  Object.assign(me, { mix: hex(16), commitment: table.commitment, quick: false });
  keep(me);
  return me.mix;
}
const start = () => ask("start", { mix: mix() });

// --- words ----------------------------------------------------------------------------------------

function nameOf(seat) {
  const { person, bot } = table.seats[seat] ?? {};
  return person ? names.get(person) ?? `Seat ${seat}` : bot ? `Bot ${seat}` : `Seat ${seat}`;
}
const person = (id) => names.get(id) ?? "Somebody";
const words = (text) => text.replace(/\bseat (\d)\b/gi, (_, seat) => nameOf(+seat));
const mySeat = () => table.people.find((one) => one.id === you)?.seat ?? null;

// What of a card is to be seen: the face in play, or its back if only that is known.
function look(text) {
  const faces = text.split("|"), up = view?.side === "dark" && faces.length > 1 ? 1 : 0;
  return faces[up] !== "?" || faces.length === 1 ? { face: faces[up], side: up } : { face: faces[1 - up], side: 1 - up, back: true };
}

function describe(text) {
  const { face, side, back } = look(text);
  if (face === "?") return { label: "a card", symbol: "", color: undefined };
  const printed = edition?.faces[side], wild = face[0] === "W", symbol = wild ? face : face.slice(1);
  const color = wild ? "wild" : printed?.colors[printed.letters.indexOf(face[0])];
  const kind = printed?.kinds.find((one) => one.symbol === symbol);
  const rule = /^W[1-3]$/.test(face) ? table.custom[face[1] - 1]?.says : "";
  const label = `${back ? "back: " : ""}${wild ? "" : `${color} `}${kind?.name ?? symbol}${rule ? `: ${rule}` : ""}`;
  return { label, symbol, color, back, letter: wild ? "" : face[0], name: kind && kind.name !== symbol ? kind.name : "", does: kind?.does.join("; ") };
}

function card(text, tag = "span", props = {}, size = "card") {
  const { label, symbol, color, letter, name, back } = describe(text);
  const classes = `${size} ${back ? "back " : ""}${props.class ?? ""}`;
  const aria = tag === "span" ? { role: "img" } : {};
  const inside = size === "mini" ? [letter?.toUpperCase(), symbol] :
    [letter && el("span", { class: "letter" }, letter), el("span", { class: `symbol${symbol.length > 2 ? " long" : ""}` }, symbol), name && el("span", { class: "name" }, name)];
  return el(tag, { ...aria, "aria-label": label, title: label, "data-color": color, ...props, class: classes }, inside);
}

function sentence(event) {
  const text = words(event.text);
  if (!event.card || event.card === "?") return [text.replace(" ?", " a card")];
  const [before, after] = text.split(event.card);
  return [before, card(event.card, "span", {}, "mini"), after];
}

const ROOM = {
  created: () => "A new table.", joined: (what) => `${what.name} comes in.`, sat: (what) => `${person(what.by)} takes seat ${what.seat}.`, stood: (what) => `${person(what.by)} stands up.`,
  "seated-bot": (what) => `A ${what.level} bot takes seat ${what.seat}.`, cleared: (what) => `The bot leaves seat ${what.seat}.`, changed: () => "The host changed the game.",
  consented: (what) => `${person(what.by)} agrees to the rules.`, readied: (what) => `${person(what.by)} is ${what.on ? "ready" : "not ready"}.`, rematched: () => "Another game!",
  dropped: (what) => `${person(what.person)} is away.`, arrived: (what) => `${person(what.person)} is here.`, "took-over": (what) => `A bot plays for ${nameOf(what.seat)}.`,
  "host-away": () => "The host was away too long; there is a new one.", left: (what) => `${person(what.by)} left.`, removed: (what) => `${person(what.person)} was removed.`, resumed: () => "The server is back.",
};

function write({ what, events = [] }) {
  if (what?.t === "joined") names.set(what.person, what.name);
  const lines = [];
  if (what?.t === "said") lines.push(el("p", { class: "talk" }, el("b", {}, `${person(what.by)}: `), what.text));
  else if (what?.t === "reacted") lines.push(el("p", { class: "talk" }, el("b", {}, `${person(what.by)}: `), REACTIONS[what.reaction] ?? what.reaction));
  else if (ROOM[what?.t]) lines.push(el("p", { class: "room" }, ROOM[what.t](what)));
  if (what?.how === "clock" && what.seat >= 0) lines.push(el("p", { class: "room" }, `Time is up for ${nameOf(what.seat)}.`));
  events.forEach((event, i) => {
    if (event.text === events[i - 1]?.text) {  // the same once more, such as a card that nobody sees
      const last = lines.at(-1), times = +(last.dataset.times ?? 1) + 1;
      last.dataset.times = times;
      if (times > 2) last.lastChild.remove();
      last.append(el("span", {}, ` (${times}×)`));
    } else lines.push(el("p", {}, sentence(event)));
  });
  const log = $("log"), low = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  log.append(...lines);
  while (log.childElementCount > 300) log.firstChild.remove();
  if (low) log.scrollTop = log.scrollHeight;
}

// --- showing --------------------------------------------------------------------------------------

function render() {
  const focused = document.activeElement?.dataset?.key;
  $("where").textContent = `${edition?.title ?? ""} · table ${code}`;
  document.body.classList.toggle("dark-side", view?.side === "dark");
  if (view) game(); else lobby();
  $("dock").hidden = !view || view.seat === null;
  people();
  proof();
  tick();
  if (focused && document.activeElement === document.body) [...document.querySelectorAll("[data-key]")].find((node) => node.dataset.key === focused)?.focus();
}

function status(text, mine) {
  if ($("turn").textContent !== text) $("turn").textContent = text;
  document.title = `${mine ? "● " : ""}${text} – Last Card`;
}

function lobby() {
  const host = table.host === you, mine = mySeat(), own = table.people.find((one) => one.id === you);
  clockEnd = null;
  status(host ? "Waiting for you to start." : `Waiting for ${person(table.host)} to start.`, host);
  const link = el("input", { readonly: true, "aria-label": "The link to this table", value: location.href, size: 30 });
  const copy = button("Copy the link", async () => {
    link.select();
    try { await navigator.clipboard.writeText(link.value); } catch { document.execCommand("copy"); }
    say("Copied.");
  });
  const change = (name, pairs, chosen, read) => {
    const select = el("select", { "aria-label": name, "data-key": name }, options(pairs, chosen));
    select.addEventListener("change", () => ask("change", { [name]: read(select.value) }));
    return select;
  };
  const setup = host ? el("div", { class: "row" }, "Game", change("edition", EDITIONS, table.setup.edition, String), "Seats", change("seats", Array.from({ length: 9 }, (_, i) => [i + 2, i + 2]), table.setup.seats, Number)) : "";
  const seats = table.seats.map((seat, i) => {
    const who = table.people.find((one) => one.id === seat.person);
    const state = who ? `${who.name}${who.id === you ? " (you)" : ""}${who.id === table.host ? " · host" : who.ready ? " · ready" : " · not ready yet"}${who.present ? "" : " · away"}` : seat.bot ? `Bot ${i} (${seat.bot})` : "empty";
    const level = el("select", { "aria-label": `Level of a bot on seat ${i}` }, options(LEVELS.map((name) => [name, name]), "casual"));
    return el("li", {}, el("span", {}, `Seat ${i}: ${state}`),
      !who && you !== null && button("Sit here", () => ask("sit", { seat: i }), { "data-key": `sit ${i}` }),
      host && !who && !seat.bot && [level, button("Add bot", () => ask("bot", { seat: i, level: level.value }), { "data-key": `bot ${i}` })],
      host && seat.bot && button("Take off", () => ask("clear", { seat: i }), { "data-key": `clear ${i}` }),
      who?.id === you && button("Stand up", () => ask("stand")));
  });
  const rules = table.custom.length ? el("div", { class: "panel" }, el("h2", {}, "Rules on the Customizable cards"), el("p", {}, "Everybody must agree to them before the game:"),
    el("ol", {}, table.custom.map((rule) => el("li", {}, rule.says))),
    mine !== null && (own.consented ? el("p", {}, "You agreed.") : button(me?.quick ? "I agree: play" : "I agree", () => ask("consent", { rules: table.rules }), { class: "main" }))) : "";
  const going = el("div", { class: "row" },
    host ? button("Start the game", start, { class: me?.quick ? "" : "main" }) : mine !== null && button(own.ready ? "Not ready after all" : "I am ready", () => ask("ready", own.ready ? { on: false } : { mix: mix() }), { class: own.ready ? "" : "main", "data-key": "ready" }),
    you === null && button("Take part", () => location.reload()));
  $("stage").replaceChildren(el("div", { class: "row" }, el("b", {}, `Code ${code}`), link, copy), setup, rules, el("ul", { class: "plain seats" }, seats), going);
  if (me?.quick) $("stage").prepend(rules);
}

function game() {
  const mine = view.seat, [asked, question] = view.asks, me_ = asked === mine && mine !== null;
  const over = question === "game over", pause = question === "round over" || over;
  const winners = view.winners.map(nameOf).join(" and ");
  const about = view.text && !pause ? ` “${view.text}”` : "";
  if (over) status(view.winners.includes(mine) ? "You win the game!" : `${winners} wins the game.`, false);
  else if (pause) status(view.round_winner === null ? "The round is void." : `${nameOf(view.round_winner)} ends the round.`, mine !== null);
  else status(me_ ? `Your turn: ${ASKED[question]}.${about}` : `${nameOf(asked)}: ${ASKED[question]}.${about}`, me_);

  const count = table.seats.length, first = mine ?? 0;
  const order = Array.from({ length: count }, (_, i) => (first + i) % count).filter((seat) => seat !== mine);
  const states = (seat) => [
    table.seats[seat].stand_in && "a bot stands in", !table.seats[seat].bot && !table.people.find((one) => one.seat === seat)?.present && "away",
    view.called.includes(seat) && "called UNO", view.liable.includes(seat) && "has not called UNO", ...view.notices.filter((notice) => notice[0] === seat).map((notice) => notice[1]),
  ].filter(Boolean);
  const figures = (seat) => `${view.sizes[seat]} card${view.sizes[seat] === 1 ? "" : "s"} · ${view.scores[seat]} points${pause && view.round_points[seat] ? ` (+${view.round_points[seat]})` : ""}${states(seat).map((state) => ` · ${state}`).join("")}`;
  const plates = order.map((seat) => el("li", { class: `plate${asked === seat ? " asked" : ""}` }, el("b", {}, nameOf(seat)), el("small", {}, figures(seat)),
    el("div", { class: "backs", "aria-label": view.hands[seat].every((text) => text === "?") ? "cards not known" : "cards as you know them" }, view.hands[seat].map((text) => card(text, "span", {}, "mini")))));
  const facts = el("div", { class: "facts" },
    el("p", {}, "Colour ", el("span", { class: "swatch", "data-color": view.color ?? undefined }, view.color ?? "open")),
    el("p", {}, view.direction === "left" ? "↻ to the left" : "↺ to the right"),
    edition?.faces.length > 1 && el("p", {}, edition.sides[view.side === "dark" ? 1 : 0]), view.hands_open && el("p", {}, "All hands lie open"), el("p", {}, `Round ${view.round}`));
  const draw = el("div", { class: "pile" }, card(view.draw_top ?? "?"), el("small", {}, `${view.draw_size} to draw`));
  const top = el("div", { class: "pile" }, card(view.top, "span", { class: "big" }), el("small", {}, "top card"));
  $("stage").className = count > 5 ? "many" : "";
  $("stage").replaceChildren(over ? after() : "", el("ul", { class: "others plain" }, plates), el("div", { class: "middle" }, draw, top, facts));
  if (mine === null) return;
  $("own").textContent = `${nameOf(mine)} (you): ${figures(mine)}`;
  controls(me_);
}

function after() {
  const record = `/api/tables/${code}/record?game=${table.games}`;
  return el("div", { class: "panel row over" }, mySeat() !== null && button("Play again", () => ask("rematch"), { class: "main" }),
    el("a", { class: "button", href: record, download: `lastcard-${code}.txt` }, "Download the record"), el("a", { class: "button", href: "/" }, "To the start"));
}

function controls(asked) {
  const moves = view.moves.map((move) => { const [kind, value = ""] = move.replace(/^\d+ /, "").split(" "); return { kind, value, text: value ? `${kind} ${value}` : kind }; });
  const send = (move) => ask("move", { move: move.text, ...(!["uno", "catch"].includes(move.kind) && { decision: view.decision }) });
  const onCard = (text) => moves.find(({ kind, value }) => ["play", "discard"].includes(kind) && (value === text || value === look(text).face));
  $("hand").className = moves.some((move) => ["play", "discard"].includes(move.kind)) ? "asked" : "";
  $("hand").replaceChildren(...view.hand.map((text, i) => {
    const move = onCard(text), reason = view.reasons[view.why[i]], { label, does } = describe(text);
    const tell = () => { $("why").textContent = reason ? `Not the ${label}: ${words(reason.say)} (${reason.rule}).` : `The ${label} can’t be chosen now.`; };
    return el("li", {}, card(text, "button", { type: "button", class: move ? "can" : "", "data-key": `hand ${i}`, title: does || label, "aria-disabled": String(!move), do: () => (move ? send(move) : tell()) }));
  }));
  const label = ({ kind, value, text }) => (kind === "color" ? value : kind === "target" && value !== "none" ? nameOf(+value) : kind === "pass" ? (view.asks[1] === "drawn" ? "Keep it" : "Pass") : LABELS[text] ?? text);
  const others = moves.filter(({ kind }) => !["play", "discard", "uno", "catch"].includes(kind));
  $("actions").replaceChildren(...others.map((move) => button(label(move), () => send(move), { "data-color": move.kind === "color" ? move.value : undefined, class: "main", "data-key": move.text })));
  const uno = moves.find((move) => move.kind === "uno"), catches = moves.filter((move) => move.kind === "catch");
  $("shout").replaceChildren(el("div", {}, catches.length ? catches.map((move) => button(`Catch ${nameOf(+move.value)}`, () => send(move), { class: "main", "data-key": "catch" })) : button("Catch", () => {}, { disabled: true, "data-key": "catch" })),
    button("UNO!", () => send(uno), { disabled: !uno, class: uno ? "main" : "", "data-key": "uno" }));
}

function people() {
  $("people").replaceChildren(...table.people.map((one) => el("li", {}, el("span", {}, `${one.name}${one.id === you ? " (you)" : ""}${one.id === table.host ? " · host" : ""}${one.seat === null ? " · watching" : ""}${one.present ? "" : " · away"}`),
    one.id !== you && you !== null && button(muted.has(one.id) ? "Unmute" : "Mute", () => {
      const on = !muted.has(one.id);
      if (on) muted.add(one.id); else muted.delete(one.id);
      ask("mute", { person: one.id, on });
      people();
    }, { class: "quiet", "data-key": `mute ${one.id}` }),
    one.id !== you && table.host === you && button("Remove", () => confirm(`Remove ${one.name} for good?`) && ask("remove", { person: one.id }), { class: "quiet", "data-key": `remove ${one.id}` }))));
  for (const node of [...$("chat").elements, ...$("reactions").children]) node.disabled = you === null;
}

function proof() {
  const seat = mySeat(), mine = me?.commitment === table.commitment ? me.mix : undefined;
  const kept = me?.commitment === table.commitment ? me.commitment : table.commitment;
  const parts = [el("p", {}, "The server fixed its part of the shuffle before the deal: ", el("code", {}, table.commitment))];
  if (mine) parts.push(el("p", {}, "Your browser added ", el("code", {}, mine)));
  if (mine && table.mixes && seat !== null) parts.push(el("p", {}, table.mixes[seat] === mine ? "It is in the shuffle." : "It is NOT in the shuffle!"));
  if (table.secret) parts.push(el("p", {}, "Now anybody can check it. Download the record, then: ", el("code", {}, `lastcard verify lastcard-${code}.txt --commitment ${kept}${mine && seat !== null ? ` --mix ${seat}=${mine}` : ""}`)));
  $("proof").replaceChildren(...parts);
}

// --- beginning ------------------------------------------------------------------------------------

let EDITIONS = [], LEVELS = [];

async function begin() {
  code = location.pathname.match(/^\/t\/([^/]+)/)?.[1]?.toUpperCase() ?? null;
  if (!code) return home();
  me = JSON.parse(localStorage.getItem(`lastcard ${code}`));
  submits($("enter"), async (form) => {
    const seat = await http(`/api/tables/${encodeURIComponent(code)}/people`, { name: myName(form.name) });
    me = { token: seat.token };
    keep(me);
    connect();
  });
  $("watch").addEventListener("click", connect);
  submits($("chat"), () => { if ($("words").value.trim()) ask("chat", { text: $("words").value }); $("words").value = ""; });
  $("leave").addEventListener("click", () => { if (!view || confirm("Leave? In a game a bot plays on for you.")) ask("leave"); });
  $("reactions").append(...Object.entries(REACTIONS).map(([name, sign]) => button(sign, () => ask("react", { reaction: name }))));
  const [{ editions }, { levels }] = await Promise.all([http("/api/editions"), http("/api/levels")]);
  EDITIONS = editions.map((one) => [one.id, one.title]);
  LEVELS = levels.map((level) => level.name);
  if (me) connect(); else gate();
}

function tick() {
  const left = clockEnd === null ? null : Math.max(0, Math.ceil((clockEnd - performance.now()) / 1000));
  $("clock").textContent = left === null ? "" : `${left} s`;
  $("clock").classList.toggle("urgent", left !== null && left <= 10);
}
setInterval(tick, 250);
setInterval(() => {  // a socket that says nothing for long is dead, whatever the browser thinks
  if (welcomed && Date.now() - heard > 45000) socket.close();
  else if (welcomed) ask("ping");
}, 20000);
addEventListener("online", () => { delay = 500; });
begin().catch((error) => say(error.message));
