// Two recordings beside each other, as before and after a change: which races only one of
// them has. Races are the same by their ids, which lines and addresses do not change.

import {h, add, number, put, link} from "./dom.js";
import {ask} from "./api.js";
import {listOf} from "./races.js";

const few = 15;

export async function compare(view, here) {
  const others = here.others(), answer = h("div", {"aria-live": "polite"});
  add(view, h("h1", {}, "Before and after"));
  if (!others.length) {
    add(view, h("p", {class: "quiet"}, "Name two recordings, sparseracer serve BEFORE AFTER, and this view tells which races are gone, which are new and which stayed."));
    return;
  }
  const choice = h("select", {"aria-label": "the other recording"}, others.map(o => h("option", {value: o.index}, o.name)));
  choice.value = others.some(o => String(o.index) === here.query.get("with")) ? here.query.get("with") : others[0].index;
  add(view, h("p", {class: "bar"}, h("span", {}, h("b", {}, here.name()), " beside "), choice), answer);
  let turn = 0;
  const show = async () => {
    const mine = ++turn, other = others.find(o => o.index === Number(choice.value));
    // The one that was named first is the one from before.
    const [first, second] = [{index: here.recording, name: here.name()}, other].sort((a, b) => a.index - b.index);
    const parts = [["Gone: only in " + first.name, first, second, "only"], ["New: only in " + second.name, second, first, "only"], ["In both", second, first, "both"]];
    const found = await Promise.all(parts.map(([, of, than, which]) => ask(of.index, "races", {than: than.index, which, count: few})));
    if (mine !== turn) return;
    put(answer, h("div", {class: "columns"}, parts.map(([title, of, than, which], i) => h("section", {},
      h("h2", {}, `${title} (${number(found[i].total)})`), listOf(found[i].rows, `#/${of.index}/race`),
      found[i].total > few && h("p", {}, link(`#/${of.index}/races?than=${than.index}&which=${which}`, `all ${number(found[i].total)}`))))));
    here.stay({with: other.index});
  };
  choice.addEventListener("change", () => show().catch(e => put(answer, h("p", {class: "warning"}, e.message))));
  await show();
}
