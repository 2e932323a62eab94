// Both handlers of a race and what belongs to them, as bars within each other. Every
// operation of the story takes one step to the right: what lies between is left out.

import {h, svg, number} from "./dom.js";

const height = 42, gap = 18, left = 18, top = 8;

export function diagram(r, here) {
  const handlers = (r.handlers || []).filter(x => x.deq !== null);
  const loop = r.loop;
  const ops = new Set();
  for (const x of handlers) [x.enq, x.deq, x.end].forEach(o => o !== null && ops.add(o));
  [r.use, r.free, r.alloc].forEach(p => p && ops.add(p.operation));
  if (loop) [loop.pause, loop.reset, loop.resume].forEach(o => o !== null && ops.add(o));
  const order = [...ops].sort((a, b) => a - b);
  const last = order.length;
  const step = Math.max(30, Math.min(90, 1120 / Math.max(1, last)));
  const x = op => left + (op === null ? last : order.indexOf(op)) * step;
  const depths = [...new Set(handlers.map(b => b.depth))].sort((a, b) => a - b);
  const outside = [r.use, r.free, r.alloc].some(p => p && !handlers.some(b => b.event === p.event)) ||
    handlers.some(b => b.enq !== null && !handlers.some(c => c.event === b.poster));
  const y = event => {
    const b = handlers.find(b => b.event === event);
    return top + (b ? depths.indexOf(b.depth) + (outside ? 1 : 0) : 0) * (height + gap);
  };
  const wide = left + last * step + 60, tall = top + (depths.length + (outside ? 1 : 0)) * (height + gap) + 20;
  const picture = svg("svg", {viewBox: `0 0 ${wide} ${tall}`, width: wide, height: tall, role: "group", "aria-label": "the handlers of the race, their nesting and what they do"});
  if (outside) picture.append(svg("text", {x: left, y: top + height / 2, class: "label quiet"}, "outside every handler"));
  for (const b of handlers) picture.append(bar(b, x, y, r, here));
  if (loop) picture.append(nested(loop, x, y(loop.owner)));
  for (const b of handlers) if (b.enq !== null) picture.append(post(b, x, y));
  const marks = [[r.alloc, "alloc", "○"], [r.use, r.use.kind, "●"], [r.free, r.free.kind, "✕"]];
  for (const [p, name, sign] of marks) if (p) picture.append(mark(p.operation, name, sign, x, y(p.event), tall));
  if (loop && loop.reset !== null) {
    const by = handlers.find(b => b.deq <= loop.reset && (b.end === null || b.end > loop.reset) && b.role.includes("ends the loop")) ||
      handlers.find(b => b.deq <= loop.reset && (b.end === null || b.end > loop.reset) && b.event !== loop.owner);
    picture.append(mark(loop.reset, "reset", "◆", x, by ? y(by.event) : top, tall, true));
  }
  const legend = h("ul", {class: "legend small"}, handlers.map(b =>
    h("li", {}, h("a", {href: focus(b, here)}, b.title), h("span", {class: "quiet"}, ` – ${b.role}`))));
  const box = h("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "picture of both handlers"}, picture);
  // Where it is wider than the screen, the race itself is what is seen first.
  requestAnimationFrame(() => { box.scrollLeft = (x(Math.min(r.use.operation, r.free.operation)) + x(Math.max(r.use.operation, r.free.operation)) - box.clientWidth) / 2; });
  return [box, legend];
}

const focus = (b, here) => here.to("timeline", {focus: b.event});

function bar(b, x, y, r, here) {
  const from = x(b.deq), to = x(b.end), racy = b.event === r.use.event || b.event === r.free.event;
  const name = b.title.replace(/^event (\S+) \((.*)\)$/, "$2 $1").replace(/^event /, ""); // of both the end is cut first
  const room = Math.floor((to - from - 10) / 6.6);
  const text = room >= 3 ? (name.length > room ? name.slice(0, room - 1) + "…" : name) : "";
  return svg("a", {href: focus(b, here)},
    svg("rect", {x: from, y: y(b.event), width: Math.max(3, to - from), height, rx: 4, class: "handler" + (racy ? " racy" : "")}),
    svg("text", {x: from + 6, y: y(b.event) + 15, class: "label"}, text), svg("title", {}, `${b.title}\n${b.role}`));
}

function nested(loop, x, y) {
  const from = x(loop.pause), to = x(loop.resume);
  return svg("g", {}, svg("rect", {x: from, y: y + height - 16, width: Math.max(3, to - from), height: 16, class: "loop"}),
    svg("text", {x: from + 4, y: y + height - 4, class: "label tiny"}, "loop " + loop.guard), svg("title", {}, `the nested loop ${loop.guard}`));
}

function post(b, x, y) {
  const x1 = x(b.enq), x2 = x(b.deq), y1 = y(b.poster) + height, y2 = y(b.event);
  const low = Math.max(y1, y2 + height) + 12;
  const path = y2 > y1 ? `M${x1},${y1} C${x1},${y2} ${x2},${y1} ${x2},${y2}` : `M${x1},${y1} C${x1},${low} ${x2},${low} ${x2},${y2 + height}`;
  return svg("g", {}, svg("path", {d: path, class: "post"}), svg("circle", {cx: x1, cy: y1, r: 2.5, class: "enq"}));
}

function mark(op, name, sign, x, y, tall, quiet) {
  return svg("g", {class: quiet ? "moment quiet" : "moment"},
    svg("line", {x1: x(op), x2: x(op), y1: y + height - 6, y2: tall - 18}),
    svg("text", {x: x(op), y: y + height - 6, class: "sign"}, sign),
    svg("text", {x: x(op), y: tall - 5, class: "tiny"}, name), svg("title", {}, `${name}, operation ${number(op)}`));
}
