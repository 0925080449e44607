// Addresses of views: what stands behind the # says what is shown, so that back and reload do what they do elsewhere.

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

/** The address of a position, which is all of it. */
export const addressOf = (/** @type {any} */ position) => encodeURIComponent(JSON.stringify(position));

/** Let the address be that of what is shown now, without a step to come back from. */
export function keep(/** @type {string} */ address) {
  history.replaceState(null, "", `#${address}`);
}
