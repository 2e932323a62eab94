// The life of one allocation: who made it, used it and freed it, byte by byte.

import {h, add, svg, link, number, plural, table, put} from "./dom.js";
import {ask} from "./api.js";
import {named} from "./races.js";

const wide = 1080, rowTop = 30, tall = 260;
const signs = {read: "read", write: "write", use: "use"};

export async function memory(view, here) {
  const q = here.query;
  const wanted = {at: q.get("at") || "", address: q.get("address") || "", size: q.get("size") || ""};
  const form = h("form", {class: "bar", onsubmit: e => {
    e.preventDefault();
    here.go("memory", Object.fromEntries([...new FormData(e.target)].filter(([, v]) => v)));
  }}, h("label", {}, "address ", h("input", {type: "text", name: "address", size: 18, value: wanted.address ? hex(wanted.address) : "", placeholder: "0x…"})),
    h("label", {}, "at operation ", h("input", {type: "text", name: "at", size: 12, value: wanted.at, inputmode: "numeric"})), h("button", {}, "show"));
  add(view, h("h1", {}, "The life of a piece of memory"), form);
  const answer = h("div", {});
  add(view, answer);
  if (!wanted.at || !wanted.address) {
    add(answer, h("p", {class: "quiet"}, "The allocation that holds an address at some operation. Each race leads to its own:"), await suggestions(here));
    return null;
  }
  const stop = new AbortController();
  add(answer, h("p", {class: "quiet"}, "reading the recording …"));
  ask(here.recording, "memory", wanted, stop.signal).then(life => put(answer, ...show(life, here, q), history(here, wanted, stop.signal)))
    .catch(error => { if (error.name !== "AbortError") put(answer, h("p", {class: "warning"}, error.message)); });
  return () => stop.abort();
}

const hex = text => { try { return "0x" + BigInt(text).toString(16); } catch { return text; } };

async function suggestions(here) {
  const {rows} = await ask(here.recording, "races", {count: 12});
  return h("ul", {class: "plainlist"}, rows.map(r => h("li", {}, named(r, here))));
}

function show(life, here, q) {
  const from = life.alloc ? life.alloc.operation : Math.min(...life.uses.map(u => u.operation), life.free?.operation ?? Infinity);
  const to = Math.max(from + 1, life.free?.operation ?? 0, ...life.uses.map(u => u.last), ...life.ends.map(e => e.operation));
  if (!isFinite(from)) return [h("p", {}, "Nothing in the recording touches this address.")];
  return [
    h("p", {}, h("b", {}, `${number(life.size)} bytes at ${life.location}`), life.type && ` as ${life.type}`,
      `: ${plural(life.reads, "read", "reads")}, ${plural(life.writes, "write", "writes")}, ${plural(life.calls, "use", "uses")}`,
      life.cut && " (not all are listed)", "."),
    h("p", {class: "quiet"}, moment("Allocated", life.alloc, here), " ", moment("Freed", life.free, here)),
    h("div", {class: "picture"}, h("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "picture of the accesses"}, picture(life, from, to, q))),
    h("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "accesses"}, table(["operation", "what", "bytes", "times", "handler", "function"], life.uses.slice(0, 400).map(u => [
      h("span", {class: "number"}, number(u.operation)), h("span", {class: "kind-" + u.kind}, u.kind), `${u.low}–${u.high - 1}`, number(u.count),
      link(here.to("timeline", {focus: u.event}), u.title), h("span", {class: "small"}, u.function + (u.place ? " " + u.place : ""))]), {class: "uses small"}))];
}

// history lists what else had the address: allocators hand addresses out again. The
// recording is read once more for it, so it is asked for.
function history(here, wanted, signal) {
  const box = h("section", {"aria-live": "polite"});
  const at = m => m ? [number(m.operation), " ", link(here.to("timeline", {focus: m.event}), m.title), " ", h("span", {class: "small"}, m.function + (m.place ? " " + m.place : ""))] : "not in the recording";
  const button = h("button", {type: "button", onclick: async () => {
    button.disabled = true;
    try {
      const got = await ask(here.recording, "history", {address: wanted.address}, signal);
      put(box, h("h2", {}, `${plural(got.all, "allocation", "allocations")} had this address`),
        h("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "allocations that had this address"},
          table(["bytes", "as", "allocated", "freed", "more"], got.list.map(l => [h("span", {class: "number"}, `${number(l.size)} at ${l.address}`), l.type || "–", h("span", {}, at(l.alloc)), h("span", {}, at(l.free)),
            l.at === Number(wanted.at) ? "this one" : link(here.to("memory", {address: l.address, at: l.at, size: l.size}), "its life")]), {class: "history small"})),
        got.all > got.list.length && h("p", {class: "quiet"}, `The first ${number(got.list.length)} are listed.`));
    } catch (error) {
      if (error.name !== "AbortError") put(box, h("p", {class: "warning"}, error.message));
    }
  }}, "what else had this address");
  put(box, h("p", {}, button));
  return box;
}

const moment = (word, m, here) => m
  ? h("span", {}, `${word} at operation ${number(m.operation)} by `, link(here.to("timeline", {focus: m.event}), m.title), m.function && `, in ${m.function} ${m.place}`, ".")
  : h("span", {}, word === "Freed" ? "Never freed in the recording." : "Allocated before the recording began.");

// picture: time goes right, by the number of the operation; bytes go down.
function picture(life, from, to, q) {
  const x = op => 40 + (op - from) / (to - from) * (wide - 60);
  const size = Math.max(1, life.size);
  const y = offset => rowTop + Math.min(1, offset / size) * (tall - rowTop - 30);
  const out = svg("svg", {viewBox: `0 0 ${wide} ${tall}`, width: wide, height: tall, role: "img", "aria-label": "accesses by time and byte"},
    svg("rect", {x: x(from), y: y(0), width: x(to) - x(from), height: y(size) - y(0), class: "alive"}),
    svg("text", {x: 4, y: y(0) + 9, class: "tiny start"}, "0"), svg("text", {x: 4, y: y(size), class: "tiny start"}, number(life.size)));
  for (const u of life.uses) {
    out.append(svg("rect", {x: x(u.operation), y: y(u.low), width: Math.max(3, x(u.last) - x(u.operation)), height: Math.max(3, y(u.high) - y(u.low)), class: "access kind-" + (signs[u.kind] || "read")},
      svg("title", {}, `${u.kind} of bytes ${u.low} to ${u.high - 1}, ${u.count} times\n${u.title}\n${u.function} ${u.place}`)));
  }
  const line = (op, name, cls) => out.append(svg("g", {class: "moment " + cls}, svg("line", {x1: x(op), x2: x(op), y1: 16, y2: tall - 22}), svg("text", {x: x(op), y: 12, class: "tiny"}, name)));
  if (life.alloc) line(life.alloc.operation, "alloc", "quiet");
  if (life.free) line(life.free.operation, "free", "");
  life.ends.forEach(e => line(e.operation, "destroyed", ""));
  const use = Number(q.get("use"));
  if (use && use >= from && use <= to && q.has("use")) line(use, "this use", "");
  out.append(svg("text", {x: x(from), y: tall - 6, class: "tiny start"}, number(from)), svg("text", {x: x(to), y: tall - 6, class: "tiny end"}, number(to)));
  return out;
}
