// "What if?": an order added by hand, and the races that it settles.

import {h, link, plural, put} from "./dom.js";
import {ask} from "./api.js";

export function whatIf(r, here) {
  const first = h("input", {type: "text", inputmode: "numeric", size: 10, "aria-label": "operation that comes first", value: r.use.operation});
  const then = h("input", {type: "text", inputmode: "numeric", size: 10, "aria-label": "operation that comes then", value: r.free.operation});
  const answer = h("div", {role: "status", class: "answer"});
  const run = async (a, b) => {
    first.value = a;
    then.value = b;
    put(answer, h("p", {class: "quiet"}, "looking …"));
    try {
      put(answer, ...answered(await ask(here.recording, "whatif", {first: a, then: b}), here, r.id));
    } catch (error) {
      put(answer, h("p", {class: "warning"}, error.message));
    }
  };
  return [
    h("p", {class: "quiet"}, "Suppose the program kept this in order; which of the races would be gone?"),
    h("ul", {class: "tries"}, (r.tries || []).map(t => h("li", {}, h("button", {type: "button", onclick: () => run(t.first, t.then)}, t.text)))),
    h("form", {class: "bar", onsubmit: e => { e.preventDefault(); run(first.value.trim(), then.value.trim()); }},
      h("label", {}, "operation ", first), h("label", {}, " before operation ", then), h("button", {}, "ask")),
    answer];
}

function answered(o, here, self) {
  if (o.already) return [h("p", {}, `That holds already: ${o.first} comes before ${o.then}.`)];
  if (o.opposite) return [h("p", {}, o.added > 1 ? "That contradicts the order: in one of the pairs the opposite holds." : `The opposite holds in every run: ${o.then} comes before ${o.first}.`)];
  const list = rows => h("ul", {class: "plainlist"}, rows.map(s => h("li", {}, link(here.to("race", {id: s.id}), h("span", {class: "title"}, s.title), " ", h("code", {}, s.id)),
    s.id === self ? " (this one) " : " ", s.settled < s.of && h("span", {class: "quiet"}, `${s.settled} of ${s.of} pairs of handlers. `), h("span", {class: "small"}, s.summary))));
  return [
    h("p", {}, h("b", {}, `${plural(o.vanish.length, "race", "races")} of ${o.considered} would be gone.`), ` (${o.first} before ${o.then}, ${o.added > 1 ? `${o.added - 1} more of the kind, ` : ""}and what follows from it.)`),
    list(o.vanish), o.partly.length && [h("p", {}, "In part:"), list(o.partly)],
    h("p", {class: "quiet small"}, "Counted is what follows by transitivity, for the example of each pair of handlers; what the rules would conclude further is left out, so it may be more.")].flat().filter(Boolean);
}
