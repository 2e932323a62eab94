// The list of races, with filters and search. What is asked for stands in the
// address, so that it can be kept and handed on.

import {h, add, link, number, debounce, put} from "./dom.js";
import {askOnce} from "./api.js";
import {typing} from "./keys.js";

const filters = [
  ["kind", "kind", r => [r.title]],
  ["verdict", "verdict", r => [r.verdict, r.tried && r.tried !== r.verdict && "tried: " + r.tried].filter(Boolean)],
  ["shape", "shape", r => [r.loop ? "in a nested loop" : "plain handlers", r.observed && "seen in this run"].filter(Boolean)],
  ["rank", "rank", r => r.rank ? [r.rank] : []],
  ["coverage", "coverage", r => r.coverage ? [r.coverage] : []],
];

// most rows that are shown at once: more are there, a search finds them.
const most = 500;

export async function races(view, here) {
  const all = await askOnce(here.recording, "races");
  for (const r of all) r.words ??= Object.values(r).join(" ").toLowerCase();
  const values = Object.fromEntries(here.query);
  const field = h("input", {type: "search", placeholder: "functions, files, handlers, ids …", "aria-label": "search races", value: values.q || "", autocomplete: "off"});
  const selects = filters.map(([name, label, of]) => {
    const options = [...new Set(all.flatMap(of))].sort();
    const select = h("select", {"aria-label": label, name}, h("option", {value: ""}, "any " + label), options.map(o => h("option", {value: o}, o)));
    select.hidden = !options.length;
    select.value = options.includes(values[name]) ? values[name] : "";
    return select;
  });
  const filtered = h("input", {type: "checkbox", checked: values.show === "all"});
  const count = h("output", {class: "quiet"});
  const list = h("ol", {class: "races", "aria-label": "races"});
  add(view, h("div", {class: "bar", role: "search"}, field, selects, h("label", {}, filtered, " filtered ones too"), count), list);

  function apply() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const kept = all.filter(r => (filtered.checked || !r.filtered) && words.every(w => r.words.includes(w)) &&
      filters.every(([, , of], i) => !selects[i].value || of(r).includes(selects[i].value)));
    put(list, ...kept.slice(0, most).map(r => row(r, here)));
    const base = all.filter(r => filtered.checked || !r.filtered).length;
    count.textContent = `${number(kept.length)} of ${number(base)}` + (kept.length > most ? `, the first ${most} shown` : "");
    const query = {q: field.value, show: filtered.checked ? "all" : ""};
    selects.forEach(s => { query[s.name] = s.value; });
    here.stay(Object.fromEntries(Object.entries(query).filter(([, v]) => v)));
  }
  field.addEventListener("input", debounce(60, apply));
  [...selects, filtered].forEach(e => e.addEventListener("change", apply));
  apply();

  const keys = e => {
    if (typing(e) && !(e.target === field && (e.key === "ArrowDown" || e.key === "Enter"))) return;
    const step = {j: 1, ArrowDown: 1, k: -1, ArrowUp: -1}[e.key];
    if (!step && !(e.key === "Enter" && e.target === field)) return;
    const links = [...list.querySelectorAll("a")];
    const next = links[Math.min(Math.max(links.indexOf(document.activeElement) + (step || 1), 0), links.length - 1)];
    if (next) { next.focus(); e.preventDefault(); }
  };
  addEventListener("keydown", keys);
  return () => removeEventListener("keydown", keys);
}

// matter marks what other data in something that lasts may come of.
export const matter = rank => ["data", "last-writer", "control"].includes(rank) ? "matters" : "";

function row(r, here) {
  return h("li", {class: r.filtered ? "filtered" : ""},
    link(here.to("race", {id: r.id}), h("span", {class: "title"}, r.title), " ", h("code", {}, r.id), " ",
      h("span", {class: "badge " + (r.verdict === "confirmed" ? "confirmed" : "")}, r.verdict), r.observed && h("span", {class: "badge"}, "seen in this run"), r.coverage && h("span", {class: "badge"}, r.coverage),
      r.rank && h("span", {class: "badge " + matter(r.rank)}, r.rank),
      r.tried && r.tried !== r.verdict && h("span", {class: "badge"}, "tried: " + r.tried),
      h("span", {class: "summary"}, r.summary), r.sink && h("span", {class: "summary"}, "→ ", h("code", {}, r.sink))),
    h("span", {class: "quiet small"}, r.filtered ? `Filtered: ${r.filtered}. ` : "", `${r.first} | ${r.second}`));
}
