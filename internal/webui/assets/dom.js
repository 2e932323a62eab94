// Elements from data. Everything that comes from a recording becomes a text node
// or the value of a harmless attribute here; markup is never made from data.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child) element.append(child); // what a condition left out is none
  }
  return element;
}

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

// add appends to what is there already.
export const add = (element, ...children) => fill(element, null, children);

// put replaces what is there.
export function put(element, ...children) {
  element.replaceChildren();
  return fill(element, null, children);
}

// link leads to another view of the page: the address is made here, of parts that
// are encoded.
export const link = (to, ...children) => h("a", {href: to}, ...children);

const numbers = new Intl.NumberFormat("en");
export const number = n => n === null || n === undefined ? "–" : numbers.format(n);
// seconds are nanoseconds for people, as exact as a step of so many.
export const seconds = (ns, step = 1e6) => (ns / 1e9).toLocaleString("en", {minimumFractionDigits: fraction(step), maximumFractionDigits: fraction(step)}) + " s";
const fraction = step => Math.min(9, Math.max(0, 9 - Math.floor(Math.log10(step))));
export const plural = (n, one, many) => number(n) + " " + (n === 1 ? one : many);

// table of rows that are lists of cells.
export function table(head, rows, attributes) {
  return h("table", attributes,
    head && h("thead", {}, h("tr", {}, head.map(c => h("th", {scope: "col"}, c)))),
    h("tbody", {}, rows.map(r => h("tr", {}, r.map(c => h("td", typeof c === "number" ? {class: "number"} : {}, typeof c === "number" ? number(c) : c))))));
}

// debounce calls f when nothing has called it for so many milliseconds.
export function debounce(ms, f) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => f(...args), ms);
  };
}
