// Keys of the whole page; views have their own.

import {h, table, add} from "./dom.js";
import {chooser} from "./editor.js";

const list = [
  ["1 2 3 4 5", "overview, races, timeline, memory, compare"], ["/", "search"], ["t", "light or dark"], ["?", "this list"],
  ["j k, ↓ ↑", "next and previous race; Page ↑ ↓ for pages"], ["Enter", "open it"],
  ["← →", "timeline: move"], ["+ − or ↑ ↓", "timeline: zoom"], ["0", "timeline: all of it"],
  ["Page ↑ ↓", "timeline: deeper rows, where they do not fit"], ["j k", "timeline: next and previous handler"], ["n N", "timeline: next and previous of what the search found"], ["f", "timeline: zoom to the handler that is selected"],
  ["p", "timeline: to what posted it"], ["Esc", "let go"],
];

// typing: the key is not meant for the page, but for a field or, ? apart, for a dialog.
const typing = e => e.target.matches("input, select, textarea") || e.ctrlKey || e.metaKey || e.altKey || e.key !== "?" && e.target.closest("dialog");

export function initKeys(dialog, button, page) {
  add(dialog, h("h2", {}, "Keys"), table(null, list.map(([k, what]) => [h("kbd", {}, k), what])), h("h2", {}, "Editor"), chooser(),
    h("form", {method: "dialog"}, h("button", {}, "close")));
  const help = () => dialog.open ? dialog.close() : dialog.showModal();
  button.addEventListener("click", help);
  dialog.querySelector("form").addEventListener("submit", e => { e.preventDefault(); dialog.close(); });
  addEventListener("editorchange", () => page.again());
  addEventListener("keydown", e => {
    if (e.key === "Escape" && e.target.matches("input")) {
      e.target.blur();
      e.preventDefault(); // a search field would be emptied
    }
    if (typing(e)) return;
    const tab = page.tabs()[Number(e.key) - 1];
    if (tab) page.go(tab);
    else if (e.key === "t") document.getElementById("theme").click();
    else if (e.key === "?") help();
    else if (e.key === "/") {
      const field = document.querySelector("main input[type=search]");
      if (!field) return;
      field.focus();
      field.select();
      e.preventDefault();
    }
  });
}

export {typing};
