// What the page asks its server. Answers that cannot change are kept.

const kept = new Map();

export class Failed extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const get = (path, signal) => answerOf(fetch(path, {signal, credentials: "same-origin"}));

async function answerOf(asked) {
  const answer = await asked;
  const text = await answer.text();
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Failed(answer.status, text.trim() || answer.statusText);
  }
  if (!answer.ok) throw new Failed(answer.status, data.error || answer.statusText);
  return data;
}

export const recordings = () => get("/api/recordings");

function address(recording, what, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters || {})) {
    if (value !== undefined && value !== null && value !== "") query.set(name, value);
  }
  return `/api/${recording}/${what}?${query}`;
}

export const ask = (recording, what, parameters, signal) => get(address(recording, what, parameters), signal);

export function askOnce(recording, what, parameters) {
  const path = address(recording, what, parameters);
  if (!kept.has(path)) {
    const answer = get(path);
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return kept.get(path);
}

// change asks the server for something that changes what it answers. The word that it
// wants for that is one that only this page can read.
export async function change(recording, what, wish) {
  const {consent} = await get("/api/consent");
  const done = await answerOf(fetch(`/api/${recording}/${what}`, {method: "POST", credentials: "same-origin", body: JSON.stringify(wish),
    headers: {"Content-Type": "application/json", "X-Sparseracer-Consent": consent}}));
  kept.clear();
  return done;
}

// forget is for answers that have become old in another way.
export const forget = () => kept.clear();
