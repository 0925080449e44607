// Elements made by hand, so that whatever comes out of a file stays text; and how those on the page become new ones.

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const SVG_TAGS = ["svg", "g", "path", "rect", "circle", "line", "use", "text", "title", "defs"];
const LISTENER_NAMES = ["onclick", "oninput", "onchange"];

/** An element: name and classes ("p.sm.faint"), attributes in a plain object, and what is in it. @returns {any} */
export function h(/** @type {string} */ selector, /** @type {any[]} */ ...children) {
  const [tag, ...classes] = selector.split(".");
  const element = SVG_TAGS.includes(tag) ? document.createElementNS(SVG_NAMESPACE, tag) : document.createElement(tag);
  if (tag === "button") element.setAttribute("type", "button");
  const { class: moreClasses, ...attributes } = children[0]?.constructor === Object ? children.shift() : {};
  const classNames = [...classes, moreClasses].filter(Boolean).join(" ");
  for (const [key, value] of Object.entries({ class: classNames || null, ...attributes })) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...nonEmpty(children));
  return element;
}

/** What there is to show of children: they may be nested, and some may be left out. */
const nonEmpty = (children) => children.flat(Infinity).filter((child) => !["", null, undefined, false].includes(child));

/** A text in which no tile is broken over two lines. */
export function nowrap(/** @type {string | null | undefined} */ text) {
  const keepWhole = (text) => (/^\d-\d$/.test(text) ? h("span.nb", text) : text);
  return (text || "").split(/(\b\d-\d\b)/).map(keepWhole);
}

/** Let an element have these children: those that are like them become them, and keep the focus and the scrolling. */
export function patch(element, ...children) {
  const oldByKey = new Map([...element.children].filter((old) => old.dataset.key).map((old) => [old.dataset.key, old]));
  let cursor = element.firstChild;
  for (const content of nonEmpty(children)) {
    const child = content instanceof Node ? content : document.createTextNode(String(content));
    const key = /** @type {any} */ (child).dataset?.key;
    const match = key ? oldByKey.get(key) : cursor;
    if (match && match.nodeName === child.nodeName && (match.dataset?.key || undefined) === key) {
      if (match !== cursor) element.insertBefore(match, cursor);
      else cursor = cursor.nextSibling;
      update(match, child);
    } else element.insertBefore(child, cursor);
  }
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

function update(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(name === "open" && old.localName === "details")) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const listener of LISTENER_NAMES) old[listener] = fresh[listener];
  const freshValue = fresh.value;
  patch(old, ...fresh.childNodes);
  if (["INPUT", "SELECT"].includes(old.tagName) && old !== document.activeElement) old.value = freshValue;
}

// --- buttons ------------------------------------------------------------------------------------------

const ICON_PATHS = {
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7", dark: "M20 14a8 8 0 1 1-9-10 6 6 0 0 0 9 10z",
  edit: "M4 20h4L19 9l-4-4L4 16z", flip: "M8 4v15M4 8l4-4 4 4M16 20V5M12 16l4 4 4-4", play: "M8 5l11 7-11 7z",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10c1 1 1 2 1 3h6c0-1 0-2 1-3a6 6 0 0 0-4-10z",
  back: "M9 6L4 11l5 5M4 11h11a5 5 0 0 1 5 5v2", claim: "M6 21V4h13l-3 4 3 4H6",
  close: "M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3",
  look: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM9 12a3 3 0 1 0 6 0 3 3 0 0 0-6 0", left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7", menu: "M4 7h16M4 12h16M4 17h16", more: "M5 12h.01M12 12h.01M19 12h.01",
  search: "M4 10a6 6 0 1 0 12 0 6 6 0 0 0-12 0M15 15l5 5",
  shuffle: "M4 7h4l8 10h4M4 17h4l8-10h4M17 4l3 3-3 3M17 14l3 3-3 3", clear: "M6 6l12 12M18 6L6 18",
  check: "M5 12l5 5 9-10", file: "M6 3h8l4 4v14H6zM14 3v4h4",
};

/** @typedef {keyof typeof ICON_PATHS} Icon */

export const icon = (/** @type {Icon} */ name) =>
  h("svg.i", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: ICON_PATHS[name] }));

/** A button, which keeps the focus by its words. */
export function button(content, onPress, /** @type {Record<string, any>} */ attributes = {}, selector = "button.btn") {
  const label = [content].flat().find((part) => typeof part === "string");
  const key = { "data-key": label || attributes["aria-label"], onclick: onPress };
  return h(selector, { ...key, ...attributes }, content);
}

export const action = (/** @type {string} */ label, /** @type {Icon} */ iconName, onPress, attributes = {}) =>
  button([icon(iconName), label], onPress, attributes);

export const link = (/** @type {string} */ label, onPress) => button(label, onPress, {}, "button.link");

// --- the browser --------------------------------------------------------------------------------------

/** An element of page.html. @returns {any} */
export const elementOf = (/** @type {string} */ id) => document.getElementById(id);

export const announce = (/** @type {string} */ message) => (elementOf("live").textContent = message);

export const pageData = () => JSON.parse(elementOf("data").textContent);

export function chooseFile(/** @type {(text: string) => void} */ onText) {
  const onchange = async () => onText(await input.files[0].text());
  const input = h("input", { type: "file", accept: ".yaml,.yml,.jsonl,.ndjson,.json", onchange });
  input.click();
}

export function saveFile(/** @type {string} */ text, /** @type {string} */ fileName, type = "text/yaml") {
  h("a", { href: `data:${type},${encodeURIComponent(text)}`, download: fileName }).click();
}
