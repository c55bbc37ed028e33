// Keyboard, pointer, touch and gamepad input, as names of keys and positions on the board.

const NAMES = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Home: "home", End: "end", PageUp: "page-up", PageDown: "page-down",
  Enter: "enter", Escape: "esc", Backspace: "backspace", Delete: "delete", Insert: "insert", Clear: "middle" };
const NUMPAD = { Numpad1: "end", Numpad2: "down", Numpad3: "page-down", Numpad4: "left", Numpad5: "middle", Numpad6: "right", Numpad7: "home", Numpad8: "up", Numpad9: "page-up" };
const ARROWS = ["up", "down", "left", "right"];
const LONG_MS = 450, SWIPE_PX = 24;

export function keyName(event) {
  // Leave the browser its own keys: no keyboard trap.
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || /^F\d/.test(event.key) || event.key === "Tab") return null;
  const name = (!/^\d$/.test(event.key) && NUMPAD[event.code]) || NAMES[event.key] || ([...event.key].length === 1 ? (event.key === " " ? "space" : event.key) : null);
  return event.shiftKey && ARROWS.includes(name) ? `shift-${name}` : name;
}

// The direction of a swipe: one of eight, or of four.
export function swiped(dx, dy) {
  if (Math.hypot(dx, dy) < SWIPE_PX) return null;
  const eighth = Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) & 7;
  return ["right", "page-down", "down", "end", "left", "home", "up", "page-up"][eighth];
}

export function listen(canvas, painter, ask) {
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return painter.at(event.clientX - box.left, event.clientY - box.top);
  };
  let pressed = null, timer = 0, hovered = "";
  canvas.addEventListener("pointermove", (event) => {
    const at = place(event);
    if (event.pointerType !== "mouse" || !at || hovered === `${at}`) return;
    hovered = `${at}`;
    ask({ hover: at });
  });
  canvas.addEventListener("pointerdown", (event) => {
    canvas.focus({ preventScroll: true });
    if (event.button) return;
    const at = place(event);
    if (!at) return;
    if (event.pointerType === "mouse") return ask({ click: at });
    pressed = { x: event.clientX, y: event.clientY, at };
    timer = setTimeout(() => {
      if (pressed) ask({ hover: pressed.at });
      pressed = null;
    }, LONG_MS);
  });
  canvas.addEventListener("pointerup", (event) => {
    clearTimeout(timer);
    if (!pressed || event.pointerType === "mouse") return;
    const way = swiped(event.clientX - pressed.x, event.clientY - pressed.y);
    ask(way ? { key: way } : { click: pressed.at });
    pressed = null;
  });
  canvas.addEventListener("pointercancel", () => {
    clearTimeout(timer);
    pressed = null;
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (event.deltaY) ask({ wheel: event.deltaY > 0 ? 3 : -3 });
  }, { passive: false });
}

// The soft keyboard: a field that always holds one letter, so that deleting is noticed, and passes on what is
// typed. Shown only where the game wants text.
export function soft(field, button, ask) {
  const clear = () => (field.value = "x");
  clear();
  field.addEventListener("input", (event) => {
    if (event.isComposing) return;
    if (event.inputType.startsWith("delete")) ask({ key: "backspace" });
    else if (field.value.length > 1) ask({ paste: field.value.slice(1) });
    clear();
  });
  field.addEventListener("compositionend", () => [ask({ paste: field.value.slice(1) }), clear()]);
  field.addEventListener("keydown", (event) => ["Enter", "Escape"].includes(event.key) && ask({ key: keyName(event) }));
  return (wanted) => {
    button.hidden = !wanted;
    if (!wanted && field === document.activeElement) field.blur();
  };
}

// Keys for the buttons of a standard gamepad.
const PAD = { 0: "enter", 1: "esc", 2: "i", 3: "o", 4: "x", 5: "t", 8: "?", 9: "m", 12: "up", 13: "down", 14: "left", 15: "right" };

export function pads(ask) {
  let before = [];
  const look = () => {
    const pad = navigator.getGamepads().find(Boolean);
    if (!pad) return;
    const now = pad.buttons.map((button) => button.pressed);
    now.forEach((down, button) => down && !before[button] && PAD[button] && ask({ key: PAD[button] }));
    before = now;
    requestAnimationFrame(look);
  };
  addEventListener("gamepadconnected", () => requestAnimationFrame(look));
}
