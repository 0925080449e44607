// The one frame of all views: the table left, scaled by the window; the panel right; a bar below. On a phone the panel
// is a sheet. Only the panel scrolls, and nothing moves the table.

import { action, button, elementOf, h, icon, patch } from "bingo/dom";
import { drawWith, host, recall, remember, set, state } from "bingo/state";
import { animateMoves, sprite, tilePicture } from "bingo/table";

const TAB_LABELS = { play: "Play", analyze: "Analyze", puzzles: "Puzzles", deals: "Deals", rules: "Rules" };
/** Which tab a view belongs to. */
const PARENT_TABS = { new: "play", setup: "analyze" };

/** What is stepped through now: {at, end, go}. @type {any} */
let stepper;

/** Start the page: on every change call `draw` and show what it returns (its fields: see `drawFrame` and `top`). */
export function startPage(/** @type {() => any} */ draw) {
  document.body.prepend(sprite());
  document.documentElement.style.colorScheme = recall("shade");
  document.addEventListener("keydown", stepKey);
  drawWith(() => drawFrame(draw()));
}

function drawFrame(view) {
  const page = elementOf("page");
  const hadFeltFocus = page.contains(document.activeElement) && document.activeElement?.closest(".felt");
  const { felt, bar = [], panel = null, under = null, cards = null } = view;
  const oldLog = page.querySelector(".log");
  stepper = view.stepper;
  const classes = [panel && !cards && "has-panel", state.isSheetUp && "pulled", `view-${state.view}`].filter(Boolean);
  const table = () => [
    h("section.felt", { "aria-label": "The table", "data-key": "felt" }, felt),
    under && h("div.under", { "data-key": "under" }, under),
    h("div.bar",
      { role: "toolbar", "aria-label": "Actions", "data-key": `bar ${state.view}` },
      stepper && stepButtons(stepper), bar,
    ),
    panel &&
      h("aside.panel",
        { "aria-label": "Panel", "data-key": `panel ${state.view}` }, sheetGrip(),
        h("div.inside", { tabindex: "-1", "data-key": state.view }, panel),
      ),
  ];
  animateMoves(page, () =>
    patch(
      page, drawHeader(view), h("div.notice", { role: "status" }, state.notice && notice()),
      h("div.frame", { class: classes.join(" ") }, cards ? h("div.cards", { "data-key": "cards" }, cards) : table()),
    ),
  );
  const log = page.querySelector(".log");
  if (log && log !== oldLog) log.scrollTop = log.scrollHeight;
  if (hadFeltFocus && document.activeElement === document.body) {
    const nextButton = page.querySelector(".felt button.tile, .bar button:not([disabled])");
    /** @type {HTMLElement | null} */ (nextButton)?.focus({ preventScroll: true });
  }
}

const notice = () => [
  h("span", state.notice), host.reportable?.() && button("Save the report", host.saveReport, { class: "small" }),
  button(icon("clear"), () => set(state, { notice: "" }), { "aria-label": "Close", class: "bare" }),
];

function sheetGrip() {
  const label = state.isSheetUp ? "Lower the sheet" : "Raise the sheet";
  const attributes = { "aria-label": label, "aria-expanded": String(state.isSheetUp), "data-key": "grip" };
  return button(h("i"), () => set(state, { isSheetUp: !state.isSheetUp }), attributes, "button.grip");
}

function drawHeader({ title, home, note, top: buttons }) {
  const openTab = PARENT_TABS[state.view] || state.view;
  const closeMenu = () => set(state, { isMenuOpen: false });
  const tabLink = ([view, name]) =>
    h("a", { href: `#${view}`, "aria-current": view === openTab ? "page" : null, onclick: closeMenu }, name);
  const menuAttributes = { class: "bare menu", "aria-label": "Menu", "aria-expanded": String(state.isMenuOpen) };
  const shareAttributes = { class: "bare share", "aria-label": "Share", title: "Copy this as text" };
  const onBoard = home === undefined; // only a report sets `home`
  return h("header.top",
    onBoard && [
      button(icon("menu"), () => set(state, { isMenuOpen: !state.isMenuOpen }), menuAttributes),
      h("span.logo", { "aria-hidden": "true" }, h("span.flat", tilePicture("1-1", true)), "Bingo"),
    ],
    home && h("a.btn.bare", { href: "#" }, home), h("h1", title),
    onBoard &&
      h("nav", { "aria-label": "Board", class: state.isMenuOpen && "open" }, Object.entries(TAB_LABELS).map(tabLink)),
    h("span.grow"), note && h("span.sm.faint", note), buttons,
    onBoard && button([icon("share"), h("span", "Share")], host.share, shareAttributes),
    button(icon("dark"), switchShade, { class: "bare shade", "aria-label": "Light or dark", title: "Light or dark" }),
  );
}

/** Light where it is dark, and the other way round; it is remembered. */
function switchShade() {
  const { style } = document.documentElement;
  const isDark = style.colorScheme ? style.colorScheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  style.colorScheme = isDark ? "light" : "dark";
  remember("shade", style.colorScheme);
}

const stepButtons = ({ at, end, go }) => [
  action("Back", "left", () => go(at - 1), { disabled: !at, title: "One move back (arrow left)" }),
  action("On", "right", () => go(at + 1), { disabled: at >= end, title: "One move on (arrow right)" }),
];

/** Steps along the tiles that can be played, where there is nothing else to step through. */
function tileStepper() {
  const tiles = /** @type {any[]} */ ([...document.querySelectorAll(".felt button.tile")]);
  return { at: tiles.indexOf(document.activeElement), end: tiles.length - 1, go: (at) => tiles[at].focus() };
}

/** The same by the arrow keys, wherever the focus is but in fields. */
function stepKey(/** @type {any} */ event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, select, pre, .log")) return;
  const { at, end, go } = stepper || tileStepper();
  const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: end }[event.key];
  if (target === undefined || target < 0 || target > end) return;
  event.preventDefault();
  go(target);
}
