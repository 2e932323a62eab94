// One race: what happened, why nothing orders it, what order would settle it.

import {h, add, link, number, table} from "./dom.js";
import {askOnce} from "./api.js";
import {changes} from "./changes.js";
import {opened} from "./editor.js";
import {diagram} from "./diagram.js";
import {graph} from "./graph.js";
import {markBadge, matter, named} from "./races.js";
import {whatIf} from "./whatif.js";

export async function race(view, here) {
  const id = here.query.get("id");
  const r = await askOnce(here.recording, "race", {id});
  add(view, 
    h("p", {class: "small"}, link(here.to("races"), "← races")),
    h("h1", {}, h("span", {class: "title"}, r.title), " ", h("code", {}, r.id), " ", h("span", {class: "badge " + (r.verdict.startsWith("confirmed") ? "confirmed" : "")}, r.verdict), r.matters && h("span", {class: "badge " + matter(r.matters.rank)}, r.matters.rank)),
    h("p", {}, r.summary), r.mark.state && h("p", {}, "Marked ", markBadge(r.mark)), r.filtered && h("p", {}, "Filtered: " + r.filtered + "."), r.tried && h("p", {}, r.tried), r.harm && h("p", {}, r.harm),
    r.covered && h("p", {}, r.covered, " ", r.covers_by?.length && h("ul", {class: "plainlist"}, r.covers_by.map(c => h("li", {}, named(c, here))))),
    h("p", {class: "quiet"}, "Stands for ", r.stands, ". ", extras(r, here)),
    changes(r, here),
    r.matters && h("section", {id: "matters"}, h("h2", {}, "Why it matters"), matters(r.matters, here)),
    h("section", {class: "picture", "aria-label": "both handlers"}, diagram(r, here)),
    h("div", {class: "side"},
      h("section", {}, h("h2", {}, "The recorded run, by operation"), steps(r)),
      h("section", {}, h("h2", {}, r.title === "double free" ? "Why" : "Why nothing orders them"), r.why?.map(w => h("p", {}, w)),
        r.schedule?.length && [h("h2", {}, "The schedule that breaks it"), h("ol", {}, r.schedule.map(s => h("li", {}, s)))],
        r.suggestion && h("p", {class: "suggestion"}, "Suggestion: " + r.suggestion))));
  const order = h("section", {id: "order"}, h("h2", {}, "The order around it"));
  add(view, order, h("section", {id: "whatif"}, h("h2", {}, "What if?"), whatIf(r, here)),
    h("section", {}, h("h2", {}, "Stacks"), h("div", {class: "stacks"}, r.stacks?.map(stack))),
    r.places?.length && h("section", {}, h("h2", {}, "Source places that collide"), table([`${r.use.kind} at`, `${r.free.kind} at`, "pairs"], r.places.map(p => [p.first, p.second, p.pairs]), {class: "counts small"})),
    h("p", {class: "quiet"}, "more: ", h("code", {}, r.explain)));
  graph(order, here, id);
}

function extras(r, here) {
  const both = (r.handlers || []).filter(b => b.event === r.use.event || b.event === r.free.event);
  const start = Math.min(r.use.operation, r.free.operation, ...both.map(b => b.deq ?? Infinity));
  const end = Math.max(r.use.operation, r.free.operation, ...both.map(b => b.end ?? 0));
  const margin = Math.max(50, Math.round((end - start) / 16));
  return [
    link(here.to("timeline", {from: Math.max(0, start - margin), to: end + margin, focus: Math.max(r.use.event, -1)}), "on the timeline"), " · ",
    link(here.to("memory", {at: (r.alloc || r.use).operation, address: (r.alloc || r.use).address, size: (r.alloc || r.free).size, use: r.use.operation, free: r.free.operation}), "the memory's life")];
}

// from the racy read to what outlives the program.
function matters(m, here) {
  const place = s => {
    const f = s.frames?.find(f => f.source?.length) || s.frames?.[0];
    return f && h("span", {class: "at", title: f.file}, ` ${f.function} ${f.place}`);
  };
  return [h("p", {}, h("b", {}, m.rank), `: ${m.means}.`, !m.path?.length && m.sink && [" Both write ", h("code", {}, m.sink), "."]),
    m.path?.length && h("table", {class: "steps path"}, h("tbody", {}, m.path.map(s =>
      h("tr", {}, h("td", {class: "quiet"}, s.role),
        h("td", {class: "number"}, s.operation !== null && link(here.to("timeline", {from: Math.max(0, s.operation - 200), to: s.operation + 200}), number(s.operation))),
        h("td", {}, s.text, place(s))))))];
}

const steps = r => h("table", {class: "steps"}, h("tbody", {}, r.steps?.map(s =>
  h("tr", {class: s.racy ? "racy" : ""}, h("td", {class: "number"}, number(s.operation)), h("td", {title: s.at}, s.text, s.short && h("span", {class: "at"}, s.short))))));

export const stack = s => h("div", {class: "one"}, h("h3", {}, s.heading), frames(s.frames));

// frames of libraries, where there are many in a row, are one line until asked for.
const folded = 3;

export function frames(list) {
  const out = [];
  for (let i = 0; i < (list || []).length;) {
    let end = i;
    while (end < list.length && list[end].system) end++;
    if (i > 0 && end - i >= folded) {
      out.push(h("li", {class: "system"}, h("details", {}, h("summary", {}, `#${i} … #${end - 1} in libraries`), list.slice(i, end).map((f, k) => h("div", {title: f.file}, frame(f, i + k))))));
      i = end;
      continue;
    }
    const f = list[i];
    out.push(h("li", {class: f.system ? "system" : "", title: f.file}, frame(f, i),
      f.source?.length && h("pre", {}, f.source.map(l => h("span", {class: l.here ? "here" : "near"}, `${l.number} │ ${l.text}\n`)))));
    i++;
  }
  return h("ol", {class: "stack"}, out);
}

const frame = (f, i) => [`#${i} `, f.function, f.place && [" ", h("span", {class: "place"}, opened(f.file, f.place, f.place))]];
