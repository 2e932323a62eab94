// What was looked at, what was found, what makes it doubtful.

import {h, add, link, number, plural, table} from "./dom.js";
import {askOnce} from "./api.js";

const tile = (value, name, to) => h("div", {class: "tile"}, h("b", {}, value), " ", to ? link(to, name) : h("span", {}, name));

const bars = rows => {
  const most = Math.max(1, ...rows.map(r => r.count));
  return table(null, rows.map(r => [r.name, h("meter", {min: 0, max: most, value: r.count, "aria-hidden": "true"}), r.count]), {class: "bars"});
};

export async function overview(view, here) {
  const o = await askOnce(here.recording, "overview");
  const tried = o.tried ? `${number(o.tried)} of ${number(o.reported)} tried by confirm` : "none tried by confirm yet";
  add(view, 
    h("h1", {}, o.headline),
    o.warnings?.map(w => h("p", {class: "warning"}, "warning: " + w + ".")),
    h("div", {class: "tiles"},
      tile(number(o.reported), o.reported === 1 ? "race" : "races", here.to("races")), tile(number(o.operations), "operations"),
      tile(number(o.events), "events", here.to("timeline")), tile(number(o.blocks), "blocks"),
      tile(number(o.loops), o.loops === 1 ? "nested loop" : "nested loops"), tile(number(o.filtered), "filtered", here.to("races", {show: "all"}))),
    h("div", {class: "columns"},
      h("section", {}, h("h2", {}, "Verdicts"), bars(o.verdicts || []), h("p", {class: "quiet"}, tried + "."),
        o.ranks?.length && [h("h2", {}, "What races matter"), bars(o.ranks)],
        o.coverage?.length && [h("h2", {}, "Coverage of read-write races"), bars(o.coverage)]),
      h("section", {}, h("h2", {}, "What became of the pairs"), bars(o.pairs || [])),
      h("section", {}, h("h2", {}, "What the recording lacks"), lacks(o))),
    o.handlers?.length && h("section", {}, h("h2", {}, "Races by their handlers: the one that uses | the one that frees"),
      table(["handlers", "races"], o.handlers.map(r => [link(here.to("races", {q: r.name.replace(/[|"]/g, " ")}), r.name), r.count]), {class: "counts"}),
      o.shapes > o.handlers.length && h("p", {class: "quiet"}, `The ${number(o.handlers.length)} most frequent of ${number(o.shapes)} pairs.`)),
    h("section", {}, h("h2", {}, "About this analysis"),
      o.facts?.map(f => h("p", {}, f)),
      h("p", {class: "quiet"}, `Rules: ${o.rules}. Recorded: ${o.command || "unknown"}. Trace: ${o.trace}`),
      o.notes?.map(n => h("p", {class: "quiet"}, "note: " + n + ".")),
      o.next?.map(n => h("p", {}, "next: ", h("code", {}, n)))));
}

function lacks(o) {
  const rows = [];
  if (o.lost) rows.push(plural(o.lost, "operation was lost", "operations were lost") + byKind(o.lost_by) + ".");
  if (!o.complete) rows.push("It is incomplete: the program crashed, was killed, or stopped being recorded.");
  if (o.dropped) rows.push(plural(o.dropped, "conclusion", "conclusions") + " dropped, for events came out of order.");
  if (!rows.length) rows.push("Nothing: it is complete, and nothing was lost.");
  return rows.map(r => h("p", {}, r));
}

const byKind = kinds => {
  const list = Object.entries(kinds || {}).map(([k, n]) => `${number(n)} ${k}`);
  return list.length ? ` (${list.join(", ")})` : "";
};
