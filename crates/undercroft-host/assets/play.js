// Plays and watches this host's games over its websocket. Everything shown is set as text, never as markup.
"use strict";

const $ = (id) => document.getElementById(id);
const scene = $("scene");
const watched = scene.dataset.watch;
const asked = new URLSearchParams(location.search);
const KEPT = "undercroft:seat";
const LOG_MAX = 200;

let socket = null;
let seat = null;      // {game, token, id}: for reclaiming the seat
let hello = null;     // the host's first message
let rows = [];
let games = [];
let verbs = [];
let phase = 0;
let waiting = null;   // the command awaiting an answer
let queued = [];      // keys pressed meanwhile
let begun = null;     // a verb that waits for a direction
let tries = 0;
let over = false;

function status(text) { $("status").textContent = text; }

function say(sentences) {
  const log = $("log");
  for (const sentence of sentences) {
    const line = document.createElement("p");
    line.textContent = sentence;
    log.append(line);
  }
  while (log.children.length > LOG_MAX) log.firstChild.remove();
  log.scrollTop = log.scrollHeight;
}

function keep() {
  try { sessionStorage.setItem(KEPT, JSON.stringify(seat)); } catch { /* the game goes on without it */ }
}

function connect(first) {
  const address = new URL("/api/v1/play", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(address);
  let closed = false;
  socket.onopen = () => { hello = null; socket.send(JSON.stringify(first)); };
  socket.onmessage = (event) => {
    const told = JSON.parse(event.data);
    if (told.close !== undefined) { closed = true; status(told.close); if (!told.again) over = true; }
    else if (told.error !== undefined) say([told.error]);
    else hear(told);
  };
  socket.onclose = () => {
    if (over && closed) return;
    if (!closed) status("The connection is lost; trying again.");
    const back = watched ? { want: { watch: watched } } : seat && { have: { game: seat.game, n: 0, token: seat.token } };
    if (back && !over) setTimeout(() => connect({ hello: 1, delta: true, ...back }), Math.min(10000, 250 * 2 ** tries++));
  };
}

function hear(told) {
  if (told.hello) {
    hello = told;
    tries = 0;
    scene.hidden = false;
    if ($("said")) $("said").hidden = false;
    if (told.token) {
      seat = { game: told.game, token: told.token, id: Math.max(seat?.game === told.game ? seat.id : 0, told.answered ?? 0) };
      keep();
    }
    const game = games.find((other) => other.id === told.plays);
    verbs = game ? game.verbs : [];
    if ($("hands")) $("hands").hidden = told.seat === null;
    if (told.seat === null) status("You watch.");
    else status(told.commitment ? `Your seed is sealed; its hash is ${told.commitment}.` : "You play.");
    if (waiting) socket.send(JSON.stringify(waiting));
  }
  if (told.scene) rows = told.scene;
  for (const [row, text] of told.delta ?? []) rows[row] = text;
  scene.textContent = rows.join("\n");
  if (told.phase !== undefined && (told.phase !== phase || told.hello)) { phase = told.phase; buttons(); }
  if (told.vitals && $("vitals")) {
    $("vitals").hidden = false;
    $("vitals").textContent = Object.entries(told.vitals).map(([name, value]) => `${name} ${value}`).join("  ");
  }
  say(told.said ?? []);
  if (told.outcome) status(`The game is over: ${told.outcome.result}, score ${told.outcome.score}.`);
  if (waiting && told.id === waiting.id) {
    waiting = null;
    if (queued.length) send(queued.shift());
  }
}

function send(line) {
  if (!seat) return;
  if (waiting) { if (queued.length < 8) queued.push(line); return; }
  waiting = { id: ++seat.id, do: line };
  keep();
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(waiting));
}

const ARROWS = { ArrowUp: "N", ArrowDown: "S", ArrowLeft: "W", ArrowRight: "E", Home: "NW", PageUp: "NE", End: "SW", PageDown: "SE" };
const now = () => verbs.filter((verb) => verb.phases & (1 << phase));

function direction(way) {
  if (begun) {
    const word = begun.ways.find(([, other]) => other === way);
    if (word) send(`${begun.word} ${word[0]}`);
    begun = null;
    return;
  }
  const verb = now().find((other) => other.way === way);
  if (verb) send(verb.word);
}

function choose(verb) {
  if (verb.follows === "") send(verb.word);
  else if (verb.ways.length) { begun = verb; status(`${verb.name}: which direction?`); }
  else { $("line").value = `${verb.word} `; $("line").focus(); }
}

function button(text, label, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.setAttribute("aria-label", label);
  made.onclick = press;
  return made;
}

const PAD = [["NW", "↖"], ["N", "↑"], ["NE", "↗"], ["W", "←"], null, ["E", "→"], ["SW", "↙"], ["S", "↓"], ["SE", "↘"]];

function buttons() {
  if (!$("pad")) return;
  const moves = new Set(now().flatMap((verb) => [verb.way, ...verb.ways.map(([, way]) => way)]));
  $("pad").replaceChildren(...PAD.map((place) =>
    place && moves.has(place[0]) ? button(place[1], place[0], () => direction(place[0])) : document.createElement("span")));
  const others = now().filter((verb) => !verb.way);
  $("verbs").replaceChildren(...others.map((verb) => button(verb.name, `${verb.name}: ${verb.help}`, () => choose(verb))));
}

addEventListener("keydown", (event) => {
  if (!seat || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, button, a")) return;
  const way = ARROWS[event.key];
  if (way) direction(way);
  else if (begun) {
    const step = now().find((verb) => verb.way && verb.keys.includes(event.key));
    direction(step ? step.way : null);
  } else {
    const verb = now().find((other) => other.keys.includes(event.key));
    if (!verb) return;
    choose(verb);
  }
  event.preventDefault();
});

async function start() {
  const list = await fetch("/api/v1/games.json");
  games = (await list.json()).games;
  if (watched) return connect({ hello: 1, delta: true, want: { watch: watched } });
  for (const game of games) $("game").add(new Option(game.title, game.id));
  if (asked.get("game")) $("game").value = asked.get("game");
  $("typed").onsubmit = (event) => {
    event.preventDefault();
    send($("line").value);
    $("line").value = "";
  };
  const begin = (want) => {
    $("begin").hidden = true;
    scene.hidden = false;
    scene.focus();
    connect({ hello: 1, delta: true, name: $("name").value || undefined, want });
  };
  const join = asked.get("join");
  const back = (() => { try { return JSON.parse(sessionStorage.getItem(KEPT)); } catch { return null; } })();
  if (back && (asked.get("back") === back.game || join === back.game)) {
    seat = back;
    scene.hidden = false;
    return connect({ hello: 1, delta: true, have: { game: back.game, n: 0, token: back.token } });
  }
  $("begin").hidden = false;
  if (join) {
    for (const id of ["game", "seed", "shared"]) $(id).closest("label").hidden = true;
    $("begin").querySelector("button").textContent = "Join";
  }
  $("begin").onsubmit = (event) => {
    event.preventDefault();
    if (join) return begin({ join });
    const wanted = { game: $("game").value, seed: $("seed").value || undefined, shared: $("shared").checked || undefined };
    const daily = asked.get("daily");
    begin({ new: daily ? { ...wanted, seed: undefined, daily } : wanted });
  };
}

window.undercroftHost = { rows: () => rows, send, seat: () => seat, game: () => hello?.game };
start().catch((error) => status(`The host does not answer: ${error}`));
