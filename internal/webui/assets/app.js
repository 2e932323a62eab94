// The page's frame: which view is shown, how far the analysis is, keys and theme.
// An address is #/RECORDING/VIEW?PARAMETERS; views are functions that fill an
// element and may return one that ends them.

import {h, link, number, add, put} from "./dom.js";
import * as api from "./api.js";
import {overview} from "./overview.js";
import {races} from "./races.js";
import {race} from "./race.js";
import {timeline} from "./timeline.js";
import {compare} from "./compare.js";
import {memory} from "./memory.js";
import {initKeys} from "./keys.js";
import {initTheme} from "./theme.js";

const views = {overview, races, race, timeline, memory, compare};
const all = [["overview", "Overview"], ["races", "Races"], ["timeline", "Timeline"], ["memory", "Memory"], ["compare", "Compare"]];
const tabs = () => states.length > 1 ? all : all.slice(0, -1); // one recording has nothing beside it
const needs = {overview: "races", races: "races", race: "races", timeline: "timeline", memory: "races", compare: "races"};

const $ = id => document.getElementById(id);
let states = [], at = {}, end = null, shown = "", seen = "", showing = null;

export const to = (view, parameters) => {
  const query = new URLSearchParams(parameters || {}).toString();
  return `#/${at.recording}/${view}` + (query ? "?" + query : "");
};
export const go = (view, parameters) => { location.hash = to(view, parameters); };
// stay changes the address of what is shown, without showing it again. A view that
// does so later than it is shown has nothing to say any more, nor has one whose
// address somebody has just changed.
function stay(parameters, here) {
  if (here !== showing || location.hash !== seen) return;
  shown = to(at.view, parameters);
  history.replaceState(null, "", shown);
  seen = location.hash;
}

function read() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [recording, view] = path.split("/");
  const index = Number(recording) || 0;
  return {recording: index < states.length ? index : 0, view: views[view] ? view : "overview", query: new URLSearchParams(query || "")};
}

function show() {
  at = read();
  if (!states.length) return;
  const state = states[at.recording];
  drawTabs();
  const ready = state[needs[at.view]];
  const want = location.hash || to("overview");
  if (want === shown && ready) return;
  if (end) { end(); end = null; }
  showing = null;
  const view = $("view");
  view.replaceChildren();
  view.className = "view-" + at.view;
  if (!ready) {
    shown = "";
    add(view, h("p", {class: "quiet wait"}, state.error ? state.error : "One moment: " + state.step + " …"),
      state.timeline && at.view !== "timeline" && h("p", {}, link(to("timeline"), "The timeline"), " can be seen already."));
    return;
  }
  shown = want;
  const here = {recording: at.recording, query: at.query, to, go, state: () => states[at.recording]};
  here.name = () => states[here.recording].name.split("/").pop();
  here.others = () => states.filter(s => s.index !== here.recording && s.races).map(s => ({index: s.index, name: s.name.split("/").pop()}));
  here.current = () => here === showing;
  here.again = () => { if (here === showing) { api.forget(); shown = ""; show(); } };
  here.stay = parameters => stay(parameters, here);
  [showing, seen] = [here, location.hash];
  Promise.resolve(views[at.view](view, here)).then(done => {
    if (shown === want) end = done || null;
    else if (done) done();
  }).catch(error => {
    if (shown === want) put(view, h("p", {class: "warning"}, error.message));
  });
  if (document.activeElement === document.body) view.focus({preventScroll: true});
}

function drawTabs() {
  const current = at.view === "race" ? "races" : at.view;
  put($("tabs"), ...tabs().map(([view, name], i) =>
    h("a", {href: to(view), "aria-current": view === current ? "page" : null, title: `${i + 1}`}, name)));
  const select = $("recording");
  select.hidden = states.length < 2;
  put(select, ...states.map(s => h("option", {value: s.index}, s.name.split("/").pop())));
  select.value = at.recording;
  const name = at.view === "race" ? "Race " + (at.query.get("id") || "") : all.find(([view]) => view === at.view)[1];
  document.title = `${name} – ${states[at.recording].name.split("/").pop()} – sparseracer`;
}

// poll asks how far the server is, until it is through.
async function poll() {
  const known = states.filter(s => s.races).length;
  try {
    states = await api.recordings();
  } catch (error) {
    $("progress").hidden = false;
    $("progress").lastElementChild.textContent = error.status === 401 ? error.message
      : "The server does not answer any more; start sparseracer serve again.";
    if (error.status) return;
    setTimeout(poll, 2000);
    return;
  }
  const busy = states.find(s => !s.ended);
  const box = $("progress");
  box.hidden = !busy;
  if (busy) {
    const [bar, text] = box.children;
    bar.value = busy.done;
    const left = busy.done > 0.05 ? busy.seconds / busy.done - busy.seconds : 0;
    text.textContent = `${busy.step} ${Math.round(busy.done * 100)} %` + (left > 2 ? `, ${number(Math.ceil(left))} s to go` : "");
  }
  const failed = states.find(s => s.error);
  $("headline").textContent = failed ? failed.error : "";
  show();
  if (states.filter(s => s.races).length > known) dispatchEvent(new Event("analyzed"));
  if (busy) setTimeout(poll, 200);
}

// The token has done its work: the cookie is set.
history.replaceState(null, "", location.pathname + location.hash);
initTheme($("theme"));
initKeys($("keys"), $("help"), {tabs: () => tabs().map(t => t[0]), go, again: () => showing?.again()});
$("recording").addEventListener("change", e => { location.hash = `#/${e.target.value}/${at.view === "race" ? "races" : at.view}`; });
addEventListener("hashchange", show);
poll();
