// The panel beside the timeline: what is known of the handler that is chosen.

import {h, add, link, number, seconds, plural, put, table} from "./dom.js";
import {askOnce} from "./api.js";
import {frames} from "./race.js";
import {named} from "./races.js";

// summary lists where the operations went: handlers of one kind together. It is shown
// while none is chosen.
async function summary(box, t) {
  const got = await askOnce(t.here.recording, "handlers");
  if (!got.list.length) return;
  const longest = a => h("button", {type: "button", class: "linklike", title: "the longest of them", onclick: () => t.choose(a.longest, true)}, a.text);
  add(box, h("h2", {}, "Where the operations went"),
    table(["handlers", "times", "share"], got.list.map(a => [h("span", {class: "dot kind-" + a.kind}, longest(a)), a.count, h("span", {class: "number", title: number(a.operations) + " operations"}, share(a.operations / Math.max(1, got.operations)))]), {class: "small"}),
    got.all > got.list.length && h("p", {class: "quiet small"}, `The first of ${number(got.all)} kinds.`));
}

const share = x => x >= 0.0995 ? Math.round(x * 100) + " %" : x >= 0.001 ? (x * 100).toFixed(1) + " %" : "< 0.1 %";

export function details(panel, e, t, message) {
  t.shown = e;
  if (!e) {
    put(panel, message ? h("p", {class: "warning"}, message) : h("div", {class: "quiet small"},
      h("p", {}, "Handlers are bars; those that a nested loop delivers lie one row deeper. Arcs lead from posts to what they led to; of many, the longest are drawn. A bar that stands for several is zoomed into by a click. ▼ marks the operations of races."),
      h("p", {}, "Wheel or + − zoom, drag or ← → move, j and k go from handler to handler, n to what a search found, ? lists all keys."),
      h("p", {}, "The axis counts operations or, where one long handler fills it, steps; or it is that of the clock."), h("p", {}, "Choose a handler to see what is known of it. What nothing orders with it stays bright, the rest pales.")));
    if (message) return;
    const box = h("section", {});
    panel.append(box);
    summary(box, t).catch(error => put(box, h("p", {class: "warning"}, error.message)));
    return;
  }
  const other = x => h("button", {type: "button", class: "linklike", onclick: () => t.choose(x.id, true)}, `${x.text} ${x.name}`);
  const fact = (name, ...value) => h("tr", {}, h("th", {scope: "row"}, name), h("td", {}, value));
  put(panel,
    h("h2", {}, `event ${e.name}`), h("p", {}, e.text),
    h("p", {class: "bar small"}, h("button", {type: "button", onclick: () => t.show(e)}, "zoom to it (f)"), h("button", {type: "button", onclick: () => t.choose(-1)}, "let go")),
    e.races.length && [h("h3", {}, plural(e.races_total, "race", "races")), h("ul", {class: "plainlist small"}, e.races.map(r => h("li", {}, named(r, t.here))),
      e.races_total > e.races.length && h("li", {}, link(t.here.to("races", {event: e.id}), "all of them")))],
    h("table", {class: "facts small"}, h("tbody", {},
      fact("kind", e.kind, e.prio ? `, priority ${e.prio}` : ""),
      fact("came", e.poster ? ["from ", other(e.poster)] : e.enq !== null ? "from outside every handler" : "from the environment", e.enq !== null && `, operation ${number(e.enq)}`),
      fact("ran", e.deq === null ? (e.dropped ? "never: it was dropped" : "never in the recording") : [`operations ${number(e.deq)} to `, e.end === null ? "the end" : number(e.end)]),
      e.began_ms !== null && fact("when", seconds(e.began_ms * 1e6), e.took_ms !== null && `, for ${number(Math.round(e.took_ms))} ms`),
      e.loops.length && fact("loops", e.loops.join(", ")),
      e.posts.length && fact("posted", h("ul", {class: "plainlist"}, e.posts.slice(0, 30).map(p => h("li", {}, other(p))), e.posts.length > 30 && h("li", {class: "quiet"}, `and ${number(e.posts.length - 30)} more`))),
      e.details.map(([k, v]) => fact(k, v)))),
    e.frames?.length ? [h("h3", {}, "Where it was posted"), frames(e.frames)] : !e.analyzed && h("p", {class: "quiet small"}, "More is known when the analysis is through."));
}
