// The level editor: text, findings, preview and solver, in a program of its own that saves nothing.

import { Files } from "./files.js";
import { keyName, listen } from "./hands.js";
import { Painter } from "./paint.js";
import { Program } from "./program.js";

const PAUSE_MS = 250;
const NAMES = { pursuit: "field.txt", chambers: "layout.txt", dungeon: "dungeon.xml" };

export class Editor {
  constructor(module, page, tools) {
    const files = new Files();
    files.makeFolder("/data");
    [this.program, this.tools, this.examples, this.timers] = [new Program(module, files), tools, [], {}];
    const at = (id) => page.getElementById(id);
    [this.game, this.example, this.text, this.found, this.solved, this.room, this.canvas] = ["edit-game", "edit-example", "edit-text", "found", "edit-solved", "preview", "trial"].map(at);
    this.painter = new Painter(this.canvas);
    this.game.onchange = () => this.choose();
    this.example.onchange = () => this.put(this.examples[this.example.value][1]);
    this.text.oninput = () => this.later("check", PAUSE_MS, () => this.check());
    listen(this.canvas, this.painter, (request) => this.ask(request));
    this.canvas.addEventListener("keydown", (event) => {
      const key = keyName(event);
      if (!key) return;
      event.preventDefault();
      this.ask({ key });
    });
    new ResizeObserver(() => this.resize()).observe(this.room);
    this.game.value = tools.recall("edit") ?? "pursuit";
    this.choose();
  }

  open() {
    if (matchMedia("(pointer: fine)").matches) this.text.focus();
    this.resize();
  }

  later(name, wait, act) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(act, wait);
  }

  // Switches to another game: the text last written for it, or its first example.
  choose() {
    const game = this.game.value;
    this.examples = JSON.parse(this.tell({ examples: game }).text);
    this.example.replaceChildren(new Option("Choose one", "", true), ...this.examples.map(([name], i) => new Option(name, i)));
    this.example.firstChild.disabled = true;
    this.tools.remember("edit", game);
    this.put(this.tools.recall(`edit ${game}`) ?? this.examples[0][1]);
  }

  put(text) {
    this.text.value = text;
    this.text.setSelectionRange(0, 0);
    this.text.scrollTop = 0;
    this.check();
  }

  check() {
    const level = [this.game.value, this.text.value];
    this.tools.remember(`edit ${level[0]}`, level[1]);
    const { text, error } = this.tell({ check: level });
    const findings = (text ?? error).split("\n").filter(Boolean);
    this.found.replaceChildren(...(findings.length ? findings : ["Nothing is wrong with this level."]).map((finding) => this.finding(finding)));
    clearTimeout(this.timers.solve);
    const isGood = !findings.some((finding) => finding.includes(": error: "));
    this.canvas.style.opacity = isGood ? 1 : 0.4;
    this.solved.textContent = isGood ? "" : "The preview shows the last level without errors.";
    if (!isGood) return;
    const tried = this.ask({ try: level });
    if (tried.error) this.solved.textContent = tried.error;
    else this.solve({ solve: level });
  }

  finding(text) {
    const item = document.createElement("li"), [place, line, column] = text.match(/^(\d+):(\d+): /) ?? [""];
    if (!(line > 0)) item.textContent = text.slice(place.length);
    else {
      const button = item.appendChild(document.createElement("button"));
      button.textContent = `Line ${line}, column ${column}: ${text.slice(place.length)}`;
      button.onclick = () => this.select(line - 1, Math.max(0, column - 1));
    }
    return item;
  }

  // Moves the cursor to a position and scrolls it into view.
  select(line, column) {
    const lines = this.text.value.split("\n"), start = lines.slice(0, line).join("\n").length + (line ? 1 : 0) + column;
    this.text.focus();
    this.text.setSelectionRange(start, start + 1);
    this.text.scrollTop = (this.text.scrollHeight * Math.max(0, line - 3)) / lines.length;
  }

  // Solves the level in short slices, so that the page stays responsive.
  solve(request) {
    const { text, error } = this.tell(request);
    if (!text && !error) {
      this.solved.textContent = "The solver is at work.";
      return this.later("solve", 0, () => this.solve("solve_on"));
    }
    this.solved.textContent = text ?? (this.game.value === "pursuit" ? error : "");
  }

  // Asks the program; one that traps has started again.
  tell(request) {
    try {
      return this.program.ask(request);
    } catch (error) {
      console.error(error);
      return { error: "The editor broke off on this level and has started again." };
    }
  }

  ask(request) {
    clearTimeout(this.timers.tick);
    const answer = this.tell(request);
    this.paint();
    if (answer.pace !== undefined) this.later("tick", answer.pace, () => this.ask("tick"));
    return answer;
  }

  resize() {
    const { width, height } = this.room.getBoundingClientRect();
    if (!width) return;
    this.painter.fit(width, height, Math.max(11, Math.min(15, width / 50)), devicePixelRatio || 1);
    this.paint();
  }

  paint() {
    if (this.painter.cols) this.painter.paint(this.program.draw(this.painter.cols, this.painter.rows));
  }

  save() {
    this.tools.save(new Blob([this.text.value], { type: "text/plain" }), NAMES[this.game.value]);
  }

  async load(input) {
    const [file] = input.files;
    if (file) this.put(await file.text());
    input.value = "";
  }

  async share() {
    const { text, error } = this.tell({ level: [this.game.value, this.text.value] });
    if (!text) return this.tools.link(error);
    const link = `${location.href.split("#")[0]}#${text}`;
    await navigator.clipboard?.writeText(link).catch(() => {});
    this.tools.link(`Link that opens this level, also on the clipboard: ${link}`);
  }
}
