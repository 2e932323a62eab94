// Light or dark: the system's choice until the switch says otherwise, which is
// remembered.

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
const key = "sparseracer-theme";

const chosen = () => root.dataset.theme || (system.matches ? "dark" : "light");

function changed(button) {
  button.textContent = chosen() === "dark" ? "☀" : "☾";
  dispatchEvent(new Event("themechange"));
}

export function initTheme(button) {
  try {
    const kept = localStorage.getItem(key);
    if (kept === "dark" || kept === "light") root.dataset.theme = kept;
  } catch { /* storage may be forbidden; the switch works without it */ }
  button.addEventListener("click", () => {
    root.dataset.theme = chosen() === "dark" ? "light" : "dark";
    try { localStorage.setItem(key, root.dataset.theme); } catch { /* as above */ }
    changed(button);
  });
  system.addEventListener("change", () => changed(button));
  changed(button);
}

// colours reads those of the style sheet, for canvases, which have no other way.
export function colours(names) {
  const probe = document.createElement("span");
  document.body.append(probe);
  const out = {};
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    out[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return out;
}
