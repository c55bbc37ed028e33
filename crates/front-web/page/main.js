// The page: loads the program and its files, forwards input, paints, and stores changes.

import { Files } from "./files.js";
import { Painter } from "./paint.js";
import { Program, compiled } from "./program.js";
import { Voice } from "./voice.js";
import { Editor } from "./editor.js";
import { keyName, listen, pads, soft } from "./hands.js";
import { play } from "./sound.js";
import { pack, unpack } from "./tar.js";

const HOME = "/data";
const SEVEN_DAYS = "Safari deletes games after seven days without a visit. Export them, or add this page to the Home Screen.";
const KEEP_NOTHING = "This browser keeps nothing for this page. Export your games before you close it.";
const LOCK = "undercroft";
const HAND_OVER_MS = 2000;
const SIZES = [8, 60];
const page = document, canvas = page.getElementById("screen");
const painter = new Painter(canvas), files = new Files();
const coarse = matchMedia("(pointer: coarse)"), light = matchMedia("(prefers-color-scheme: light)");
const contrast = matchMedia("(prefers-contrast: more)"), still = matchMedia("(prefers-reduced-motion: reduce)");
let program, voice, editor, typing = () => {}, timer = 0, mine = false, size = 0, sound = false, release = () => {};

// The page's own settings, stored where the browser allows it.
const recall = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};
const remember = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch {}
};

const notice = (text, button, act) => {
  const box = page.getElementById("notice");
  box.hidden = !text;
  box.firstElementChild.textContent = text ?? "";
  const press = box.lastElementChild;
  press.hidden = !button;
  [press.textContent, press.onclick] = [button ?? "", act ?? null];
  if (button) press.focus();
};

// Sends a request to the program. If it traps, only this request is lost; everything shown is saved.
function ask(request) {
  if (!program || !mine) return {};
  clearTimeout(timer);
  let answer;
  try {
    try {
      answer = program.ask(request);
    } finally {
      files.journal.commit();
    }
    paint();
  } catch (error) {
    console.error(error);
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

function paint() {
  program.draw(painter.cols, painter.rows);
  const words = program.ask("read");
  // The request may have grown the memory, so the cells are read after it.
  painter.paint(program.cells(), words.board);
  voice.show(words);
  typing(words.typing);
  if (sound && words.sound) play(words.sound);
}

function prefer() {
  const theme = contrast.matches ? "high-contrast" : light.matches ? "light" : "dark";
  for (const each of [program, editor?.program]) each?.ask({ prefer: [theme, still.matches] });
}

function setTiles(on) {
  program.ask({ tiles: on });
  page.querySelector("[data-act=tiles]").ariaPressed = on;
  remember("tiles", on ? 1 : "");
  if (!on || painter.sheet) return paint();
  const sheet = new Image();
  sheet.onload = () => {
    painter.sheet = sheet;
    resize();
  };
  sheet.src = page.getElementById("tiles")?.dataset.src ?? "tiles.svg";
}

function setSound(on) {
  sound = on;
  page.querySelector("[data-act=sound]").ariaPressed = on;
  remember("sound", on ? 1 : "");
}

// Shows the editor instead of the games, or the games again.
function edit(on) {
  page.getElementById("game").hidden = on;
  page.getElementById("editor").hidden = !on;
  page.body.classList.remove("menu");
  if (on) {
    editor ??= new Editor(program.module, page, { save, link: show, remember, recall });
    prefer();
    editor.open();
  } else canvas.focus();
}

const show = (text) => notice(text, "Close", () => notice());

function resize() {
  const room = page.getElementById("board").getBoundingClientRect();
  const wanted = size || (coarse.matches ? Math.max(11, Math.min(16, room.width / 26)) : 17);
  painter.fit(room.width, room.height, wanted, devicePixelRatio || 1);
  if (mine) paint();
}

function zoom(by) {
  const now = size || painter.size / painter.ratio;
  size = by ? Math.min(SIZES[1], Math.max(SIZES[0], Math.round(now * (by > 0 ? 1.12 : 0.89)))) : 0;
  remember("size", size);
  resize();
}

// Only one tab owns the data folder. Another tab asks for it, and takes it if nobody answers.
const other = new BroadcastChannel(LOCK);
async function own() {
  if (!navigator.locks) return;
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
  files.journal.commit();
  const before = files.copy();
  try {
    for (const [path, data, time] of found) files.bring(`${HOME}/${path}`, data, time);
    if (!(await files.keep("strict"))) throw new Error("The browser has no room for that.");
  } catch (error) {
    files.restore(before);
    throw error;
  } finally {
    program.start();
    ask("tick");
  }
}

function save(blob, name) {
  const link = page.createElement("a");
  [link.href, link.download] = [URL.createObjectURL(blob), name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function follow() {
  let link = location.hash.slice(1);
  if (!link) return;
  try {
    link = decodeURIComponent(link);
  } catch {
    // An invalid escape: the program reports what is wrong.
  }
  history.replaceState(null, "", location.pathname + location.search);
  if (link === "edit") return edit(true);
  edit(false);
  const { error } = ask({ link });
  if (error) show(error);
}

function wire() {
  addEventListener("keydown", (event) => {
    if (page.getElementById("game").hidden) return;
    if (event.key === "Escape" && page.body.classList.contains("menu")) return acts.menu();
    const typed = event.target.closest?.("button, input, textarea, select, a");
    if (event.ctrlKey && "+-0".includes(event.key)) return;
    const key = keyName(event);
    if (!key || (typed && ["enter", "space"].includes(key)) || typed?.matches("input, textarea, select")) return;
    event.preventDefault();
    ask({ key });
  });
  addEventListener("paste", (event) => {
    if (event.target.matches("input, textarea")) return;
    const paste = event.clipboardData.getData("text");
    if (paste) ask({ paste });
  });
  addEventListener("hashchange", follow);
  new ResizeObserver(resize).observe(page.getElementById("board"));
  coarse.addEventListener("change", resize);
  for (const query of [light, contrast, still]) query.addEventListener("change", () => [prefer(), resize()]);
  page.addEventListener("visibilitychange", () => page.hidden && files.keep("strict"));
  addEventListener("pagehide", () => files.keep("strict"));
  listen(canvas, painter, ask);
  pads(ask);
  typing = soft(page.getElementById("type"), page.getElementById("typing"), ask);
  for (const button of page.querySelectorAll("[data-key]")) button.onclick = () => ask({ key: button.dataset.key });
  const acts = {
    larger: () => zoom(1), smaller: () => zoom(-1),
    tiles: () => setTiles(page.querySelector("[data-act=tiles]").ariaPressed !== "true"),
    sound: () => [setSound(!sound), sound && play("gain")],
    menu: () => page.body.classList.toggle("menu") && page.querySelector("nav button").focus(),
    type: () => page.getElementById("type").focus(),
    edit: () => edit(true), play: () => edit(false),
    open: () => page.getElementById("level").click(), save: () => editor.save(), link: () => editor.share(),
    export: async () => save(await exportAll(), "undercroft.tar"),
    import: () => page.getElementById("file").click(),
    share: async () => {
      const link = await window.undercroft.share();
      if (link) await navigator.clipboard?.writeText(link).catch(() => {});
      show(link ? `Link to this game, also on the clipboard: ${link}` : "Open a game or a replay first, then share it.");
    },
  };
  for (const button of page.querySelectorAll("[data-act]")) button.onclick = () => acts[button.dataset.act]();
  page.getElementById("level").onchange = (event) => editor.load(event.target);
  page.getElementById("file").onchange = async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    try {
      await importAll(file);
      show("Everything in this file is here now.");
    } catch (error) {
      show(`${error.message} Nothing was changed.`);
    }
  };
}

async function boot() {
  const module = compiled();
  await page.fonts.load("16px 'Undercroft Mono'").catch(() => {});
  await own();
  const kept = await files.load().catch(() => false);
  files.onerror = () => notice("This browser's storage is full or closed: what you play now may not be kept. Export your games.", "Export", () => exportAll().then((blob) => save(blob, "undercroft.tar")));
  if (!files.find(HOME)) files.makeFolder(HOME);
  program = new Program(await module, files);
  mine = true;
  size = Number(recall("size")) || 0;
  prefer();
  voice = new Voice(page, (request) => {
    ask(request);
    if (coarse.matches) canvas.blur();
  });
  setSound(!!recall("sound"));
  resize();
  if (recall("tiles")) setTiles(true);
  wire();
  if (!coarse.matches) canvas.focus();
  performance.mark("undercroft:first-frame");
  ask("tick");
  follow();
  if (kept === false) show(KEEP_NOTHING);
  else if (/Apple/.test(navigator.vendor) && !navigator.standalone && !recall("told")) {
    show(SEVEN_DAYS);
    remember("told", 1);
  }
  navigator.storage?.persist?.();
  if (location.protocol !== "file:") navigator.serviceWorker?.register("worker.js").catch(() => {});
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
