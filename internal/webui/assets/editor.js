// Links that open a source in an editor, by the scheme of an address that the editor has
// registered. Which one is the person's choice, kept in a cookie: the next server has
// another port, and storage is by port.

import {h} from "./dom.js";

const cookie = "sparseracer-editor";
const known = {
  "VS Code": "vscode://file{file}:{line}", "VSCodium": "vscodium://file{file}:{line}", "Zed": "zed://file{file}:{line}",
  "CLion": "clion://open?file={file}&line={line}", "Sublime Text": "subl://open?url=file://{file}&line={line}",
};

// Schemes that would do something else than open an editor.
const refused = ["javascript", "vbscript", "data", "blob", "about", "file", "ftp", "http", "https", "ws", "wss", "view-source", "filesystem"];

// usable: an address of a scheme of its own that says where the file's name goes.
export function usable(template) {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(template);
  return Boolean(scheme) && !refused.includes(scheme[1].toLowerCase()) && template.includes("{file}");
}

export function template() {
  const found = document.cookie.split("; ").find(c => c.startsWith(cookie + "="));
  const value = found ? decodeURIComponent(found.slice(cookie.length + 1)) : "";
  return usable(value) ? value : "";
}

function keep(value) {
  document.cookie = `${cookie}=${encodeURIComponent(value)}; path=/; SameSite=Strict; max-age=${value ? 31536000 : 0}`;
  dispatchEvent(new Event("editorchange"));
}

// address of a place; "" where there is none, or no editor.
export function address(file, place) {
  const how = template(), line = /:(\d+)$/.exec(place || "");
  if (!how || !file || !file.startsWith("/")) return "";
  const name = file.split("/").map(encodeURIComponent).join("/");
  return how.replaceAll("{file}", () => name).replaceAll("{line}", line ? line[1] : "1");
}

// opened is a place, as a link where an editor was chosen.
export function opened(file, place, ...text) {
  const to = address(file, place);
  return to ? h("a", {href: to, class: "editor", title: "open in the editor"}, ...text) : text;
}

// chooser is what the page's help offers.
export function chooser() {
  const now = template(), names = Object.keys(known), custom = now && !names.some(n => known[n] === now);
  const select = h("select", {}, h("option", {value: ""}, "nothing"), names.map(n => h("option", {value: known[n]}, n)), h("option", {value: "custom"}, "another one …"));
  const own = h("input", {type: "text", size: 30, value: custom ? now : "", placeholder: "editor://open?file={file}&line={line}", "aria-label": "address that opens a file"});
  const said = h("p", {role: "status", class: "quiet small"});
  select.value = custom ? "custom" : now;
  own.hidden = !custom;
  const changed = () => {
    own.hidden = select.value !== "custom";
    const value = own.hidden ? select.value : own.value.trim();
    const good = !value || usable(value);
    said.textContent = good ? "" : "An address begins with the editor's scheme and has {file} in it, and {line} if the editor takes one.";
    if (good) keep(value);
  };
  select.addEventListener("change", changed);
  own.addEventListener("change", changed);
  return h("div", {class: "chooser"}, h("p", {}, h("label", {}, "Links of sources open ", select)), h("p", {}, own), said);
}
