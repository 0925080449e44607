// Set-up as a mode of the table: places are tapped, tiles lie below the hand, all else is under *More*.

import { Latest } from "bingo/ask";
import { button, choose, h, whole } from "bingo/dom";
import { action } from "bingo/icons";
import { begin } from "bingo/moment";
import { addressOf, go } from "bingo/route";
import {
  BOX, PLACES, begun, board, change, filed, isEmpty, lying, move, put, random, rulesText, swap, type, undo,
} from "bingo/setup";
import { redraw, set, state } from "bingo/state";
import { drawTable } from "bingo/table";
import { TILES, picture } from "bingo/tiles";

const checking = new Latest();
/** Reasons that only say that something has yet to be placed. */
const MISSING = /^(no|few|part)-/;
const FAR = 6;

/** What is wrong with the position, or has yet to come. */
export async function check() {
  const answer = await checking.ask({ ask: "write", position: filed(state.setup.document || begun()) });
  if (answer)
    set(state.setup, {
      reasons: answer.reasons || (answer.error ? [{ field: "", found: answer.error }] : []),
      sound: Boolean(answer.text),
    });
}

/** A tile that is pressed and then moved so many pixels is laid where it is let go. */
export function dragging(/** @type {any} */ down) {
  const tile = down.target.closest(".laying [data-tile]");
  if (!tile || down.button) return;
  const over = new AbortController();
  /** @type {any} */
  let lifted = null;
  const follow = ({ clientX, clientY }) => {
    if (!lifted && Math.hypot(clientX - down.clientX, clientY - down.clientY) < FAR) return;
    lifted ||= tile.querySelector("svg").cloneNode(true);
    lifted.classList.add("lifted");
    lifted.style = `width:${tile.offsetWidth}px;translate:${clientX}px ${clientY}px`;
    document.body.append(lifted);
  };
  const end = ({ type, clientX, clientY }) => {
    over.abort();
    lifted?.remove();
    const at = document.elementFromPoint(clientX, clientY);
    const to = /** @type {HTMLElement | null | undefined} */ (at?.closest("[data-place]"));
    if (lifted && to && type === "pointerup" && !tile.contains(at)) put(tile.dataset.tile, to.dataset.place || "");
  };
  addEventListener("pointermove", follow, over);
  addEventListener("pointerup", end, over);
  addEventListener("pointercancel", end, over);
}

/** @returns {import("./types").View} */
export function drawEditor(/** @type {(text: string) => void} */ open) {
  const { place, past, sound, more, typing } = state.setup;
  const drops = { place, lying, choose: (to) => set(state.setup, { place: to }) };
  const notes = {
    you: h("span", { class: "sm" }, ` ${lying("you.hand").length} of 7`),
    opponent: h("span", { class: "sm" }, lying("opponent.hand").length ? "" : " hidden; tap the row to fill it"),
  };
  const toggle = (part) => set(state.setup, { more: part === "more" && !more, typing: part === "typing" && !typing });
  state.sheet = more || typing;
  const moment = begin(board());
  moment.opponent.hidden = 0; // how many they are is not said yet
  const at = { name: "set-up", drops, notes, pool: pool(), say: prompt(), mover: null };
  return {
    title: "Set up", felt: drawTable(moment, at),
    top: [
      action("Undo", "back", () => undo(), { disabled: !past.length }),
      action("Clear", "clear", () => change((document) => Object.assign(document, begun())), { disabled: isEmpty() }),
    ],
    bar: [
      action("Type", "edit", () => toggle("typing"), { class: "btn phone-only", "aria-pressed": String(typing) }),
      action("At random", "shuffle", random),
      action("More", "more", () => toggle("more"), { class: "btn phone-only", "aria-pressed": String(more) }),
      action("Analyze", "search", () => go(addressOf(filed(state.setup.document))), {
        class: "btn main", disabled: !sound,
      }),
    ],
    panel: [
      h("div", { class: "eye" }, h("b", {}, "Set up"), h("span", {}, "Tap a place, then tiles; or drag them")),
      reasons(), typed(), form(open),
    ],
  };
}

const contradictions = () => state.setup.reasons.filter((reason) => !MISSING.test(reason.code || ""));

/** What is to be placed next, in a few words. */
function prompt() {
  const { place } = state.setup;
  const [against] = contradictions();
  if (against) return spoken(against);
  const number = lying("you.hand").length;
  const words = {
    "you.hand": number === 7 ? "Your hand is full." : "Your tiles",
    turned: "Your hand is full. Now the tile turned up.",
  };
  return words[place] && (place !== "turned" || number === 7) ? words[place] : PLACES[place];
}

function spoken({ field, expected, found }) {
  if (!field) return found;
  const [first] = field.split(": ");
  const name = PLACES[first] || first.replace("you.", "Your ").replace("opponent.", "Opponent's ");
  return `${name}: expected ${expected}; found ${found}.`;
}

function reasons() {
  const against = contradictions();
  const open = state.setup.reasons.filter((reason) => !against.includes(reason));
  const list = (some) =>
    h("ul", {}, some.map((reason) => h("li", {}, whole(spoken(reason)))));
  const wrong = against.length ? [h("h2", { class: "sub" }, "This cannot occur"), list(against)] : null;
  const missing = !wrong && open.length && !isEmpty() ? [h("h2", { class: "sub" }, "Still to come"), list(open.slice(0, 1))] : null;
  return h("div", { class: "reasons", role: "region", "aria-label": "What is missing" }, wrong, missing);
}

/** The box: every tile, in seven columns. */
function pool() {
  const { place } = state.setup;
  const tile = (name) => {
    const lies = Object.keys(PLACES).filter((place) => lying(place).includes(name));
    const label = [name, ...lies.map((place) => PLACES[place])].join(", ");
    return button(h("span", { class: "flat" }, picture(name, true)), () => move(name), {
      class: lies.length ? "gone" : null, "data-tile": name, "aria-label": label, "data-key": name,
      "aria-pressed": String(lies.includes(place)),
    });
  };
  return h(
    "div", { class: "pool", "data-place": BOX, role: "group", "aria-label": `Tiles, to put into: ${PLACES[place]}` },
    TILES.map(tile),
  );
}

function typed() {
  const { place } = state.setup;
  const input = h("input", {
    autocomplete: "off", inputmode: "numeric", placeholder: "66 63 61 ...", value: lying(place).join(" "),
    oninput: (event) => type(event.target.value),
  });
  return h("label", { class: "field typed" }, `${PLACES[place]} `, input);
}

// --- all else -----------------------------------------------------------------------------------------

/** Numbers of a part of the position: each with its words, and the most there can be. */
const SIDE = { points: ["Card points in tricks", 147], tricks: ["Tricks", 14], declared: ["Card points declared", 80] };
const CLOSED = { points: ["The other then had card points", 147], tricks: ["and tricks", 14] };
const MATCH = { you: ["Match: your game points", 6], opponent: ["Match: the opponent's", 6] };

function numbers(part, fields) {
  const { [part]: values } = state.setup.document || begun();
  const beside = { match: { you: 0, opponent: 0 } }[part];
  const put = (key) => (value) =>
    change((now) => (now[part] = beside && value === null ? null : { ...beside, ...now[part], [key]: value }));
  return Object.entries(fields).map(([key, [words, most]]) => {
    const typed = ({ target }) =>
      put(key)(target.value === "" ? null : Math.min(Math.max(Math.trunc(target.value), 0), most));
    const field = { type: "number", inputmode: "numeric", min: 0, max: most, value: values?.[key], onchange: typed };
    return h("label", { class: "field" }, `${words} `, h("input", { ...field, "data-key": `${part} ${key}` }));
  });
}

function form(open) {
  const document = state.setup.document || begun();
  const who = [
    ["you", "you"],
    ["opponent", "opponent"],
  ];
  const places = Object.entries(PLACES).filter(([place]) => !["you.hand", "turned", "led"].includes(place));
  const goes = places.map(([place, words]) =>
    button(`${words} ${lying(place).length || ""}`.trim(), () => set(state.setup, { place }), {
      "aria-pressed": String(state.setup.place === place), "data-key": `to ${place}`, class: "btn small",
    }),
  );
  const trumps = [
    ["", "as turned up"],
    ...Array.from({ length: 7 }, (_, n) => [String(n), n ? String(n) : "0 (blanks)"]),
  ];
  const closes = (by) => change((now) => (now.closed = by ? { points: 0, tricks: 0, ...now.closed, by } : null));
  const side = (player, words) => {
    const { declared } = SIDE;
    const fields = numbers(player, lying(`${player}.won`).length ? { declared } : SIDE);
    return h("fieldset", {}, h("legend", {}, words), fields);
  };
  return h(
    "div", { class: "form" }, h("div", { class: "tools", role: "group", "aria-label": "Other places" }, goes),
    h("fieldset",
      {}, h("legend", {}, "Deal"),
      rulesField(rulesText(document.rules), (text) => change((now) => (now.rules = text || "pagat"))),
      select("Trumps", trumps, document.trump === null ? "" : String(document.trump), (value) =>
        change((now) => (now.trump = value === "" ? null : Number(value))),
      ),
      select("Leads this trick", who, document.lead, (value) => change((now) => (now.lead = value))),
      select("Boneyard closed by", [["", "nobody"], ...who], document.closed?.by || "", closes),
      document.closed && numbers("closed", CLOSED), numbers("match", MATCH),
    ),
    side("you", "You"), side("opponent", "Opponent"),
    h("div",
      { class: "tools" }, button("Open a file", () => choose(open)), button("Change seats", swap),
      button("Redo", () => undo("future", "past"), { disabled: !state.setup.future.length }),
    ),
  );
}

export function select(words, options, value, /** @type {(value: string) => void} */ act) {
  const listed = options.map(([name, shown]) => h("option", { value: name, selected: name === value }, shown));
  return h(
    "label", { class: "field" }, `${words} `,
    h("select", { "data-key": words, onchange: (event) => act(event.target.value) }, listed),
  );
}

/** Rules as one types them: a preset, or one with changes. */
export function rulesField(/** @type {string} */ value, /** @type {(text: string) => void} */ act) {
  const onchange = (event) => act(event.target.value.trim());
  return h(
    "label", { class: "field" }, "Rules ", h("input", { list: "presets", value, size: 14, onchange }),
    h("datalist", { id: "presets" }, state.data.presets.map((name) => h("option", { value: name }))),
  );
}

/** Ctrl-Z and Ctrl-Shift-Z, but in fields that undo what is typed in them. */
export function undoKey(/** @type {KeyboardEvent} */ event) {
  const field = /^(INPUT|SELECT|TEXTAREA)$/.test(/** @type {HTMLElement} */ (event.target).tagName);
  if (state.view !== "setup" || field || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  if (event.shiftKey) undo("future", "past");
  else undo();
  redraw();
}
