// The screen in words: a live log, questions, entries, and the current keys as buttons.

const LINES = 60;

export class Voice {
  constructor(page, ask) {
    [this.log, this.question, this.entries, this.keys, this.back, this.sheet, this.title, this.about, this.before, this.after] =
      ["log", "question", "entries", "keys", "back", "sheet", "title", "about", "before", "after"].map((id) => page.getElementById(id));
    this.ask = ask;
    this.last = {};
  }

  say(sentences) {
    for (const sentence of sentences) {
      const line = document.createElement("p");
      line.textContent = sentence;
      this.log.append(line);
    }
    while (this.log.childElementCount > LINES) this.log.firstElementChild.remove();
    if (sentences.length) this.log.scrollTop = this.log.scrollHeight;
  }

  // Shows what changed since the last frame.
  show({ title = "", lines = [], entries = [], about = [], list, keys = [], said = [] }) {
    const rows = entries.map((entry) => ({ ...entry, columns: entry.text.split("\t") }));
    const chosen = rows.find((entry) => entry.chosen)?.columns.join(" ") ?? "";
    const question = lines.length ? `${title}. ${lines.join(" ")}` : "";
    if (question !== this.last.question) this.question.textContent = question;
    if (!question && title !== this.last.title && title) this.say([title]);
    const more = about.join(" ");
    if (chosen && chosen !== this.last.chosen) this.say(more && more !== this.last.more ? [chosen, more] : [chosen]);
    this.say(said);
    this.spread(list && entries.length ? list : null, title, lines.length ? lines.join(" ") : more);
    this.fill(this.entries, rows.map(({ columns, heading, chosen, at }) => ({ columns, heading, current: chosen, request: { click: at } })));
    this.fill(this.keys, keys.map(([key, label]) => ({ columns: [label], hint: key, request: { key } })));
    this.back.hidden = keys.some(([key]) => key === "esc");
    this.back.textContent = list || question ? "Back" : "Menu";
    this.last = { title, question, chosen, more };
  }

  // On touch screens a list covers the board, in rows of finger size.
  spread(list, title, about) {
    const isNew = list && title !== this.title.textContent;
    document.body.classList.toggle("list", !!list);
    [this.title.hidden, this.before.hidden, this.after.hidden] = [!list, !list?.[0], !list?.[1]];
    [this.title.textContent, this.about.textContent] = list ? [title, about] : ["", ""];
    if (isNew) this.sheet.scrollTop = 0;
  }

  // Reuses unchanged buttons, so that the focus is kept. A column of one letter is the key of its entry.
  fill(list, wanted) {
    wanted.forEach(({ columns, heading, hint, request, current }, i) => {
      const tag = heading ? "H3" : "BUTTON", old = list.children[i];
      const item = old?.tagName === tag ? old : document.createElement(tag);
      if (!old) list.append(item);
      else if (old !== item) old.replaceWith(item);
      const key = hint ?? (columns[1] && columns[0].length === 1 ? columns[0] : ""), [label, ...more] = columns.slice(hint || !key ? 0 : 1);
      const name = label[0].toUpperCase() + label.slice(1), note = more.join(" · ");
      if (item.dataset.label !== name + note) {
        [item.textContent, item.dataset.label] = [name, name + note];
        if (note) item.appendChild(document.createElement("small")).textContent = ` ${note}`;
      }
      item.title = key ? `Key ${key}` : "";
      item.ariaCurrent = current ? "true" : null;
      item.onclick = heading ? null : () => this.ask(request);
    });
    while (list.childElementCount > wanted.length) list.lastElementChild.remove();
  }
}
