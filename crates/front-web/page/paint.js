// Paints cells on a canvas: only changed ones, with letters clipped to their cell, and lines and blocks as
// shapes.

const OWN = 1 << 24, BOLD = 1 << 25, DIM = 1 << 26, ITALIC = 1 << 27, UNDERLINED = 1 << 28, REVERSED = 1 << 29;
const COLOUR = 0xffffff;
// Inks of a scene by number, for which the sheet has drawings.
const WALL = 6, DOOR = 8, FOE = 12, MEMORY = 18, LAST = 17;
const TILE = 32;
// Letters of foes with drawings of their own: a ghost, wings, a beetle.
const FOES = { G: 1, V: 1, B: 2, D: 2, S: 3, W: 3 };
const hex = (colour) => "#" + colour.toString(16).padStart(6, "0");

// Box drawing: weights of the strokes to the left, up, right and down: 1 thin, 2 thick, 3 double.
const BOX = {};
const strokes = { "─": "1010", "│": "0101", "┌": "0011", "┐": "1001", "└": "0110", "┘": "1100", "├": "0111", "┤": "1101", "┬": "1011", "┴": "1110", "┼": "1111",
  "━": "2020", "┃": "0202", "┏": "0022", "┓": "2002", "┗": "0220", "┛": "2200", "┣": "0222", "┫": "2202", "┳": "2022", "┻": "2220", "╋": "2222",
  "═": "3030", "║": "0303", "╔": "0033", "╗": "3003", "╚": "0330", "╝": "3300", "╠": "0333", "╣": "3303", "╦": "3033", "╩": "3330", "╬": "3333",
  "╴": "1000", "╵": "0100", "╶": "0010", "╷": "0001", "╭": "0011", "╮": "1001", "╰": "0110", "╯": "1100" };
for (const [glyph, sides] of Object.entries(strokes)) BOX[glyph.codePointAt(0)] = [...sides].map(Number);

export class Painter {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d", { alpha: false });
    this.cols = this.rows = 0;
    this.shown = new Uint32Array(0);
    this.font = "Undercroft Mono, monospace";
    this.colours = { text: 0xc8c8d0, ground: 0x12121a };
    [this.sheet, this.tiles, this.under] = [null, new Map(), new Uint8Array(0)];
  }

  // Fits as many cells of a size as possible into the space, each of whole device pixels.
  fit(width, height, size, ratio) {
    const pen = this.pen;
    this.size = Math.max(6, Math.round(size * ratio));
    pen.font = `${this.size}px ${this.font}`;
    this.cellWidth = Math.max(3, Math.round(pen.measureText("MMMMMMMMMM").width / 10));
    this.cellHeight = Math.max(6, Math.round(this.size * 1.22));
    this.cols = Math.max(1, Math.floor((width * ratio) / this.cellWidth));
    this.rows = Math.max(1, Math.floor((height * ratio) / this.cellHeight));
    this.ratio = ratio;
    this.canvas.width = this.cols * this.cellWidth;
    this.canvas.height = this.rows * this.cellHeight;
    this.canvas.style.width = `${this.canvas.width / ratio}px`;
    this.canvas.style.height = `${this.canvas.height / ratio}px`;
    this.shown = new Uint32Array(0);
    this.tiles.clear();
    // Resizing a canvas resets its font.
    pen.font = `${this.size}px ${this.font}`;
    const base = pen.measureText("Mg");
    this.base = Math.round((this.cellHeight + base.actualBoundingBoxAscent - base.actualBoundingBoxDescent) / 2);
  }

  // The cell at a point of the canvas.
  at(x, y) {
    const cell = [Math.floor((x * this.ratio) / this.cellWidth), Math.floor((y * this.ratio) / this.cellHeight)];
    return cell[0] >= 0 && cell[1] >= 0 && cell[0] < this.cols && cell[1] < this.rows ? cell : null;
  }

  paint(cells, board) {
    const whole = this.shown.length !== cells.length;
    if (whole) this.shown = new Uint32Array(cells.length);
    const [shown, before] = [this.shown, whole ? [] : this.under];
    this.under = new Uint8Array(cells.length / 3);
    if (board && this.sheet) this.board(cells, board, before);
    for (let i = 0; i < cells.length; i += 3) {
      if (this.under[i / 3]) continue;
      if (!whole && !before[i / 3] && shown[i] === cells[i] && shown[i + 1] === cells[i + 1] && shown[i + 2] === cells[i + 2]) continue;
      shown[i] = cells[i];
      shown[i + 1] = cells[i + 1];
      shown[i + 2] = cells[i + 2];
      const cell = i / 3;
      this.cell(cell % this.cols, Math.floor(cell / this.cols), cells[i], cells[i + 1], cells[i + 2]);
    }
  }

  // Paints the board as tiles; `under` remembers the cells they cover.
  board(cells, { at, scale, across, inks }, before) {
    for (let i = 0; i < inks.length; i++) {
      const [col, row] = [at[0] + (i % across) * scale[0], at[1] + Math.floor(i / across) * scale[1]];
      const cell = (row + ((scale[1] - 1) >> 1)) * this.cols + col + ((scale[0] - 1) >> 1);
      const [glyph, fore, back] = cells.subarray(cell * 3, cell * 3 + 3);
      const ink = this.inkOf(inks.charCodeAt(i) - 97, glyph);
      if (!ink || glyph === 32) continue;
      const same = before[cell] === ink && [0, 1, 2].every((n) => this.shown[cell * 3 + n] === cells[cell * 3 + n]);
      for (let y = 0; y < scale[1]; y++) this.under.fill(ink, (row + y) * this.cols + col, (row + y) * this.cols + col + scale[0]);
      if (same) continue;
      this.shown.set([glyph, fore, back], cell * 3);
      this.tile(col * this.cellWidth, row * this.cellHeight, scale[0] * this.cellWidth, scale[1] * this.cellHeight, ink, glyph, this.colour(fore, back));
    }
  }

  // The drawing of an ink; remembered things are chosen by their glyph. 0 for a letter.
  inkOf(ink, glyph) {
    if (ink === MEMORY) ink = glyph === 43 ? DOOR : glyph === 35 || (glyph >= 0x2500 && glyph < 0x25a0) ? WALL : 0;
    return ink >= WALL && ink <= LAST ? ink : 0;
  }

  // Foes keep their letter beside the drawing.
  tile(x, y, w, h, ink, glyph, [text, ground]) {
    const foe = ink === FOE && FOES[String.fromCodePoint(glyph)], number = foe ? LAST - WALL + foe : ink - WALL;
    const key = `${number} ${text} ${w} ${h}`;
    if (!this.tiles.has(key)) {
      if (this.tiles.size > 2000) this.tiles.clear();
      const made = new OffscreenCanvas(w, h), pen = made.getContext("2d"), side = ink === WALL ? h : Math.min(w, h);
      pen.drawImage(this.sheet, number * TILE, 0, TILE, TILE, ink === WALL ? 0 : (w - side) / 2, (h - side) / 2, ink === WALL ? w : side, side);
      pen.globalCompositeOperation = "source-in";
      pen.fillStyle = hex(text);
      pen.fillRect(0, 0, w, h);
      this.tiles.set(key, made);
    }
    const pen = this.pen;
    pen.fillStyle = hex(ground);
    pen.fillRect(x, y, w, h);
    pen.drawImage(this.tiles.get(key), x, y);
    if (ink !== FOE || glyph < 65) return;
    pen.font = `bold ${Math.round(h * 0.42)}px ${this.font}`;
    pen.fillStyle = hex(text);
    pen.fillText(String.fromCodePoint(glyph), x + w - pen.measureText("M").width, y + h - 1);
  }

  colour(fore, back) {
    const [text, ground] = [fore & OWN ? this.colours.text : fore & COLOUR, back & OWN ? this.colours.ground : back & COLOUR];
    return fore & REVERSED ? [ground, text] : [text, ground];
  }

  cell(col, row, glyph, fore, back) {
    const pen = this.pen, [w, h] = [this.cellWidth, this.cellHeight], [x, y] = [col * w, row * h];
    const [text, ground] = this.colour(fore, back);
    pen.fillStyle = hex(ground);
    pen.fillRect(x, y, w, h);
    if (glyph === 32 || glyph === 0) return;
    pen.fillStyle = hex(text);
    if (fore & DIM) pen.globalAlpha = 0.6;
    if (!this.shape(glyph, x, y, w, h)) {
      pen.font = `${fore & ITALIC ? "italic " : ""}${fore & BOLD ? "bold " : ""}${this.size}px ${this.font}`;
      const letter = String.fromCodePoint(glyph);
      if (glyph < 256 && !(fore & BOLD)) pen.fillText(letter, x, y + this.base);
      else {
        pen.save();
        pen.beginPath();
        pen.rect(x, y, w, h);
        pen.clip();
        pen.fillText(letter, x, y + this.base);
        pen.restore();
      }
    }
    if (fore & UNDERLINED) pen.fillRect(x, y + h - 2, w, 1);
    pen.globalAlpha = 1;
  }

  // Draws lines, blocks and shades; false for letters.
  shape(glyph, x, y, w, h) {
    const pen = this.pen, box = BOX[glyph];
    if (box) {
      const thin = Math.max(1, Math.round(w / 9)), cx = Math.round(x + (w - thin) / 2), cy = Math.round(y + (h - thin) / 2);
      const draw = (weight, side, shift) => {
        const t = weight === 2 ? thin * 2 : thin;
        if (side === 0) pen.fillRect(x, cy + shift, cx - x + t, t);
        if (side === 1) pen.fillRect(cx + shift, y, t, cy - y + t);
        if (side === 2) pen.fillRect(cx, cy + shift, x + w - cx, t);
        if (side === 3) pen.fillRect(cx + shift, cy, t, y + h - cy);
      };
      box.forEach((weight, side) => {
        if (weight === 3) [-thin, thin].forEach((shift) => draw(1, side, shift));
        else if (weight) draw(weight, side, 0);
      });
      return true;
    }
    if (glyph < 0x2580 || glyph > 0x259f) return false;
    const part = (left, top, right, bottom) =>
      pen.fillRect(x + Math.round(w * left), y + Math.round(h * top), Math.round(w * right) - Math.round(w * left), Math.round(h * bottom) - Math.round(h * top));
    if (glyph === 0x2580) part(0, 0, 1, 0.5);
    else if (glyph <= 0x2588) part(0, 1 - (glyph - 0x2580) / 8, 1, 1);
    else if (glyph <= 0x258f) part(0, 0, (0x2590 - glyph) / 8, 1);
    else if (glyph === 0x2590) part(0.5, 0, 1, 1);
    else if (glyph <= 0x2593) {
      const alpha = pen.globalAlpha;
      pen.globalAlpha = alpha * (glyph - 0x2590) * 0.25;
      part(0, 0, 1, 1);
      pen.globalAlpha = alpha;
    } else if (glyph === 0x2594) part(0, 0, 1, 0.125);
    else if (glyph === 0x2595) part(0.875, 0, 1, 1);
    else {
      const quarters = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14][glyph - 0x2596];
      if (quarters & 1) part(0, 0, 0.5, 0.5);
      if (quarters & 2) part(0.5, 0, 1, 0.5);
      if (quarters & 4) part(0, 0.5, 0.5, 1);
      if (quarters & 8) part(0.5, 0.5, 1, 1);
    }
    return true;
  }
}
