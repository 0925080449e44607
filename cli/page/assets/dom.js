// Elements made by hand: whatever comes out of a file stays text.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. Attributes that are null or false are left out; `on...` are listeners; children may be nested. @returns {any} */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), name, attributes, children);
}

/** The same of SVG. */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), name, attributes, children);
}

function filled(element, name, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  const given = present(children);
  element.append(...(WHOLE.has(name) ? given.flatMap(unbroken) : given));
  return element;
}

/** What there is to show of children: they may be nested, and some may be left out. */
const present = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");

/** Put new children into an element. */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
}

/** Where a line must not end amid a tile: "6-4". */
const WHOLE = new Set(["p", "li", "td", "th", "button", "span", "strong", "a"]);

function unbroken(child) {
  if (typeof child !== "string") return [child];
  return child.split(/(\b\d-\d\b)/).filter(Boolean).map((part) => (/^\d-\d$/.test(part) ? h("span", { class: "whole" }, document.createTextNode(part)) : part));
}

/** A table. `head`: what stands above the columns, words or cells; above some there is nothing. */
export function table(rows, /** @type {{head?: any[], caption?: string, kind?: string}} */ { head = [], caption = "", kind } = {}) {
  const heads = head.map((words) => (words instanceof Element ? words : words ? h("th", { scope: "col" }, words) : h("td")));
  return h("table", { class: kind }, caption && h("caption", {}, caption), heads.length ? h("thead", {}, h("tr", {}, heads)) : null, h("tbody", {}, rows));
}

/** A row of a table: what it is about, and cells; and a cell with a number. */
export const row = (name, cells, attributes = {}) => h("tr", attributes, h("th", { scope: "row" }, name), cells);
export const number = (shown, kind = "number") => h("td", { class: kind }, shown);

/** A table that may be too wide for the window. */
export const scrolled = (label, inside) => h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, inside);

/**
 * A listener to clicks on what a move is made with. The second click of a double one does nothing: by then something else
 * lies there.
 */
export function once(act) {
  return (event) => event.detail > 1 || act(event);
}

/** Say something to those who hear the page. */
export function announce(words) {
  const live = document.getElementById("live");
  if (live) live.textContent = words;
}

/** Bring into view what is not. */
export function reveal(element, block = "nearest") {
  element.scrollIntoView({ block, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}

/** Show that something takes long, once it has taken a second; what it gives back ends that. */
export function busy(element, words) {
  const mark = h("p", { class: "busy", role: "status" }, `${words} ... `, h("progress", { "aria-label": words }));
  const timer = setTimeout(() => element.append(mark), 1000);
  return () => {
    clearTimeout(timer);
    mark.remove();
  };
}

/** Buttons that step through so many moves or turns; `more`: others, as [words, label, where to]. */
export function steps(thing, at, end, go, more = []) {
  const usual = [
    ["«", "To the start (Home)", 0],
    ["‹", `One ${thing} back (arrow left)`, Math.max(at - 1, 0)],
    ["›", `One ${thing} on (arrow right)`, Math.min(at + 1, end)],
    ["»", "To the end (End)", end],
  ];
  const button = ([words, label, to]) => h("button", { type: "button", "data-key": label, "aria-label": label, title: label, disabled: to === null || to === at, onclick: () => go(to) }, words);
  const slid = (event) => go(Number(event.target.value));
  const slider = h("input", { type: "range", min: 0, max: end, value: at, disabled: !end, "data-key": "slider", "aria-label": `${thing} ${at} of ${end}`, onchange: slid });
  const [first, back, ...rest] = [...usual, ...more].map(button);
  return [first, back, slider, ...rest];
}

/**
 * The same by keys, wherever the focus is but in fields: the buttons that are nearest to it are pressed. Home and End
 * belong to the page where there are none beside it.
 */
function stepKey(event) {
  const { key, target, shiftKey } = event;
  const names = { ArrowLeft: "arrow left)", ArrowRight: "arrow right)", Home: "(Home)", End: "(End)" };
  if (!names[key] || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || target.closest("input, select, textarea, .scroll, pre")) return;
  const name = `${shiftKey ? "(Shift, " : key.startsWith("Arrow") ? "(" : ""}${names[key]}`;
  const wanted = (button) => button.title.endsWith(name) && button.checkVisibility();
  for (let place = target; place && (key.startsWith("Arrow") || place.tagName !== "MAIN"); place = place.parentElement) {
    const button = [...place.querySelectorAll(".controls button")].find(wanted);
    if (!button) continue;
    event.preventDefault();
    return button.click();
  }
}
document.addEventListener("keydown", stepKey);

/** What the page begins with. */
export const data = () => JSON.parse(document.getElementById("data")?.textContent || "");

/** Have the browser save a text as a file. */
export function save(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/yaml" }));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** The same; what has the focus keeps it, or `otherwise` gets it. */
export function renew(element, otherwise, ...children) {
  const focused = /** @type {HTMLElement | null} */ (element.contains(document.activeElement) ? document.activeElement : null);
  const key = focused && focused.dataset.key;
  fill(element, children);
  if (!focused) return;
  const again = key && [...element.querySelectorAll("[data-key]")].find((e) => e.dataset.key === key && !e.disabled);
  (again || otherwise || element).focus({ preventScroll: true });
}
