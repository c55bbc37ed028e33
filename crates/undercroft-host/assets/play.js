// Plays and watches this host's games over its websocket. Everything shown is set as text, never as markup.
"use strict";

const $ = (id) => document.getElementById(id);
const scene = $("scene");
const watched = scene.dataset.watch;
const asked = new URLSearchParams(location.search);
const TAB = "undercroft:seat"; // the game of this tab, for a page that is loaded again
const LOG_MAX = 200;
const LETTERS = [10, 20];      // the smallest and the largest letters of the board, in pixels

let socket = null;
let seat = null;      // {game, token, id, title, name, n}: for reclaiming the seat
let hello = null;     // the host's first message
let rows = [];
let inks = [];
let games = [];
let verbs = [];
let phase = 0;
let waiting = null;   // the command awaiting an answer
let queued = [];      // keys pressed meanwhile
let begun = null;     // a verb that waits for a direction
let tries = 0;
let over = false;     // whether the host has closed the game
let finished = false; // whether the game has an outcome

function status(text) { $("status").textContent = text; }

function say(sentences) {
  if (!sentences.length) return;
  const log = $("log");
  log.querySelectorAll(".new").forEach((line) => line.classList.remove("new"));
  for (const sentence of sentences) {
    const line = document.createElement("p");
    line.className = "new";
    line.textContent = sentence;
    log.append(line);
  }
  while (log.children.length > LOG_MAX) log.firstChild.remove();
  log.scrollTop = log.scrollHeight;
}

function keep() {
  seats.keep(seat);
  try { sessionStorage.setItem(TAB, seat.game); } catch { /* a page that is loaded again asks first */ }
}

function connect(first) {
  const address = new URL("/api/v1/play", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(address);
  let closed = false;
  socket.onopen = () => { hello = null; socket.send(JSON.stringify({ hello: 1, delta: true, inks: true, ...first })); };
  socket.onmessage = (event) => {
    const told = JSON.parse(event.data);
    if (told.close !== undefined) {
      closed = true;
      if (!finished) status(told.close);
      if (!told.again) over = true;
      if (!hello && !(told.again && seat)) refused();
    } else if (told.error !== undefined) say([told.error]);
    else hear(told);
  };
  socket.onclose = () => {
    if (over && closed) return;
    if (!closed) status("The connection is lost; trying again.");
    const back = watched ? { want: { watch: watched } } : seat && { have: { game: seat.game, n: seat.n ?? 0, token: seat.token } };
    if (back && !over) setTimeout(() => connect(back), Math.min(10000, 250 * 2 ** tries++));
  };
}

// The game cannot be entered: another one can be begun.
function refused() {
  if (watched) return;
  seat = null;
  over = false;
  document.body.classList.remove("playing");
  $("table").hidden = true;
  $("begin").hidden = false;
}

function hear(told) {
  if (told.hello) enter(told);
  if (told.scene) rows = told.scene;
  if (told.inks) inks = told.inks;
  for (const [row, text] of told.delta ?? []) rows[row] = text;
  for (const [row, text] of told.inks_delta ?? []) inks[row] = text;
  paint(told.hello);
  if (told.phase !== undefined && (told.phase !== phase || told.hello)) { phase = told.phase; buttons(); }
  if (told.vitals && $("vitals")) vitals(told.vitals);
  say(told.said ?? []);
  if (seat) seat.n = told.n;
  if (told.outcome && !finished) ended(told.outcome);
  else if (!told.outcome && finished) goesOn();
  if (waiting && told.id === waiting.id) {
    waiting = null;
    if (queued.length) send(queued.shift());
  }
}

function enter(told) {
  hello = told;
  tries = 0;
  if ($("table")) $("table").hidden = false;
  if ($("said")) $("said").hidden = false;
  const game = games.find((other) => other.id === told.plays);
  verbs = game ? game.verbs : [];
  if (told.token) {
    const before = seat?.game === told.game ? seat.id : 0;
    const name = told.names?.[told.seat];
    seat = { game: told.game, token: told.token, id: Math.max(before, told.answered ?? 0), title: game?.title, name };
    keep();
    history.replaceState(null, "", `/play?back=${told.game}`);
  }
  if (!watched) {
    document.title = `${game?.title} - Undercroft`;
    document.querySelector("h1").textContent = game?.title;
    document.body.classList.add("playing");
  }
  if ($("hands")) $("hands").hidden = told.seat === null;
  if (told.seat === null) status("You watch.");
  else status(told.commitment ? `Your seed is sealed until the end. Its hash: ${told.commitment}` : "");
  if ($("share") && told.seat !== null) share(told);
  if (waiting) socket.send(JSON.stringify(waiting));
}

function link(address, text) {
  const made = document.createElement("a");
  made.href = address;
  made.textContent = text;
  return made;
}

// Links that others can watch or join at; they open beside the game.
function share(told) {
  const ways = [];
  if (told.watching !== "private") ways.push(["Link for watching", `/g/${told.game}`]);
  if (told.shared) ways.push(["Link for joining", `/play?join=${told.game}`]);
  $("share").replaceChildren(...ways.flatMap(([text, path]) => {
    const made = link(path, text);
    made.target = "_blank";
    return [made, " "];
  }));
  $("share").hidden = !ways.length;
}

function ended(outcome) {
  finished = true;
  status(`The game is over: ${outcome.result}, score ${outcome.score}. `);
  if (!seat) return;
  seats.forget(seat.game);
  $("status").append(link(`/play?game=${hello.plays}`, "Play again"), " ", link(`/g/${seat.game}`, "Look at the game"));
}

// Some games can be begun again after their end.
function goesOn() {
  finished = false;
  status("");
  if (seat) keep();
}

function vitals(values) {
  const shown = Object.entries(values).filter(([name]) => !(`${name}_text` in values));
  $("vitals").hidden = false;
  $("vitals").replaceChildren(...shown.map(([name, value]) => {
    const made = document.createElement("span");
    const number = document.createElement("b");
    number.textContent = value;
    made.append(`${name.replace(/_text$/, "").replaceAll("_", " ")} `, number);
    return made;
  }));
}

// Draws the rows that have changed, each letter in the colour of its ink.
const drawn = [];

function paint(fresh) {
  const same = !fresh && scene.children.length === rows.length;
  if (!same) { scene.textContent = ""; drawn.length = 0; }
  rows.forEach((row, y) => {
    const ink = inks[y] ?? "";
    if (drawn[y]?.[0] === row && drawn[y]?.[1] === ink) return;
    drawn[y] = [row, ink];
    const line = same ? scene.children[y] : scene.appendChild(document.createElement("span"));
    line.replaceChildren(...runs([...row], ink));
    if (!same && y + 1 < rows.length) scene.append("\n");
  });
  if (!same) fit();
  follow();
}

function runs(letters, ink) {
  const parts = [];
  let from = 0;
  while (from < letters.length) {
    let to = from + 1;
    while (to < letters.length && ink[to] === ink[from]) to++;
    const part = document.createElement("span");
    if (ink[from]) part.className = ink[from];
    part.textContent = letters.slice(from, to).join("");
    parts.push(part);
    from = to;
  }
  return parts;
}

// Makes the letters as large as the page allows.
function fit() {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const space = scene.parentElement.clientWidth - 28;
  scene.style.fontSize = "100px";
  scene.style.letterSpacing = "0";
  const probe = scene.appendChild(document.createElement("span"));
  probe.textContent = "0000000000";
  const own = probe.getBoundingClientRect().width / 1000;
  probe.remove();
  // A cell of several columns is about as wide as it is high.
  const cell = columnsOfCell();
  const wide = cell > 2 ? 1.2 / cell : own;
  const top = scene.getBoundingClientRect().top + scrollY;
  const high = (innerHeight - top - 30) / rows.length / 1.15;
  const size = Math.min(space / columns / wide, innerWidth >= 1024 ? Math.max(high, 13) : Infinity);
  scene.style.letterSpacing = `${wide - own}em`;
  scene.style.fontSize = `${Math.max(LETTERS[0], Math.min(LETTERS[1], size))}px`;
}

// The columns of a cell: those between are blank in all rows.
function columnsOfCell() {
  const places = rows.flatMap((row) => [...row].flatMap((letter, x) => (letter === " " ? [] : [x])));
  return [4, 3, 2].find((cell) => places.length && places.every((x) => x % cell === places[0] % cell)) ?? 1;
}

// Keeps the hero in view where the board is larger than its place.
function follow() {
  const hero = scene.querySelector(".l");
  if (!hero) return;
  const [own, place] = [hero.getBoundingClientRect(), scene.getBoundingClientRect()];
  const away = (at, from, size) => at < from + size / 4 || at > from + size * 3 / 4;
  if (away(own.left, place.left, place.width)) scene.scrollLeft += own.left - place.left - place.width / 2;
  if (away(own.top, place.top, place.height)) scene.scrollTop += own.top - place.top - place.height / 2;
}

addEventListener("resize", () => { if (rows.length) { fit(); follow(); } });

function send(line) {
  if (!seat || over) return;
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
    status("");
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
  made.title = label;
  made.setAttribute("aria-label", label);
  made.onclick = press;
  return made;
}

const PAD = [["NW", "↖"], ["N", "↑"], ["NE", "↗"], ["W", "←"], null, ["E", "→"], ["SW", "↙"], ["S", "↓"], ["SE", "↘"]];

function buttons() {
  if (!$("pad")) return;
  const moves = new Set(now().flatMap((verb) => [verb.way, ...verb.ways.map(([, way]) => way)]));
  const places = PAD.map((place) => (place && moves.has(place[0]) ? button(place[1], place[0], () => direction(place[0])) : null));
  $("pad").replaceChildren(...(places.some(Boolean) ? places.map((place) => place ?? document.createElement("span")) : []));
  const others = now().filter((verb) => !verb.way);
  $("verbs").replaceChildren(...others.map((verb) => button(verb.name, `${verb.name}: ${verb.help}`, () => choose(verb))));
}

addEventListener("keydown", (event) => {
  if (!seat || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
  // A button that was clicked keeps the focus; the keys that press it are its own.
  if (event.target.closest("button, a") && ["Enter", " ", "Tab"].includes(event.key)) return;
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
  const answer = await fetch("/api/v1/games.json");
  games = (await answer.json()).games;
  if (watched) return connect({ want: { watch: watched } });
  for (const game of games) $("game").add(new Option(game.title, game.id));
  if (games.some((game) => game.id === asked.get("game"))) $("game").value = asked.get("game");
  $("typed").onsubmit = (event) => {
    event.preventDefault();
    send($("line").value);
    $("line").value = "";
  };
  const play = (first) => {
    $("begin").hidden = true;
    $("mine").hidden = true;
    $("table").hidden = false;
    scene.focus();
    connect(first);
  };
  const join = asked.get("join");
  const tab = (() => { try { return sessionStorage.getItem(TAB); } catch { return null; } })();
  const known = seats.find(asked.get("back") ?? join);
  if (known && (asked.has("back") || tab === known.game)) {
    seat = known;
    return play({ have: { game: known.game, n: known.n ?? 0, token: known.token } });
  }
  if (asked.has("back")) status("This browser has no seat in that game.");
  if (known) {
    $("mine").hidden = false;
    $("mine").append("You are in this game already: ", link(`/play?back=${known.game}`, `go on as ${known.name ?? "before"}`), ".");
  }
  const daily = asked.get("daily");
  const unused = join ? ["game", "edition", "seed", "shared", "watching"] : daily ? ["game", "edition", "seed", "shared"] : [];
  for (const id of unused) $(id).closest("label").hidden = true;
  if (join) $("begin").querySelector("button").textContent = "Join";
  if (daily) document.querySelector("h1").textContent = `${$("game").selectedOptions[0].textContent} of ${daily}`;
  // Only some games can be shared.
  const choice = () => { $("shared").disabled = !games.find((game) => game.id === $("game").value)?.shared; };
  $("game").onchange = choice;
  choice();
  $("begin").hidden = false;
  $("begin").onsubmit = (event) => {
    event.preventDefault();
    const name = $("name").value || undefined;
    if (join) return play({ name, want: { join } });
    const watching = $("watching").value === "live" ? undefined : $("watching").value;
    const shared = ($("shared").checked && !$("shared").disabled) || undefined;
    const set = $("edition").value ? { edition: $("edition").value } : undefined;
    const wanted = { game: $("game").value, watching };
    play({ name, want: { new: daily ? { ...wanted, daily } : { ...wanted, set, shared, seed: $("seed").value || undefined } } });
  };
}

window.undercroftHost = { rows: () => rows, send, seat: () => seat, game: () => hello?.game };
start().catch((error) => {
  console.error(error);
  status("The host does not answer. Load the page again in a moment.");
});
