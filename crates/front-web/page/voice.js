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
    const chosen = entries.find((entry) => entry.chosen)?.text ?? "";
    const question = lines.length ? `${title}. ${lines.join(" ")}` : "";
    if (question !== this.last.question) this.question.textContent = question;
    if (!question && title !== this.last.title && title) this.say([title]);
    const more = about.join(" ");
    if (chosen && chosen !== this.last.chosen) this.say(more && more !== this.last.more ? [chosen, more] : [chosen]);
    this.say(said);
    this.spread(list && entries.length ? list : null, title, lines.length ? lines.join(" ") : more);
    this.fill(this.entries, entries.map((entry) => ({ label: entry.text, request: { click: entry.at }, current: entry.chosen })));
    this.fill(this.keys, keys.map(([key, label]) => ({ label, hint: key, request: { key } })));
    this.back.hidden = keys.some(([key]) => key === "esc");
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

  // Reuses unchanged buttons, so that the focus is kept.
  fill(list, wanted) {
    wanted.forEach(({ label, hint, request, current }, i) => {
      const button = list.children[i] ?? list.appendChild(document.createElement("button"));
      const name = label[0].toUpperCase() + label.slice(1);
      if (button.dataset.label !== name) [button.textContent, button.dataset.label] = [name, name];
      button.title = hint ? `Key ${hint}` : "";
      button.ariaCurrent = current ? "true" : null;
      button.onclick = () => this.ask(request);
    });
    while (list.childElementCount > wanted.length) list.lastElementChild.remove();
  }
}
