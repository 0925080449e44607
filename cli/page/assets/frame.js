// The one frame of all views: the table left, scaled by the window; the panel right; a bar below. On a phone the panel
// is a sheet. Only the panel scrolls, and nothing moves the table.

import { button, h, patch } from "bingo/dom";
import { icon } from "bingo/icons";
import { recall, remember, set, state } from "bingo/state";
import { slide } from "bingo/table";
import { picture } from "bingo/tiles";

const TABS = { play: "Play", analyze: "Analyze", puzzles: "Puzzles", deals: "Deals", rules: "Rules" };
/** Which tab a view belongs to. */
const WITHIN = { new: "play", setup: "analyze" };

/** Show a view. */
export function drawFrame(/** @type {import("./types").View} */ view, /** @type {any} */ { home, share, report } = {}) {
  const page = /** @type {HTMLElement} */ (document.getElementById("page"));
  const held = page.contains(document.activeElement) && document.activeElement?.closest(".felt");
  const { felt, bar = [], panel = null, under = null, cards = null } = view;
  const scrolled = page.querySelector(".log");
  const key = `bar ${state.view}`;
  const draw = () =>
    patch(
      page, top(view, home, share),
      h("div",
        { class: "notice", role: "status" },
        state.notice
          ? [
              h("span", {}, state.notice), report && button("Save the report", report, { class: "btn small" }),
              button(icon("clear"), () => set(state, { notice: "" }), {
                "aria-label": "Close", "data-key": "close notice", class: "btn bare",
              }),
            ]
          : null,
      ),
      h("div",
        { class: `frame${panel && !cards ? " has-panel" : ""}${state.sheet ? " pulled" : ""} view-${state.view}` },
        cards
          ? h("div", { class: "cards", "data-key": "cards" }, cards)
          : [
              h("section", { class: "felt", "aria-label": "The table", "data-key": "felt" }, felt),
              under && h("div", { class: "under", "data-key": "under" }, under),
              h("div", { class: "bar", role: "toolbar", "aria-label": "Actions", "data-key": key }, bar),
              panel &&
                h("aside",
                  { class: "panel", "aria-label": "Panel", "data-key": `panel ${state.view}` }, grip(),
                  h("div", { class: "inside", tabindex: "-1", "data-key": state.view }, panel),
                ),
            ],
      ),
    );
  slide(page, draw);
  const log = page.querySelector(".log");
  if (log && log !== scrolled) log.scrollTop = log.scrollHeight;
  if (held && document.activeElement === document.body) {
    const next = page.querySelector(".felt button.tile, .bar button:not([disabled])");
    /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
  }
}

function grip() {
  const words = state.sheet ? "Down" : "Up";
  return button(h("i", {}), () => set(state, { sheet: !state.sheet }), {
    class: "grip", "aria-label": `${words}: the sheet`, "aria-expanded": String(state.sheet), "data-key": "grip",
  });
}

function top({ title, note = "", top: more = [] }, home, share) {
  const chosen = WITHIN[state.view] || state.view;
  const tab = ([view, name]) =>
    h("a",
      { href: `#${view}`, "aria-current": view === chosen ? "page" : null, onclick: () => set(state, { menu: false }) },
      name,
    );
  const logo = h("span",
    { class: "logo", "aria-hidden": "true" }, h("span", { class: "flat" }, picture("1-1", true)), "Bingo",
  );
  return h(
    "header", { class: "top" },
    home
      ? h("a", { class: "btn bare", href: "#" }, home)
      : [
          button(icon("menu"), () => set(state, { menu: !state.menu }), {
            class: "btn bare menu", "aria-label": "Menu", "aria-expanded": String(state.menu), "data-key": "menu",
          }),
          logo,
        ],
    h("h1", {}, title),
    share ? h("nav", { "aria-label": "Board", class: state.menu ? "open" : "" }, Object.entries(TABS).map(tab)) : null,
    h("span", { class: "grow" }), note ? h("span", { class: "sm faint" }, note) : null, more,
    share
      ? button([icon("share"), h("span", {}, "Share")], share, {
          class: "btn bare share", "aria-label": "Share", title: "Copy this as text", "data-key": "share",
        })
      : null,
    button(icon("dark"), shade, {
      class: "btn bare shade", "aria-label": "Light or dark", title: "Light or dark", "data-key": "shade",
    }),
  );
}

/** Light where it is dark, and the other way round; it is remembered. */
function shade() {
  const { style } = document.documentElement;
  const dark = style.colorScheme ? style.colorScheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  style.colorScheme = dark ? "light" : "dark";
  remember("shade", style.colorScheme);
}

/** Light or dark, as it was chosen before. */
export function shadeAgain() {
  document.documentElement.style.colorScheme = recall("shade");
}
