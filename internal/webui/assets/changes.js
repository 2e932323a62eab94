// What the page may have done about a race, after it has shown what that is and a person
// said yes: a line in the file of suppressions, a run of the program.

import {h, put} from "./dom.js";
import {ask, change} from "./api.js";

export function changes(r, here) {
  const suppress = h("button", {type: "button", onclick: () => open(suppressing)}, "Suppress …");
  const confirm = h("button", {type: "button", onclick: () => open(confirming)}, "Confirm …");
  const mark = h("button", {type: "button", onclick: () => open(marking)}, "Mark …");
  const dialog = h("dialog", {"aria-labelledby": "change-title"});
  const run = h("section", {id: "confirm-run", "aria-live": "polite"});

  async function open(fill) {
    put(dialog, h("h2", {id: "change-title"}, "One moment …"), closer("cancel"));
    dialog.showModal();
    try {
      fill(await ask(here.recording, "offer", {id: r.id}));
    } catch (error) {
      put(dialog, h("h2", {id: "change-title"}, "That did not work"), h("p", {class: "warning", role: "alert"}, error.message), closer("close"));
    }
  }
  const closer = text => h("button", {type: "button", onclick: () => dialog.close()}, text);
  const failed = error => dialog.querySelector("[role=alert]").replaceChildren(error.message);

  function suppressing(offer) {
    const note = h("input", {type: "text", maxlength: 300, autocomplete: "off"});
    put(dialog, h("h2", {id: "change-title"}, "Leave this race out from now on"),
      offer.file ? h("p", {}, "This adds to the file ", h("code", {}, offer.file), ":")
        : h("p", {}, "These lines in a file, named to analyze or serve by --suppressions, leave the race out. Start serve with --suppressions FILE and this page writes them for you."),
      h("pre", {}, offer.lines),
      offer.file && h("p", {}, h("label", {}, "Why, for those who read the file (may be empty) ", note)),
      h("p", {role: "alert", class: "warning-text"}),
      h("p", {class: "bar"}, offer.file && h("button", {type: "button", class: "go", onclick: async e => {
        e.target.disabled = true;
        try {
          await change(here.recording, "suppress", {id: r.id, note: note.value});
          dialog.close();
          here.again();
        } catch (error) {
          e.target.disabled = false;
          failed(error);
        }
      }}, "write it"), closer(offer.file ? "cancel" : "close")));
  }

  function confirming(offer) {
    put(dialog, h("h2", {id: "change-title"}, "Bring this race about"),
      offer.command ? h("p", {}, "This runs the program, which may write files of its own, by the command") : h("p", {}, "Start serve with the program to run, ", h("code", {}, "sparseracer serve TRACE -- PROGRAM"), ", and this page runs it for you."),
      offer.command && h("pre", {}, offer.command),
      h("p", {role: "alert", class: "warning-text"}),
      h("p", {class: "bar"}, offer.command && h("button", {type: "button", class: "go", onclick: async () => {
        try {
          await change(here.recording, "confirm", {id: r.id});
          dialog.close();
          follow();
        } catch (error) {
          failed(error);
        }
      }}, "run it"), closer(offer.command ? "cancel" : "close")));
  }

  function marking(offer) {
    const states = offer.states || [];
    const state = h("select", {}, states.map(s => h("option", {value: s}, s)), offer.mark.state && h("option", {value: "none"}, "none: take it back"));
    const note = h("input", {type: "text", maxlength: 300, autocomplete: "off", value: offer.mark.note});
    const line = h("pre", {}), shown = () => { line.textContent = `${r.id} ${state.value} ${note.value}`.trim(); };
    if (offer.mark.state) state.value = offer.mark.state;
    for (const e of [state, note]) e.addEventListener("input", shown);
    shown();
    put(dialog, h("h2", {id: "change-title"}, "Mark this race"),
      offer.marks ? [h("p", {}, h("label", {}, "It is ", state)), h("p", {}, h("label", {}, "because (may be empty) ", note)), h("p", {}, "This adds to the file ", h("code", {}, offer.marks), ":"), line]
        : h("p", {}, "Start serve with --marks FILE, and this page keeps in FILE what you say of races: whether one is a bug, harmless, for later, or was seen."),
      h("p", {role: "alert", class: "warning-text"}),
      h("p", {class: "bar"}, offer.marks && h("button", {type: "button", class: "go", onclick: async () => {
        try {
          await change(here.recording, "mark", {id: r.id, state: state.value, note: note.value});
          dialog.close();
          here.again();
        } catch (error) {
          failed(error);
        }
      }}, "write it"), closer(offer.marks ? "cancel" : "close")));
  }

  // follow shows what confirm says until it is through.
  async function follow() {
    for (;;) {
      if (!here.current()) return;
      const s = await ask(here.recording, "confirm");
      if (s.id !== r.id) return;
      put(run, h("h2", {}, s.running ? "confirm is at work …" : s.failed ? "confirm failed" : "confirm is through: " + (s.verdict || "no verdict")),
        s.failed && h("p", {class: "warning"}, s.failed), s.output && h("pre", {}, s.output),
        !s.running && s.verdict && h("p", {}, h("button", {type: "button", onclick: () => here.again()}, "show the race with it")));
      if (!s.running) return;
      await new Promise(done => setTimeout(done, 400));
    }
  }
  follow().catch(error => put(run, h("p", {class: "warning"}, error.message)));
  return [h("p", {class: "bar"}, mark, !r.filtered && suppress, r.kind !== "read-write" && confirm), dialog, run];
}
