// The timeline on a canvas. It draws what the server sent for some stretch into the
// stretch that is looked at now; the two need not be the same, so moving and zooming
// never wait.

import {seconds} from "./dom.js";
import {colours} from "./theme.js";

export const kinds = ["posted", "timer", "socket", "input", "deferred", "env"];
const names = [...kinds, "loop", "ink", "paper", "quiet", "edge", "soft", "mark", "found", "accent"];
const LOOP = 7, SLICE = 6, BIN = 3, ARC = 5, MARK = 2;
export const ruler = 22;
const threadGap = 16;

let palette = null;
addEventListener("themechange", () => { palette = null; });

// layout gives the rows' places: threads stand apart, and few rows are high.
export function layout(data, height) {
  const several = data.rows.some(r => r.thread !== data.rows[0].thread);
  const gaps = several ? new Set(data.rows.map(r => r.thread)).size * threadGap : 0;
  const rowHeight = Math.max(22, Math.min(44, Math.floor((height - ruler - gaps - 40) / Math.max(1, data.rows.length))));
  const tops = [];
  let y = ruler + 8, thread = null;
  for (const row of data.rows) {
    if (thread !== row.thread && several) y += threadGap;
    thread = row.thread;
    tops.push(y);
    y += rowHeight;
  }
  return {tops, rowHeight, height: y + 60};
}

// draw fills a canvas. Scene: data, from, to, scroll, focus, hover.
export function draw(canvas, scene) {
  palette ??= colours(names);
  const ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const c = canvas.getContext("2d", {alpha: false});
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.fillStyle = palette.paper;
  c.fillRect(0, 0, width, height);
  if (!scene.data) return;
  const scale = width / (scene.to - scene.from);
  const p = {c, width, height, scale, scene, x: op => (op - scene.from) * scale, ...layout(scene.data, height)};
  c.save();
  c.translate(0, -scene.scroll);
  threads(p);
  scene.data.rows.forEach((row, i) => rowOf(p, row, p.tops[i]));
  arcs(p);
  marks(p);
  c.restore();
  rule(p);
  found(p);
}

function threads({c, scene, tops, rowHeight, width}) {
  c.font = "11px system-ui, sans-serif";
  scene.data.rows.forEach((row, i) => {
    c.fillStyle = palette.soft;
    if (row.depth % 2) c.fillRect(0, tops[i], width, rowHeight);
    if (row.depth === 0 && scene.data.rows.some(r => r.thread !== row.thread)) {
      c.fillStyle = palette.quiet;
      c.fillText("thread " + row.thread, 6, tops[i] - 4);
    }
  });
}

const colour = kind => palette[kind === LOOP ? "loop" : kinds[kind] || "env"];

function rowOf(p, row, top) {
  const {c, scene, x, width, scale, rowHeight} = p;
  const step = scene.data.step * scale;
  for (let i = 0; i < row.bins.length; i += BIN) {
    const left = x(row.bins[i]);
    if (left + step < 0 || left > width) continue;
    c.globalAlpha = row.bins[i + 1] > 1 ? 0.9 : 0.6;
    c.fillStyle = colour(row.bins[i + 2]);
    c.fillRect(left, top + 4, Math.max(step, 1), rowHeight - 8);
  }
  const s = row.slices;
  for (let i = 0; i < s.length; i += SLICE) {
    const left = Math.max(x(s[i]), -4), right = Math.min(x(s[i + 1]), width + 4);
    if (right < 0 || left > width) continue;
    const w = Math.max(right - left, 1), loop = s[i + 3] === LOOP, relation = s[i + 5];
    c.globalAlpha = relation === 1 || relation === 2 ? 0.32 : 1;
    c.fillStyle = colour(s[i + 3]);
    c.fillRect(left, top + (loop ? 8 : 3), w > 3 ? w - 1 : w, rowHeight - (loop ? 10 : 6));
    if (relation === 4 || scene.hover && scene.hover.kind === "slice" && scene.hover.start === s[i] && scene.hover.what === s[i + 2] && scene.hover.loop === loop) {
      c.globalAlpha = 1;
      c.strokeStyle = palette.ink;
      c.lineWidth = 2;
      c.strokeRect(left + 1, top + 4, Math.max(w - 3, 1), rowHeight - 8);
    }
    c.globalAlpha = 1;
    if (w > 34 && s[i + 4] >= 0) text(p, scene.data.labels[s[i + 4]], left + 5, top + rowHeight / 2 + 4, w - 10, loop ? palette.quiet : relation === 1 || relation === 2 ? palette.ink : palette.paper);
  }
  c.globalAlpha = 1;
}

function text({c}, s, x, y, room, fill) {
  const most = Math.floor(room / 6);
  if (most < 2) return;
  c.font = "11.5px system-ui, sans-serif";
  c.fillStyle = fill;
  c.fillText(s.length > most ? s.slice(0, most - 1) + "…" : s, x, y);
}

function arcs({c, scene, x, tops, rowHeight, width}) {
  const a = scene.data.arcs;
  c.lineWidth = 1;
  for (let i = 0; i < a.length; i += ARC) {
    const x1 = x(a[i + 1]), x2 = x(a[i + 2]);
    if (x2 < 0 || x1 > width) continue;
    const y1 = a[i + 3] >= 0 ? tops[a[i + 3]] + rowHeight - 3 : ruler + 2, y2 = tops[a[i + 4]] + 3;
    const mine = scene.focus >= 0 && (a[i] === scene.focus || scene.posted && scene.posted.has(a[i]));
    c.globalAlpha = mine ? 1 : scene.focus >= 0 ? 0.15 : 0.4;
    c.strokeStyle = mine ? palette.accent : palette.quiet;
    c.lineWidth = mine ? 1.8 : 1;
    const bow = Math.min(60, 12 + Math.abs(x2 - x1) / 6);
    c.beginPath();
    c.moveTo(x1, y1);
    c.bezierCurveTo(x1 + (x2 - x1) * 0.15, y1 + bow, x2 - (x2 - x1) * 0.15, Math.max(y1, y2 + rowHeight) + bow, x2, y2 + rowHeight - 6);
    c.stroke();
  }
  c.globalAlpha = 1;
}

function marks({c, scene, x, tops, width}) {
  c.fillStyle = palette.mark;
  const last = {};
  const m = scene.data.marks;
  for (let i = 0; i < m.length; i += MARK) {
    const at = x(m[i]), row = m[i + 1];
    if (at < -6 || at > width + 6 || Math.abs((last[row] ?? -99) - at) < 2) continue;
    last[row] = at;
    const y = row >= 0 && row < tops.length ? tops[row] : ruler + 4;
    c.beginPath();
    c.moveTo(at - 5, y - 5);
    c.lineTo(at + 5, y - 5);
    c.lineTo(at, y + 3);
    c.fill();
  }
}

function rule({c, scene, x, width}) {
  c.fillStyle = palette.soft;
  c.fillRect(0, 0, width, ruler);
  c.fillStyle = palette.quiet;
  c.font = "11px system-ui, sans-serif";
  const raw = (scene.to - scene.from) / (width / 110), power = 10 ** Math.floor(Math.log10(Math.max(raw, 1)));
  const step = Math.max(1, [1, 2, 5, 10].find(m => m * power >= raw) * power);
  for (let op = Math.ceil(scene.from / step) * step; op < scene.to; op += step) {
    c.fillRect(x(op), ruler - 5, 1, 5);
    c.fillText(scene.clock ? seconds(op, step) : op.toLocaleString("en"), x(op) + 3, ruler - 8);
  }
}

function found({c, scene, x}) {
  c.fillStyle = palette.found;
  for (const column of scene.data.hits) c.fillRect(x(scene.data.from + column * scene.data.step) - 1, ruler - 6, 3, 7);
}

// minimap shows all of the recording, and the stretch that is looked at. The former
// is drawn once: only the frame moves with every step.
let kept = null;

export function minimap(canvas, whole, scene) {
  palette ??= colours(names);
  const ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  const same = kept && kept.whole === whole && kept.palette === palette && kept.width === width && kept.ratio === ratio;
  if (!same) {
    const picture = new OffscreenCanvas(Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio)));
    const c = picture.getContext("2d", {alpha: false});
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (whole) everything(c, whole, width, height);
    kept = {whole, palette, width, ratio, picture};
  }
  if (canvas.width !== kept.picture.width || canvas.height !== kept.picture.height) {
    canvas.width = kept.picture.width;
    canvas.height = kept.picture.height;
  }
  const c = canvas.getContext("2d", {alpha: false}), scale = width / Math.max(1, whole ? whole.to - whole.from : 1);
  c.setTransform(1, 0, 0, 1, 0, 0);
  c.drawImage(kept.picture, 0, 0);
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.strokeStyle = palette.accent;
  c.lineWidth = 2;
  c.strokeRect(scene.from * scale + 1, 1, Math.max(3, (scene.to - scene.from) * scale) - 2, height - 2);
}

function everything(c, whole, width, height) {
  c.fillStyle = palette.soft;
  c.fillRect(0, 0, width, height);
  const scale = width / Math.max(1, whole.to - whole.from), rows = Math.max(1, whole.rows.length);
  const tall = Math.min(9, (height - 8) / rows);
  whole.rows.forEach((row, i) => {
    const y = 5 + i * tall;
    for (let k = 0; k < row.bins.length; k += BIN) {
      c.fillStyle = colour(row.bins[k + 2]);
      c.fillRect(row.bins[k] * scale, y, Math.max(whole.step * scale, 1), tall - 1);
    }
    for (let k = 0; k < row.slices.length; k += SLICE) {
      c.fillStyle = colour(row.slices[k + 3]);
      c.fillRect(row.slices[k] * scale, y, Math.max((row.slices[k + 1] - row.slices[k]) * scale, 1), tall - 1);
    }
  });
  c.fillStyle = palette.mark;
  for (let i = 0; i < whole.marks.length; i += MARK) c.fillRect(whole.marks[i] * scale - 1, 0, 2, 4);
  c.fillStyle = palette.found;
  for (const column of whole.hits) c.fillRect(column * whole.step * scale - 1, height - 5, 2, 5);
}

// under is what lies under a point of the canvas, null for nothing.
export function under(canvas, scene, px, py) {
  if (!scene.data || py < ruler) return null;
  const scale = canvas.clientWidth / (scene.to - scene.from), op = scene.from + px / scale, {tops, rowHeight} = layout(scene.data, canvas.clientHeight);
  const i = tops.findIndex(t => py + scene.scroll >= t && py + scene.scroll < t + rowHeight);
  if (i < 0) return null;
  const row = scene.data.rows[i], slack = 2 / scale;
  for (let k = 0; k < row.slices.length; k += SLICE) {
    if (op >= row.slices[k] - slack && op < row.slices[k + 1] + slack) {
      return {kind: "slice", row: i, start: row.slices[k], end: row.slices[k + 1], what: row.slices[k + 2], loop: row.slices[k + 3] === LOOP, label: scene.data.labels[row.slices[k + 4]]};
    }
  }
  for (let k = 0; k < row.bins.length; k += BIN) {
    if (op >= row.bins[k] - slack && op < row.bins[k] + scene.data.step + slack) {
      return {kind: "bin", row: i, start: row.bins[k], end: row.bins[k] + scene.data.step, count: row.bins[k + 1]};
    }
  }
  return null;
}
