// The timeline of the whole recording: moving, zooming, searching, and what is known
// of the handler that is chosen. draw.js does the drawing.

import {h, add, number, seconds, debounce} from "./dom.js";
import {ask} from "./api.js";
import {draw, minimap, under, layout, kinds} from "./draw.js";
import {details} from "./details.js";
import {typing} from "./keys.js";

const least = 24; // operations, at the closest
const units = {"": 1, step: 1, time: 1e4}; // of the axis to an operation: nanoseconds, by time

export async function timeline(view, here) {
  const field = h("input", {type: "search", placeholder: "search events: name, type, class, object …", "aria-label": "search events", value: here.query.get("q") || "", autocomplete: "off"});
  const found = h("output", {class: "quiet"}), where = h("output", {class: "quiet where"});
  const small = h("canvas", {class: "minimap", role: "img", "aria-label": "the whole recording"});
  const large = h("canvas", {class: "slices", tabindex: "0", role: "application", "aria-label": "timeline: j and k go from handler to handler, arrow keys move and zoom"});
  const axis = h("select", {"aria-label": "scale", title: "by step: each post, and each start and end of a handler or loop, is as wide as any other. By time: as the clock of the recorded machine had it, which ticks every few milliseconds"}, h("option", {value: ""}, "by operation"), h("option", {value: "step"}, "by step"), h("option", {value: "time"}, "by time"));
  axis.value = ["step", "time"].find(v => v === here.query.get("axis")) || "";
  const panel = h("aside", {"aria-label": "what is chosen", "aria-live": "polite", tabindex: "0"});
  const button = (text, title, f) => h("button", {type: "button", title, onclick: f}, text);
  const t = new View(here, {field, found, where, small, large, panel, axis});
  add(view, h("h1", {class: "hidden"}, "Timeline"), h("div", {class: "bar tools", role: "search"}, field, h("span", {class: "together"}, button("‹", "previous (N)", () => t.next(-1)), button("›", "next (n)", () => t.next(1))), found,
    h("span", {class: "grow"}), where, axis, h("span", {class: "together"}, button("−", "zoom out (−)", () => t.zoom(1.6)), button("+", "zoom in (+)", () => t.zoom(1 / 1.6)), button("all", "all of it (0)", () => t.all())),
    h("span", {class: "legend small"}, kinds.map(k => h("span", {class: "dot kind-" + k}, k)))),
    small, h("div", {class: "stage"}, large, panel));
  await t.start();
  return () => t.stop();
}

class View {
  constructor(here, parts) {
    Object.assign(this, parts);
    this.here = here;
    this.scene = {data: null, from: 0, to: 1, scroll: 0, focus: -1, hover: null, posted: null};
    this.whole = null;
    this.found_ = {total: 0, at: -1};
    this.stopping = new AbortController();
    this.remember = debounce(250, () => this.here.stay(this.address()));
  }

  async start() {
    const q = this.here.query;
    this.whole = await this.begin();
    this.operations = Math.max(this.whole.operations, 1); // or steps, or nanoseconds, as all that follows
    this.axis.options[2].disabled = !this.whole.clock;
    this.scene.from = Number(q.get("from")) || 0;
    this.scene.to = Number(q.get("to")) || this.operations;
    this.fit();
    this.listen();
    this.dirty();
    this.refresh();
    if (this.field.value) this.search();
    if (q.has("focus")) await this.choose(Number(q.get("focus")), !q.has("from"));
    else details(this.panel, null, this);
    this.large.focus({preventScroll: true});
  }

  // begin asks for the whole; by operation, where an address wants a clock that the recording does not have.
  async begin() {
    const ask = () => this.fetch(0, 0, this.small.clientWidth || 1000, 0);
    try {
      return await ask();
    } catch (error) {
      if (this.axis.value !== "time" || error.name === "AbortError") throw error;
      this.axis.value = "";
      return ask();
    }
  }

  get unit() { return units[this.axis.value]; }

  stop() {
    this.stopping.abort();
    cancelAnimationFrame(this.frame);
  }

  address() {
    const s = this.scene, out = {from: Math.round(s.from), to: Math.round(s.to)};
    if (s.focus >= 0) out.focus = s.focus;
    if (this.field.value) out.q = this.field.value;
    if (this.axis.value) out.axis = this.axis.value;
    return out;
  }

  fetch(from, to, columns, arcs) {
    return ask(this.here.recording, "timeline", {from: Math.floor(from), to: to ? Math.ceil(to) : "", columns: Math.round(columns), arcs, axis: this.axis.value, focus: this.scene.focus >= 0 ? this.scene.focus : "", q: this.field.value}, this.stopping.signal);
  }

  // refresh asks for what is looked at and half as much on either side, one
  // question at a time; while it waits, what is there is drawn.
  async refresh(force) {
    this.again = true;
    this.force = this.force || force;
    if (this.asking) return;
    this.asking = true;
    while (this.again && !this.stopping.signal.aborted) {
      this.again = false;
      const s = this.scene, span = s.to - s.from;
      if (!this.force && this.enough()) continue;
      this.force = false;
      const from = Math.max(0, s.from - span / 2), to = Math.min(this.operations, s.to + span / 2);
      try {
        s.data = await this.fetch(from, to, (to - from) / span * this.large.clientWidth, 250);
        this.dirty();
        this.report();
      } catch (error) {
        if (error.name !== "AbortError") this.where.textContent = error.message;
      }
    }
    this.asking = false;
  }

  // enough: what is there covers what is looked at, in about its detail.
  enough() {
    const s = this.scene, d = s.data;
    if (!d || d.from > Math.max(0, Math.floor(s.from)) || d.to < Math.min(this.operations, Math.floor(s.to))) return false;
    const step = Math.max(1, Math.floor((s.to - s.from) / this.large.clientWidth));
    return d.step <= step * 1.25 && (d.step >= step / 2.5 || d.to - d.from < 4 * (s.to - s.from));
  }

  // analyzed: marks of races and the order come with the analysis, which may be late.
  async analyzed() {
    this.refresh(true);
    try {
      this.whole = await this.fetch(0, 0, this.small.clientWidth || 1000, 0);
      this.dirty();
      if (this.scene.focus >= 0) this.choose(this.scene.focus);
    } catch (error) {
      if (error.name !== "AbortError") this.where.textContent = error.message;
    }
  }

  dirty() {
    if (this.drawing) return;
    this.drawing = true;
    this.frame = requestAnimationFrame(() => {
      this.drawing = false;
      this.scene.clock = this.axis.value === "time";
      draw(this.large, this.scene);
      minimap(this.small, this.whole, this.scene);
    });
  }

  fit() {
    const s = this.scene;
    let span = Math.min(Math.max(s.to - s.from, least * this.unit), this.operations);
    s.from = Math.min(Math.max(0, s.from), this.operations - span);
    s.to = s.from + span;
  }

  moved() {
    this.fit();
    this.dirty();
    this.refresh();
    this.report();
    this.remember();
  }

  report() {
    const s = this.scene, d = s.data;
    this.where.textContent = (this.axis.value === "time" ? `${seconds(s.from)} to ${seconds(s.to)}` : `${this.axis.value ? "steps" : "operations"} ${number(Math.round(s.from))} to ${number(Math.round(s.to))}`) + (d ? `, ${number(d.posts)} posts near` : "");
  }

  pan(share) { this.shift(share * (this.scene.to - this.scene.from)); }

  shift(operations) {
    this.scene.from += operations;
    this.scene.to += operations;
    this.moved();
  }

  zoom(factor, at = 0.5) {
    const s = this.scene, span = s.to - s.from, middle = s.from + span * at;
    const next = Math.min(Math.max(span * factor, least * this.unit), this.operations);
    s.from = middle - next * at;
    s.to = s.from + next;
    this.moved();
  }

  all() { this.zoomTo(0, this.operations); }

  zoomTo(from, to) {
    const margin = Math.max((to - from) * 0.08, 4 * this.unit);
    this.scene.from = from - margin;
    this.scene.to = to + margin;
    this.moved();
  }

  scrollTo(row) {
    if (!this.scene.data || row < 0) return;
    const {tops, height} = layout(this.scene.data, this.large.clientHeight), room = this.large.clientHeight;
    if (tops[row] < this.scene.scroll + 40 || tops[row] > this.scene.scroll + room - 40) this.scene.scroll = Math.max(0, Math.min(tops[row] - room / 2, height - room));
  }

  // scroll by a share of what is seen, where there are more rows than fit.
  scroll(share) {
    const s = this.scene, room = this.large.clientHeight, {height} = layout(s.data || {rows: []}, room);
    s.scroll = Math.max(0, Math.min(s.scroll + share * room, height - room));
    this.dirty();
  }

  // choose shows what is known of an event; -1 lets go.
  async choose(id, zoom) {
    const s = this.scene;
    s.focus = id;
    s.posted = null;
    if (id < 0) details(this.panel, null, this);
    else {
      try {
        const e = await ask(this.here.recording, "event", {id, axis: this.axis.value}, this.stopping.signal);
        if (s.focus !== id) return;
        s.posted = new Set(e.posts.map(p => p.id));
        details(this.panel, e, this);
        if (zoom) this.show(e);
        this.scrollTo(e.row);
      } catch (error) {
        if (error.name !== "AbortError") details(this.panel, null, this, error.message);
      }
    }
    this.refresh(true);
    this.dirty();
    this.remember();
  }

  show({shown: e}) {
    if (e.deq !== null) this.zoomTo(e.deq, e.end ?? this.operations);
    else if (e.enq !== null) this.zoomTo(e.enq - 200 * this.unit, e.enq + 200 * this.unit);
  }

  async search() {
    this.found_ = {total: 0, at: -1};
    const q = this.field.value.trim();
    this.remember();
    this.refresh(true);
    try {
      this.whole = await this.fetch(0, 0, this.small.clientWidth, 0);
      this.dirty();
      if (!q) { this.found.textContent = ""; return; }
      const r = await ask(this.here.recording, "search", {q, at: Math.floor(this.scene.from), axis: this.axis.value}, this.stopping.signal);
      if (q !== this.field.value.trim()) return;
      this.found_ = {total: r.total, at: r.first - 1};
      this.found.textContent = r.total ? `${number(r.total)} found` : "nothing found";
    } catch (error) {
      if (error.name !== "AbortError") this.found.textContent = error.message;
    }
  }

  async next(step) {
    const f = this.found_, q = this.field.value.trim();
    if (!f.total) return;
    f.at = (f.at + step + f.total) % f.total;
    this.found.textContent = `${number(f.at + 1)} of ${number(f.total)}`;
    const r = await ask(this.here.recording, "search", {q, first: f.at, axis: this.axis.value}, this.stopping.signal);
    const e = r.list[0];
    if (!e) return;
    const s = this.scene, at = e.deq ?? e.enq, length = e.deq !== null && e.end !== null ? e.end - e.deq : 0;
    const span = Math.min(s.to - s.from, Math.max(length * 12, 2000 * this.unit));
    s.from = at + length / 2 - span / 2;
    s.to = s.from + span;
    this.moved();
    this.choose(e.id);
  }

  // rescale changes the axis, and stays with the handler that is chosen.
  async rescale() {
    try {
      this.whole = await this.fetch(0, 0, this.small.clientWidth || 1000, 0);
    } catch (error) {
      if (error.name !== "AbortError") this.where.textContent = error.message;
      return;
    }
    this.operations = Math.max(this.whole.operations, 1);
    this.scene.data = null;
    this.all();
    this.refresh(true); // an answer that is on its way has the other axis
    if (this.scene.focus >= 0) this.choose(this.scene.focus, true);
    if (this.field.value) this.search();
  }

  // step goes to the handler that was delivered next, or before; from nothing, to the
  // first one of what is seen.
  async step(step) {
    const e = this.shown?.shown, at = e ? (e.deq ?? e.enq) : Math.floor(this.scene.from), signal = this.stopping.signal;
    try {
      let r = await ask(this.here.recording, "search", {every: 1, at: e && step > 0 ? at + 1 : at, axis: this.axis.value}, signal);
      if (step < 0) {
        if (!r.first) return;
        r = await ask(this.here.recording, "search", {every: 1, first: r.first - 1, axis: this.axis.value}, signal);
      }
      const next = r.list[0], s = this.scene;
      if (!next) return;
      const begin = next.deq ?? next.enq;
      if (begin < s.from || begin >= s.to) this.shift(begin - (s.from + s.to) / 2);
      await this.choose(next.id);
    } catch (error) {
      if (error.name !== "AbortError") this.where.textContent = error.message;
    }
  }

  listen() {
    const signal = this.stopping.signal, on = (target, name, f, o) => target.addEventListener(name, f, {signal, ...o});
    on(this.field, "input", debounce(180, () => this.search()));
    on(this.field, "keydown", e => { if (e.key === "Enter") { this.next(e.shiftKey ? -1 : 1); e.preventDefault(); } });
    on(this.axis, "change", () => this.rescale());
    on(window, "themechange", () => this.dirty());
    on(window, "analyzed", () => this.analyzed());
    on(window, "keydown", e => this.key(e));
    new ResizeObserver(() => { if (!signal.aborted) { this.dirty(); this.refresh(); } }).observe(this.large);
    on(this.large, "wheel", e => this.wheel(e), {passive: false});
    on(this.large, "pointerdown", e => this.drag(e));
    on(this.large, "pointermove", e => this.over(e));
    on(this.large, "dblclick", e => { const u = under(this.large, this.scene, e.offsetX, e.offsetY); if (u) this.zoomTo(u.start, u.end); });
    const jump = e => { if (e.buttons & 1 || e.type === "pointerdown") this.shift(e.offsetX / this.small.clientWidth * this.operations - (this.scene.from + this.scene.to) / 2); };
    on(this.small, "pointerdown", jump);
    on(this.small, "pointermove", e => { if (e.buttons & 1) jump(e); });
  }

  wheel(e) {
    e.preventDefault();
    const unit = e.deltaMode === 1 ? 30 : 1;
    if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) this.pan((e.deltaX || e.deltaY) * unit / this.large.clientWidth);
    else this.zoom(Math.exp(Math.max(-1, Math.min(1, e.deltaY * unit / 400))), e.offsetX / this.large.clientWidth);
  }

  drag(e) {
    const start = {x: e.offsetX, y: e.offsetY, from: this.scene.from, scroll: this.scene.scroll};
    const span = this.scene.to - this.scene.from, stop = new AbortController();
    let far = false;
    this.large.setPointerCapture(e.pointerId);
    this.large.addEventListener("pointermove", m => {
      far ||= Math.hypot(m.offsetX - start.x, m.offsetY - start.y) > 4;
      if (!far) return;
      this.scene.from = start.from - (m.offsetX - start.x) / this.large.clientWidth * span;
      this.scene.to = this.scene.from + span;
      const {height} = layout(this.scene.data || {rows: []}, this.large.clientHeight);
      this.scene.scroll = Math.max(0, Math.min(start.scroll - (m.offsetY - start.y), height - this.large.clientHeight));
      this.moved();
    }, {signal: stop.signal});
    this.large.addEventListener("pointerup", u => {
      stop.abort();
      if (!far) this.click(under(this.large, this.scene, u.offsetX, u.offsetY));
    }, {once: true, signal: this.stopping.signal});
  }

  click(u) {
    if (!u) this.choose(-1);
    else if (u.kind === "bin") this.zoomTo(u.start - 20 * (u.end - u.start), u.end + 20 * (u.end - u.start));
    else if (!u.loop) this.choose(u.what);
    else this.zoomTo(u.start, u.end);
  }

  over(e) {
    if (e.buttons) return;
    const u = under(this.large, this.scene, e.offsetX, e.offsetY);
    this.large.style.cursor = u ? "pointer" : "grab";
    this.large.title = !u ? "" : u.kind === "bin" ? `${number(u.count)} handlers from operation ${number(u.start)} on; click to zoom in` : u.label || "";
    if (JSON.stringify(u) !== JSON.stringify(this.scene.hover)) { this.scene.hover = u; this.dirty(); }
  }

  key(e) {
    if (typing(e)) return;
    const f = {ArrowLeft: () => this.pan(-0.15), ArrowRight: () => this.pan(0.15), "+": () => this.zoom(1 / 1.6), "=": () => this.zoom(1 / 1.6), "-": () => this.zoom(1.6),
      ArrowUp: () => this.zoom(1 / 1.6), ArrowDown: () => this.zoom(1.6), 0: () => this.all(), PageUp: () => this.scroll(-0.7), PageDown: () => this.scroll(0.7), j: () => this.step(1), k: () => this.step(-1), n: () => this.next(1), N: () => this.next(-1), Escape: () => this.choose(-1),
      f: () => this.shown && this.show(this.shown), p: () => this.shown?.poster && this.choose(this.shown.poster.id, true), Home: () => this.shift(-this.operations), End: () => this.shift(this.operations)}[e.key];
    if (!f) return;
    e.preventDefault();
    f();
  }
}
