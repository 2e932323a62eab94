// The order around a race as a graph, laid out by the server. It is drawn when it is
// asked for, for a wide order takes a moment to be looked through.

import {h, svg, number, put} from "./dom.js";
import {ask, askOnce} from "./api.js";

const pad = 14;

export async function graph(section, here, id) {
  const box = h("div", {class: "graph"}, h("p", {class: "quiet"}, "drawing …"));
  section.append(box);
  let g;
  try {
    g = await askOnce(here.recording, "slice", {id});
  } catch (error) {
    put(box, h("p", {class: "warning"}, error.message));
    return;
  }
  if (!g.boxes.length) {
    put(box, h("p", {class: "quiet"}, "Its operations are in no handler of the main loop, so no order is known."));
    return;
  }
  put(box, drawing(g, here, box));
}

function drawing(g, here, box) {
  const answer = h("p", {class: "quiet", role: "status"}, "Arrows are conclusions of the rules, from what comes last before both to what comes first after both; nothing leads from one red block to the other. ",
    g.cut && "There is more than fits. ", "Choose two blocks to ask how they stand.");
  const picture = svg("svg", {viewBox: `${-pad} ${-pad} ${g.width + 2 * pad} ${g.height + 2 * pad}`, width: g.width + 2 * pad, height: g.height + 2 * pad, role: "group", "aria-label": "the order around the race"},
    svg("defs", {}, svg("marker", {id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto"}, svg("path", {d: "M0,0 L8,4 L0,8 z", class: "tip"}))));
  const arrows = g.arrows.map(a => {
    const line = svg("path", {d: curve(a.points), class: "arrow", "marker-end": "url(#tip)"});
    const middle = a.points[Math.floor((a.points.length - 1) / 2)], next = a.points[Math.floor((a.points.length - 1) / 2) + 1] || middle;
    picture.append(svg("g", {}, line, svg("text", {x: (middle[0] + next[0]) / 2 + 4, y: (middle[1] + next[1]) / 2 + 4, class: "tiny rule"}, a.rule)));
    return {...a, line};
  });
  const chosen = [];
  for (const b of g.boxes) picture.append(node(b, () => choose(b, chosen, picture, answer, here)));
  const racy = g.boxes.filter(b => b.does);
  const wide = h("div", {class: "scroll", tabindex: "0"}, picture);
  const toggle = h("button", {type: "button", onclick: () => {
    const open = box.classList.toggle("open");
    toggle.textContent = open ? "less" : "expand the graph";
    toggle.setAttribute("aria-expanded", open);
  }, "aria-expanded": "false"}, "expand the graph");
  queueMicrotask(() => {
    const first = racy[0];
    if (first) { wide.scrollLeft = first.x - wide.clientWidth / 2; wide.scrollTop = first.y - wide.clientHeight / 2; }
  });
  return [answer, h("p", {class: "bar small"}, toggle, h("span", {class: "quiet"}, `${number(g.boxes.length)} blocks, ${number(arrows.length)} arrows`)), wide];
}

// curve goes smoothly from point to point; between two of one layer it is straight.
function curve(points) {
  return points.map(([x, y], i) => {
    if (i === 0) return `M${x},${y}`;
    const [px, py] = points[i - 1], m = (py + y) / 2;
    return px === x ? `L${x},${y}` : `C${px},${m} ${x},${m} ${x},${y}`;
  }).join(" ");
}

function node(b, choose) {
  const cut = (s, room) => s.length > room ? s.slice(0, room - 1) + "…" : s;
  const room = Math.floor((b.width - 14) / 6.4);
  const title = b.title + (b.does ? " – " + b.does : "");
  return svg("g", {class: b.does ? "block racy" : "block", tabindex: "0", role: "button", "data-id": b.id, onclick: choose,
    onkeydown: e => { if (e.key === "Enter" || e.key === " ") { choose(); e.preventDefault(); } }},
    svg("rect", {x: b.x - b.width / 2, y: b.y - b.height / 2, width: b.width, height: b.height, rx: 5}),
    svg("text", {x: b.x, y: b.y - 9, class: "name"}, cut(title, room)),
    svg("text", {x: b.x, y: b.y + 4, class: "tiny"}, cut(b.detail, room)),
    svg("text", {x: b.x, y: b.y + 17, class: "tiny quiet"}, `${b.first} – ${b.last}`),
    svg("title", {}, `block ${b.id}: ${b.title}\n${b.detail}\noperations ${b.first} to ${b.last}`));
}

async function choose(b, chosen, picture, answer, here) {
  if (chosen.length === 2) chosen.length = 0;
  chosen.push(b);
  for (const g of picture.querySelectorAll(".block")) g.classList.toggle("chosen", chosen.some(c => String(c.id) === g.dataset.id));
  if (chosen.length < 2) {
    answer.textContent = `Block ${b.id} of ${b.title}: choose another one.`;
    return;
  }
  const [a, c] = chosen;
  try {
    const o = await ask(here.recording, "order", {a: a.first, b: c.first});
    const chain = (o.chain || []).map(s => s.rule).join(", ");
    put(answer, h("b", {}, {before: `${a.title} comes before ${c.title}`, after: `${a.title} comes after ${c.title}`, same: "It is the same block", unordered: `Nothing orders ${a.title} and ${c.title}`}[o.relation]),
      chain ? `, by ${chain}.` : ".");
  } catch (error) {
    answer.textContent = error.message;
  }
}
