
"use strict";
const races = [...document.querySelectorAll(".race")];
const filter = document.getElementById("filter");
const shown = document.getElementById("shown");
function apply() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let n = 0;
  for (const r of races) {
    const text = r.textContent.toLowerCase();
    r.hidden = !words.every(w => text.includes(w));
    n += !r.hidden;
  }
  shown.textContent = n + " of " + races.length;
}
if (filter) {
  filter.addEventListener("input", apply);
  apply();
}
const named = location.hash && document.getElementById(location.hash.slice(1));
if (named) named.open = true;
else if (races.length === 1) races[0].open = true;
