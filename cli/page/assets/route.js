// Addresses of views: what stands behind the # says what is shown, so that back and reload do what they do elsewhere.
// And what a text leads to: a link, positions or deals.

import { ask, faults } from "bingo/ask";
import { remember, set, state } from "bingo/state";

/** The views that have a name; every other address is a position. */
const VIEWS = ["play", "new", "analyze", "setup", "puzzles", "deals", "rules"];

/** The view that the address names, and what stands behind it. */
export function where() {
  const [view, ...rest] = location.hash.slice(1).split("/");
  if (VIEWS.includes(view)) return { view, rest };
  return { view: "analyze", rest: view ? [location.hash.slice(1)] : [] };
}

/** Go to a view: one can come back from there. */
export function go(/** @type {string} */ address) {
  if (location.hash === `#${address}`) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = address;
}

export const addressOf = (/** @type {any} */ position) => encodeURIComponent(JSON.stringify(position));

export const dealAddress = (/** @type {number} */ deal, /** @type {number} */ at) => `deals/${deal + 1}/${at}`;

/** Let the address be that of what is shown now, without a step to come back from. */
export const keep = (/** @type {string} */ address) => history.replaceState(null, "", `#${address}`);

/** Open a text: a link, positions, or deals, of which one is looked at first. */
export async function open(/** @type {string} */ text, deal = 0, at = 0) {
  const link = text.trim().match(/^\S+#(%7B\S+)$/);
  if (link) return go(link[1]);
  const answer = await ask({ ask: "read", text });
  if (answer.deals) {
    set(state.deals, { list: answer.deals, text, deal: -1, item: null });
    remember("deals", text, () => sessionStorage);
    go(dealAddress(deal, at));
  } else if (answer.positions) {
    set(state.analyze, { files: answer.positions });
    go(addressOf(answer.positions[0]));
  } else return set(state, { notice: faults(answer).join(" ") });
  const notice = answer.refused?.join(" ");
  if (notice) setTimeout(() => set(state, { notice }));
}
