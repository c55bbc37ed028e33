// The page: loads the program and its files, passes inputs on, paints, keeps what changed.

import { Files } from "./files.js";
import { Painter } from "./paint.js";
import { Program } from "./program.js";
import { Voice } from "./voice.js";
import { keyName, listen, pads } from "./hands.js";
import { pack, unpack } from "./tar.js";

const HOME = "/data";
const LOCK = "undercroft";
const HAND_OVER_MS = 2000;
const SIZES = [8, 60];
const page = document, canvas = page.getElementById("screen");
const painter = new Painter(canvas), files = new Files();
const coarse = matchMedia("(pointer: coarse)");
let program, voice, timer = 0, mine = false, size = 0, release = () => {};

const notice = (text, button, act) => {
  const box = page.getElementById("notice");
  box.hidden = !text;
  box.firstElementChild.textContent = text ?? "";
  const press = box.lastElementChild;
  press.hidden = !button;
  [press.textContent, press.onclick] = [button ?? "", act ?? null];
  if (button) press.focus();
};

// Sends a request to the program; one that breaks it off loses nothing but itself.
function ask(request) {
  if (!program || !mine) return {};
  clearTimeout(timer);
  let answer;
  try {
    answer = program.ask(request);
    paint(answer);
  } catch (error) {
    console.error(error);
    program.start();
    notice("The game broke off. Every command before the last key is kept.", "Continue", () => {
      notice();
      ask("tick");
    });
    return {};
  }
  if (answer.error) voice.say([answer.error]);
  files.keep();
  timer = answer.pace === undefined ? 0 : setTimeout(() => ask("tick"), answer.pace);
  return answer;
}

function paint(answer) {
  painter.paint(program.draw(painter.cols, painter.rows));
  voice.show(program.ask("read"));
}

function resize() {
  const room = page.getElementById("board").getBoundingClientRect();
  const wanted = size || (coarse.matches ? Math.max(11, Math.min(16, room.width / 26)) : 17);
  painter.fit(room.width, room.height, wanted, devicePixelRatio || 1);
  if (mine) paint({});
}

function zoom(by) {
  const now = size || painter.size / painter.ratio;
  size = by ? Math.min(SIZES[1], Math.max(SIZES[0], Math.round(now * (by > 0 ? 1.12 : 0.89)))) : 0;
  localStorage.setItem("size", size);
  resize();
}

// One tab has the data folder. Another one that wants it asks, and takes it when nobody answers.
const other = new BroadcastChannel(LOCK);
async function own() {
  const take = (options) =>
    new Promise((done) => {
      navigator.locks.request(LOCK, options, (lock) => {
        if (!lock) return done(false);
        done(true);
        return new Promise((yes) => (release = yes));
      }).catch(giveUp);
    });
  if (await take({ ifAvailable: true })) return;
  await new Promise((yes) => notice("Undercroft is open in another tab.", "Play here", yes));
  notice();
  other.postMessage("yours");
  const soon = new AbortController();
  const late = setTimeout(() => soon.abort(), HAND_OVER_MS);
  const free = await new Promise((done) => {
    navigator.locks.request(LOCK, { signal: soon.signal }, () => {
      done(true);
      return new Promise((yes) => (release = yes));
    }).catch(() => done(false));
  });
  clearTimeout(late);
  if (!free) await take({ steal: true });
}

function giveUp() {
  if (!mine) return;
  mine = false;
  clearTimeout(timer);
  notice("Undercroft was opened in another tab and goes on there.", "Play here", () => location.reload());
}

other.onmessage = async () => {
  if (!mine) return;
  program.ask("close");
  await files.keep("strict");
  giveUp();
  release();
};

async function exportAll() {
  await files.keep("strict");
  return pack(files.all(HOME).map(([path, data, time]) => [path.slice(HOME.length + 1), data, time]));
}

async function importAll(blob) {
  const found = unpack(new Uint8Array(await blob.arrayBuffer()));
  program.ask("close");
  for (const [path, data, time] of found) files.put(`${HOME}/${path}`, data, time);
  await files.keep("strict");
  program.start();
  ask("tick");
}

function save(blob, name) {
  const link = page.createElement("a");
  [link.href, link.download] = [URL.createObjectURL(blob), name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function follow() {
  const link = decodeURIComponent(location.hash.slice(1));
  if (!link) return;
  history.replaceState(null, "", location.pathname + location.search);
  const { error } = ask({ link });
  if (error) notice(error, "Close", () => notice());
}

function wire() {
  addEventListener("keydown", (event) => {
    const typed = event.target.closest?.("button, input, textarea, select, a");
    if (event.ctrlKey && "+-0".includes(event.key)) return;
    const key = keyName(event);
    if (!key || (typed && ["enter", "space"].includes(key)) || typed?.matches("input, textarea, select")) return;
    event.preventDefault();
    ask({ key });
  });
  addEventListener("paste", (event) => {
    const paste = event.clipboardData.getData("text");
    if (paste) ask({ paste });
  });
  addEventListener("hashchange", follow);
  new ResizeObserver(resize).observe(page.getElementById("board"));
  coarse.addEventListener("change", resize);
  page.addEventListener("visibilitychange", () => page.hidden && files.keep("strict"));
  addEventListener("pagehide", () => files.keep("strict"));
  listen(canvas, painter, ask);
  pads(ask);
  for (const button of page.querySelectorAll("[data-key]")) button.onclick = () => ask({ key: button.dataset.key });
  const acts = {
    larger: () => zoom(1), smaller: () => zoom(-1),
    export: async () => save(await exportAll(), "undercroft.tar"),
    import: () => page.getElementById("file").click(),
    share: async () => {
      const link = await window.undercroft.share();
      if (link) await navigator.clipboard?.writeText(link).catch(() => {});
      notice(link ? `Link to this game, also on the clipboard: ${link}` : "Open a game or a replay first, then share it.", "Close", () => notice());
    },
  };
  for (const button of page.querySelectorAll("[data-act]")) button.onclick = () => acts[button.dataset.act]();
  page.getElementById("file").onchange = async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    try {
      await importAll(file);
      notice("Everything in this file is here now.", "Close", () => notice());
    } catch (error) {
      notice(`${error.message} Nothing was changed.`, "Close", () => notice());
    }
  };
}

async function boot() {
  const module = WebAssembly.compileStreaming(fetch("undercroft.wasm"));
  await page.fonts.load("16px 'Undercroft Mono'").catch(() => {});
  await own();
  await files.load();
  files.onerror = () => notice("This browser's storage is full or closed: what you play now may not be kept. Export your games.", "Export", () => exportAll().then((blob) => save(blob, "undercroft.tar")));
  if (!files.find(HOME)) files.makeFolder(HOME);
  program = new Program(await module, files);
  mine = true;
  size = Number(localStorage.getItem("size")) || 0;
  voice = new Voice(page, (request) => {
    ask(request);
    if (coarse.matches) canvas.blur();
  });
  resize();
  wire();
  canvas.focus();
  performance.mark("undercroft:first-frame");
  ask("tick");
  follow();
  navigator.storage?.persist?.();
  navigator.serviceWorker?.register("worker.js").catch(() => {});
}

const ready = boot();
ready.catch((error) => notice(`Undercroft cannot start here: ${error.message}`));

const glyphs = () => {
  const cells = program.draw(painter.cols, painter.rows);
  return Array.from({ length: painter.rows }, (_, y) => Array.from({ length: painter.cols }, (_, x) => [...cells.subarray((y * painter.cols + x) * 3, (y * painter.cols + x) * 3 + 3)]));
};

window.undercroft = {
  ready,
  rows: () => glyphs().map((row) => row.map(([glyph]) => String.fromCodePoint(glyph || 32)).join("").trimEnd()),
  cells: () => glyphs().map((row) => row.map(([glyph, fore, back]) => ({ glyph: String.fromCodePoint(glyph || 32), fore, back }))),
  size: () => ({ cols: painter.cols, rows: painter.rows }),
  key: (name) => void ask({ key: name }),
  runs: async () => files.all(HOME).filter(([path]) => path.endsWith(".run")).map(([path, data]) => ({ name: path.slice(HOME.length + 1), text: new TextDecoder().decode(data) })),
  verify: async (text) => program.ask({ verify: text }).text,
  share: async () => {
    const { text } = program.ask("share");
    return text ? `${location.origin}${location.pathname}#${text}` : null;
  },
  exportAll,
  importAll,
};
