// Elements made by hand, so that whatever comes out of a file stays text; and how those on the page become new ones.

const SVG = "http://www.w3.org/2000/svg";
const LISTENERS = ["onclick", "oninput", "onchange"];

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child What may be in an element. */

/**
 * An HTML element. Attributes that are null or false are left out; `on...` are listeners; children may be nested.
 * @param {string} name
 * @param {Record<string, any>} attributes
 * @param {Child[]} children
 * @returns {any}
 */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same of SVG. @returns {any} */
export function svg(/** @type {string} */ name, /** @type {Record<string, any>} */ attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...present(children));
  return element;
}

/** What there is to show of children: they may be nested, and some may be left out. */
const present = (children) => children.flat(Infinity).filter((child) => !["", null, undefined, false].includes(child));

/** Words in which no tile is broken over two lines. */
export function whole(/** @type {string | null | undefined} */ words) {
  const part = (text) => (/^\d-\d$/.test(text) ? h("span", { class: "nb" }, text) : text);
  return (words || "").split(/(\b\d-\d\b)/).map(part);
}

/**
 * Let an element have these children: those that are like them become them, so that what has the focus, is open or is
 * scrolled stays so.
 */
export function patch(element, ...children) {
  const fresh = present(children).map((child) =>
    child instanceof Node ? child : document.createTextNode(String(child)),
  );
  const keyed = new Map([...element.children].filter((old) => old.dataset.key).map((old) => [old.dataset.key, old]));
  let place = element.firstChild;
  for (const child of fresh) {
    const key = child.dataset?.key;
    const same = key ? keyed.get(key) : place;
    if (same && same.nodeName === child.nodeName && (same.dataset?.key || undefined) === key) {
      if (same !== place) element.insertBefore(same, place);
      else place = place.nextSibling;
      become(same, child);
    } else element.insertBefore(child, place);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

function become(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(name === "open" && old.localName === "details")) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const kind of LISTENERS) old[kind] = fresh[kind];
  const value = fresh.value;
  patch(old, [...fresh.childNodes]);
  if (["INPUT", "SELECT", "TEXTAREA"].includes(old.tagName) && old !== document.activeElement) {
    old.value = value;
    old.checked = fresh.checked;
  }
}

/** A button. @returns {any} */
export function button(words, act, /** @type {Record<string, any>} */ attributes = {}) {
  return h("button", { type: "button", class: "btn", "data-key": words, onclick: act, ...attributes }, words);
}

/**
 * A listener to clicks on what a move is made with. The second click of a double one does nothing: by then something
 * else lies there.
 */
export const once = (act) => (/** @type {any} */ event) => event.detail > 1 || act(event);

/** Say something to those who hear the page. */
export function announce(/** @type {string} */ words) {
  const live = document.getElementById("live");
  if (live) live.textContent = words;
}

/** What the page begins with. */
export const data = () => JSON.parse(document.getElementById("data")?.textContent || "");

/** Have somebody choose a file, and hand its text on. */
export function choose(/** @type {(text: string) => void} */ act) {
  const onchange = async () => act(await input.files[0].text());
  const input = h("input", { type: "file", accept: ".yaml,.yml,.jsonl,.ndjson,.json", onchange });
  input.click();
}

/** Have the browser save a text as a file. */
export function save(/** @type {string} */ text, /** @type {string} */ name, type = "text/yaml") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
