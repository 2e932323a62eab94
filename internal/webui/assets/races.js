// The list of races, a page at a time, with filters and search, all done by the server:
// there may be 100,000. What is asked for stands in the address, so that it can be kept
// and handed on.

import {h, add, link, number, debounce, put} from "./dom.js";
import {ask} from "./api.js";
import {typing} from "./keys.js";

const filters = [["kind", "kind"], ["verdict", "verdict"], ["shape", "shape"], ["rank", "rank"], ["coverage", "coverage"], ["mark", "mark"]];
const orders = [["", "most urgent first"], ["operation", "as they came"], ["pairs", "most pairs first"], ["name", "by function"]];

// perPage is how many rows a page has.
const perPage = 100;

export async function races(view, here) {
  const values = Object.fromEntries(here.query), others = here.others();
  const field = h("input", {type: "search", placeholder: "functions, files, handlers, ids …", "aria-label": "search races", value: values.q || "", autocomplete: "off"});
  const selects = filters.map(([name, label]) => h("select", {"aria-label": label, name, hidden: true}));
  const order = h("select", {"aria-label": "order", name: "sort"}, orders.map(([value, text]) => h("option", {value}, text)));
  order.value = orders.some(([v]) => v === values.sort) ? values.sort : "";
  const compared = compareSelect(others, values);
  const filtered = h("input", {type: "checkbox", checked: values.show === "all"});
  const count = h("output", {class: "quiet"});
  const list = h("ol", {class: "races", role: "list", "aria-label": "races"});
  const pager = new Pager(n => { page = n; load({top: true}); });
  let page = Math.max(0, (Number(values.page) || 1) - 1), asked = 0, event = values.event || "";
  const ofEvent = h("button", {type: "button", hidden: !event, onclick: () => { event = ""; ofEvent.hidden = true; restart(); }}, "only those of one handler ✕");
  add(view, h("h1", {class: "hidden"}, "Races"), h("div", {class: "bar", role: "search"}, field, selects, compared, order, h("label", {}, filtered, " filtered ones too"), ofEvent, count), list, pager.element);

  const question = () => {
    const out = {q: field.value.trim(), event, show: filtered.checked ? "all" : "", sort: order.value};
    selects.forEach(s => { out[s.name] = s.value; });
    if (compared) [out.than, out.which] = compared.value.split(" ");
    return out;
  };

  // load shows a page; of answers that overtake each other the last one asked for counts.
  async function load({top, focus} = {}) {
    const turn = ++asked, wanted = question();
    let answer;
    try {
      answer = await ask(here.recording, "races", {...wanted, first: page * perPage, count: perPage});
    } catch (error) {
      if (turn === asked) put(list, h("li", {class: "warning"}, error.message));
      return;
    }
    if (turn !== asked) return;
    if (page && !answer.rows.length) { // the address names a page that is none
      page = Math.max(0, Math.ceil(answer.total / perPage) - 1);
      return load({top, focus});
    }
    selects.forEach(s => fill(s, answer.options[s.name], wanted[s.name] || values[s.name] || ""));
    put(list, answer.rows.map(r => row(r, here)));
    list.start = answer.first + 1;
    count.textContent = `${number(answer.total)} of ${number(answer.base)}` +
      (answer.total > perPage ? `, ${number(answer.first + 1)} to ${number(answer.first + answer.rows.length)} shown` : "");
    pager.show(page, Math.max(1, Math.ceil(answer.total / perPage)));
    here.stay(Object.fromEntries(Object.entries({...wanted, page: page ? page + 1 : ""}).filter(([, v]) => v)));
    if (top) view.scrollTo(0, 0);
    const links = list.querySelectorAll("a");
    if (focus && links.length) (focus > 0 ? links[0] : links[links.length - 1]).focus();
  }
  const restart = () => { page = 0; return load(); };

  // Options come with the first answer; what the address asks for must be among them before.
  selects.forEach(s => { if (values[s.name]) fill(s, [values[s.name]], values[s.name]); });
  field.addEventListener("input", debounce(120, restart));
  [...selects, order, compared, filtered].forEach(e => e && e.addEventListener("change", restart));
  await load();

  const keys = e => {
    if (typing(e) && !(e.target === field && (e.key === "ArrowDown" || e.key === "Enter"))) return;
    if (e.target.closest(".pager")) return;
    const turn = {PageDown: 1, PageUp: -1}[e.key];
    if (turn) { if (pager.turn(turn)) e.preventDefault(); return; }
    const step = {j: 1, ArrowDown: 1, k: -1, ArrowUp: -1}[e.key];
    if (!step && !(e.key === "Enter" && e.target === field)) return;
    const links = [...list.querySelectorAll("a")], at = links.indexOf(document.activeElement) + (step || 1);
    if ((at < 0 || at >= links.length) && document.activeElement.closest(".races") && pager.could(step)) {
      page += step;
      load({top: step > 0, focus: step});
      e.preventDefault();
      return;
    }
    const next = links[Math.min(Math.max(at, 0), links.length - 1)];
    if (next) { next.focus(); e.preventDefault(); }
  };
  addEventListener("keydown", keys);
  return () => { asked++; removeEventListener("keydown", keys); };
}

// fill offers a filter's values, and keeps the one that is chosen.
function fill(select, options, chosen) {
  const list = options || [];
  put(select, h("option", {value: ""}, "any " + select.getAttribute("aria-label")), (chosen && !list.includes(chosen) ? [...list, chosen] : list).map(o => h("option", {value: o}, o)));
  select.value = chosen;
  select.hidden = list.length < 2 && !chosen; // one value for all is no choice
}

// compareSelect asks for what another recording has, too, or has not; null without one.
function compareSelect(others, values) {
  if (!others.length) return null;
  const select = h("select", {"aria-label": "compared with another recording", name: "than"}, h("option", {value: ""}, "not compared"),
    others.map(o => [h("option", {value: o.index + " only"}, "not in " + o.name), h("option", {value: o.index + " both"}, "also in " + o.name)]));
  select.value = values.than ? `${values.than} ${values.which}` : "";
  return select;
}

// Pager leads to all pages: by steps, to both ends, and by number.
class Pager {
  constructor(go) {
    this.go = go;
    this.page = 0;
    this.pages = 1;
    const button = (text, name, to) => h("button", {type: "button", "aria-label": name, title: name, onclick: () => this.to(to())}, text);
    this.first = button("«", "first page", () => 0);
    this.back = button("‹", "previous page (Page Up)", () => this.page - 1);
    this.next = button("›", "next page (Page Down)", () => this.page + 1);
    this.last = button("»", "last page", () => this.pages - 1);
    this.field = h("input", {type: "text", inputmode: "numeric", size: 6, "aria-label": "page", onchange: () => this.typed()});
    this.of = h("span", {class: "quiet"});
    this.element = h("nav", {class: "bar pager", "aria-label": "pages", hidden: true}, this.first, this.back, h("span", {}, "page ", this.field, " ", this.of), this.next, this.last);
  }

  show(page, pages) {
    [this.page, this.pages] = [page, pages];
    this.element.hidden = pages < 2;
    this.field.value = page + 1;
    this.of.textContent = "of " + number(pages);
    for (const b of [this.first, this.back]) b.disabled = page === 0;
    for (const b of [this.next, this.last]) b.disabled = page === pages - 1;
  }

  typed() {
    const n = Number(this.field.value.replace(/[ ,.]/g, ""));
    if (Number.isInteger(n)) this.to(Math.min(Math.max(n, 1), this.pages) - 1);
    else this.field.value = this.page + 1;
  }

  could(step) { return this.page + step >= 0 && this.page + step < this.pages; }
  turn(step) { const can = this.could(step); if (can) this.to(this.page + step); return can; }
  to(page) { if (page !== this.page) this.go(page); else this.field.value = page + 1; }
}

// matter marks what other data in something that lasts may come of.
export const matter = rank => ["data", "last-writer", "control"].includes(rank) ? "matters" : "";

// named is a link to a race for a short list: what it is and between what, not its id alone.
export const named = (r, here) => namedAt(r, here.to("race", {id: r.id}));
const namedAt = (r, to) => link(to, h("span", {class: "title"}, r.title), " ", r.name, " ", h("code", {class: "small"}, r.id));

// markBadge is what somebody said of a race.
export const markBadge = m => m.state && h("span", {class: "badge marked", title: m.note}, m.state + (m.note ? ": " + m.note : ""));

// listOf is a short list of races of any recording, by the address of its view.
export const listOf = (rows, view) => h("ul", {class: "plainlist"}, rows.map(r => h("li", {}, namedAt(r, `${view}?id=${encodeURIComponent(r.id)}`))));

function row(r, here) {
  return h("li", {class: r.filtered ? "filtered" : ""},
    link(here.to("race", {id: r.id}), h("span", {class: "title"}, r.title), " ", h("code", {}, r.id), " ",
      h("span", {class: "badge " + (r.verdict === "confirmed" ? "confirmed" : "")}, r.verdict), r.observed && h("span", {class: "badge"}, "seen in this run"), r.coverage && h("span", {class: "badge"}, r.coverage),
      markBadge(r.mark), r.rank && h("span", {class: "badge " + matter(r.rank)}, r.rank),
      r.tried && r.tried !== r.verdict && h("span", {class: "badge"}, "tried: " + r.tried),
      h("span", {class: "summary"}, r.summary), r.sink && h("span", {class: "summary"}, "→ ", h("code", {}, r.sink))),
    h("span", {class: "quiet small"}, r.filtered ? `Filtered: ${r.filtered}. ` : "", `${r.first} | ${r.second}`));
}
