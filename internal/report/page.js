
"use strict";
// The races of the page's data. A page of them is shown at a time, each as a line that is
// filled when it is opened; the search looks at all of them, closed or on other pages.

const perPage = 100;
const $ = id => document.getElementById(id);

// h makes an element. Texts become text nodes and never markup.
function h(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) if (value) e.setAttribute(name, value === true ? "" : value);
  e.append(...children.flat(Infinity).filter(c => c));
  return e;
}

class List {
  constructor(data) {
    this.data = data;
    this.found = data.races;
    this.page = 0;
    $("search").addEventListener("submit", e => e.preventDefault());
    $("filter").addEventListener("input", () => this.search());
    $("first").addEventListener("click", () => this.show(0));
    $("back").addEventListener("click", () => this.show(this.page - 1));
    $("next").addEventListener("click", () => this.show(this.page + 1));
    $("last").addEventListener("click", () => this.show(this.pages - 1));
    $("page").addEventListener("change", () => this.show((Number($("page").value) || this.page + 1) - 1));
    addEventListener("hashchange", () => this.open(location.hash.slice(1)));
    this.show(0);
    if (!this.open(location.hash.slice(1)) && data.races.length === 1) $("races").firstChild.open = true;
  }

  word(n) { return this.data.words[n || 0]; }

  // search: a race is found if each word is in one of its texts. Races share these, so each
  // text is looked at once for each word.
  search() {
    const d = this.data;
    this.found = d.races;
    for (const w of $("filter").value.toLowerCase().split(/\s+/).filter(Boolean)) {
      const has = d.words.map(t => t.toLowerCase().includes(w));
      const frames = d.frames.map(f => has[f.t] || (f.s || []).some(l => has[l.t]));
      const stacks = d.stacks.map(s => s.some(f => frames[f]));
      this.found = this.found.filter(r => contains(r, w, has, stacks));
    }
    this.show(0);
  }

  show(page) {
    this.pages = Math.max(1, Math.ceil(this.found.length / perPage));
    this.page = Math.min(Math.max(0, Math.floor(page)), this.pages - 1);
    const from = this.page * perPage, rows = this.found.slice(from, from + perPage);
    $("races").replaceChildren(...rows.map(r => this.row(r)));
    $("shown").textContent = this.found.length + " of " + this.data.races.length + (this.pages > 1 ? `, ${from + 1} to ${from + rows.length} shown` : "");
    $("pages").hidden = this.pages < 2;
    $("page").value = this.page + 1;
    $("of").textContent = "of " + this.pages;
    $("first").disabled = $("back").disabled = this.page === 0;
    $("last").disabled = $("next").disabled = this.page === this.pages - 1;
    scrollTo(0, 0);
  }

  // open shows the race of an id, on whatever page it is; false without one.
  open(id) {
    const at = this.data.races.findIndex(r => r.id === id);
    if (at < 0) return false;
    $("filter").value = "";
    this.found = this.data.races;
    this.show(at / perPage);
    const row = $("races").children[at % perPage];
    row.open = true;
    row.scrollIntoView();
    return true;
  }

  row(r) {
    const row = h("details", {class: r.filtered ? "race filtered" : "race", id: r.id},
      h("summary", {}, h("span", {class: "title"}, this.word(r.title)), " ", h("code", {}, r.id), " ", h("span", {class: "verdict"}, this.word(r.verdict)),
        r.matters && [" ", h("span", {class: "verdict"}, this.word(r.matters.rank))], h("span", {class: "summary"}, this.word(r.summary))));
    row.addEventListener("toggle", () => { if (row.open && row.children.length === 1) row.append(...this.content(r)); });
    return row;
  }

  content(r) {
    const word = n => this.word(n), p = (n, before = "", after = "") => n && h("p", {}, before + word(n) + after);
    return [
      p(r.filtered, "Filtered: ", "."), p(r.tried), p(r.covered), r.stands && h("p", {class: "quiet"}, "Stands for " + word(r.stands) + "."),
      r.matters && this.matters(r.matters),
      h("h2", {}, "The recorded run, by operation"),
      h("table", {}, h("tbody", {}, (r.steps || []).map(s => h("tr", {class: s.r && "racy"}, h("td", {class: "number"}, String(s.o)),
        h("td", {}, word(s.t), s.a && h("span", {class: "at"}, word(s.a))))))),
      h("h2", {}, "Why"), (r.why || []).map(w => p(w)),
      r.schedule && [h("h2", {}, "The schedule that breaks it"), h("ol", {}, r.schedule.map(s => h("li", {}, word(s))))],
      r.suggestion && h("p", {class: "suggestion"}, "Suggestion: " + word(r.suggestion)),
      (r.stacks || []).map(([heading, stack]) => [h("h2", {}, word(heading)), h("ol", {class: "stack"}, this.data.stacks[stack].map((f, i) => this.frame(this.data.frames[f], i)))]),
      h("p", {class: "quiet"}, "more: ", h("code", {}, this.data.explain + r.id)),
    ].flat(Infinity).filter(Boolean);
  }

  frame(f, i) {
    return h("li", {}, `#${i} ` + this.word(f.t), f.s && h("pre", {}, f.s.map(l => h("span", {class: l.h ? "here" : "near"}, `${l.n} │ ${this.word(l.t)}\n`))));
  }

  matters(m) {
    const word = n => this.word(n);
    return [h("h2", {}, "Why it matters: " + word(m.rank)),
      h("p", {}, `${word(m.rank)}: ${word(m.means)}.`, m.sink && !m.path && [" Both write ", h("code", {}, word(m.sink)), "."]),
      m.path && h("table", {}, h("tbody", {}, m.path.map(s => h("tr", {}, h("td", {}, word(s.r)), h("td", {}, word(s.t), (s.a || []).map(a => h("span", {class: "at"}, word(a))))))))];
  }
}

// contains says whether a word is in a race: has and stacks say in which texts it is.
function contains(r, w, has, stacks) {
  const m = r.matters, any = list => (list || []).some(n => has[n]);
  return r.id.includes(w) || any([r.title, r.verdict, r.summary, r.filtered, r.tried, r.covered, r.stands, r.suggestion].filter(Boolean)) ||
    (r.steps || []).some(s => has[s.t] || s.a && has[s.a] || String(s.o).includes(w)) || any(r.why) || any(r.schedule) ||
    (r.stacks || []).some(([heading, stack]) => has[heading] || stacks[stack]) ||
    m && (any([m.rank, m.means, m.sink || 0]) || (m.path || []).some(s => has[s.r] || has[s.t] || any(s.a)));
}

if ($("data")) new List(JSON.parse($("data").textContent));
