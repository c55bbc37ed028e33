// The seats of games begun in this browser, so that a closed page loses none of them. The lobby lists them.
"use strict";

const seats = (() => {
  const KEPT = "undercroft:seats";
  const MOST = 20;
  const all = () => {
    try { return JSON.parse(localStorage.getItem(KEPT)) ?? []; } catch { return []; }
  };
  const write = (list) => {
    try { localStorage.setItem(KEPT, JSON.stringify(list.slice(0, MOST))); } catch { /* the game goes on without it */ }
  };
  const without = (game) => all().filter((seat) => seat.game !== game);
  return {
    all,
    find: (game) => all().find((seat) => seat.game === game),
    keep: (seat) => write([seat, ...without(seat.game)]),
    forget: (game) => write(without(game)),
  };
})();

const list = document.getElementById("seats");
if (list && seats.all().length) {
  document.getElementById("mine").hidden = false;
  for (const seat of seats.all()) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `/play?back=${encodeURIComponent(seat.game)}`;
    link.textContent = seat.title ?? seat.game;
    const about = document.createElement("span");
    about.className = "dim";
    about.textContent = [seat.name && `as ${seat.name}`, seat.n !== undefined && `${seat.n} commands`].filter(Boolean).join(", ");
    const forget = document.createElement("button");
    forget.textContent = "Forget";
    forget.onclick = () => { seats.forget(seat.game); item.remove(); };
    item.append(link, about, forget);
    list.append(item);
  }
}
