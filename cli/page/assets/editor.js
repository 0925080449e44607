// Set-up as a mode of the table: places are tapped, tiles lie below the hand, all else is under *More*.

import { action, button, choose, h } from "bingo/dom";
import { begin } from "bingo/moment";
import { eyebrow, reasonList } from "bingo/panel";
import { addressOf, go, open } from "bingo/route";
import { BOX, PLACES, begun, board, change, filed, isEmpty, lying, move, now, put, random, replace } from "bingo/setup";
import { rulesText, swap, type, undo } from "bingo/setup";
import { set, state } from "bingo/state";
import { drawTable } from "bingo/table";
import { TILES, picture } from "bingo/tiles";

/** Reasons that only say that something has yet to be placed. */
const MISSING = /^(no|few|part)-/;
const FAR = 6;

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

/** Ctrl-Z and Ctrl-Shift-Z, but in fields that undo what is typed in them. */
export function undoKey(/** @type {any} */ event) {
  const field = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (state.view !== "setup" || field || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  if (event.shiftKey) undo("future", "past");
  else undo();
}

/** @returns {import("./types").View} */
export function drawEditor() {
  const { place, past, sound, more, typing } = state.setup;
  const number = (words) => h("span.sm", words);
  const toggle = (part) => () =>
    set(state.setup, { more: part === "more" && !more, typing: part === "typing" && !typing });
  state.sheet = more || typing;
  const moment = begin(board());
  moment.opponent.hidden = 0; // how many they are is not said yet
  return {
    title: "Set up",
    felt: drawTable(moment, {
      name: "set-up", drops: { place, lying, choose: (to) => set(state.setup, { place: to }) }, pool: pool(),
      say: prompt(), mover: null,
      notes: {
        you: number(` ${lying("you.hand").length} of 7`),
        opponent: number(lying("opponent.hand").length ? "" : " hidden; tap the row to fill it"),
      },
    }),
    top: [
      action("Undo", "back", () => undo(), { disabled: !past.length }),
      action("Clear", "clear", () => replace(begun()), { disabled: isEmpty() }),
    ],
    bar: [
      action("Type", "edit", toggle("typing"), { class: "phone-only", "aria-pressed": String(typing) }),
      action("At random", "shuffle", random),
      action("More", "more", toggle("more"), { class: "phone-only", "aria-pressed": String(more) }),
      action("Analyze", "search", () => go(addressOf(filed(now()))), { class: "main", disabled: !sound }),
    ],
    panel: [eyebrow("Set up", "Tap a place, then tiles; or drag them"), reasons(), typed(), form()],
  };
}

const contradictions = () => state.setup.reasons.filter((reason) => !MISSING.test(reason.code || ""));

/** What is to be placed next, in a few words. */
function prompt() {
  const { place } = state.setup;
  const [against] = contradictions();
  if (against) return spoken(against);
  const full = lying("you.hand").length === 7;
  if (place === "you.hand") return full ? "Your hand is full." : "Your tiles";
  return place === "turned" && full ? "Your hand is full. Now the tile turned up." : PLACES[place];
}

function spoken({ field, expected, found }) {
  if (!field) return found;
  const [first] = field.split(": ");
  const name = PLACES[first] || first.replace("you.", "Your ").replace("opponent.", "Opponent's ");
  return `${name}: expected ${expected}; found ${found}.`;
}

function reasons() {
  const against = contradictions();
  const [missing] = isEmpty() || against.length ? [] : state.setup.reasons;
  const list = (title, some) => [h("h2.sub", title), reasonList(some.map(spoken))];
  return h("div",
    { role: "region", "aria-label": "What is missing" }, against.length > 0 && list("This cannot occur", against),
    missing && list("Still to come", [missing]),
  );
}

/** The box: every tile, in seven columns. */
function pool() {
  const { place } = state.setup;
  const tile = (name) => {
    const lies = Object.keys(PLACES).filter((place) => lying(place).includes(name));
    return button(h("span.flat", picture(name, true)), () => move(name), {
      class: lies.length && "gone", "data-tile": name, "aria-pressed": String(lies.includes(place)), "data-key": name,
      "aria-label": [name, ...lies.map((place) => PLACES[place])].join(", "),
    }, "button");
  };
  const label = `Tiles, to put into: ${PLACES[place]}`;
  return h("div.pool", { "data-place": BOX, role: "group", "aria-label": label }, TILES.map(tile));
}

const field = (words, inside) => h("label.field", `${words} `, inside);

function typed() {
  const { place } = state.setup;
  const input = h("input", {
    autocomplete: "off", inputmode: "numeric", placeholder: "66 63 61 ...", value: lying(place).join(" "),
    oninput: (event) => type(event.target.value),
  });
  return h("label.field.typed", `${PLACES[place]} `, input);
}

// --- all else -----------------------------------------------------------------------------------------

/** Numbers of a part of the position: each with its words, and the most there can be. */
const SIDE = { points: ["Card points in tricks", 147], tricks: ["Tricks", 14], declared: ["Card points declared", 80] };
const CLOSED = { points: ["The other then had card points", 147], tricks: ["and tricks", 14] };
const MATCH = { you: ["Match: your game points", 6], opponent: ["Match: the opponent's", 6] };

function numbers(/** @type {string} */ part, fields, /** @type {any} */ beside = null) {
  const values = now()[part];
  return Object.entries(fields).map(([key, [words, most]]) => {
    const onchange = ({ target }) => {
      const value = target.value === "" ? null : Math.min(Math.max(Math.trunc(target.value), 0), most);
      change((now) => (now[part] = beside && value === null ? null : { ...beside, ...now[part], [key]: value }));
    };
    const attributes = { type: "number", inputmode: "numeric", min: 0, max: most, value: values?.[key], onchange };
    return field(words, h("input", { ...attributes, "data-key": `${part} ${key}` }));
  });
}

function form() {
  const document = now();
  const who = [["you", "you"], ["opponent", "opponent"]];
  const places = Object.keys(PLACES).filter((place) => !["you.hand", "turned", "led"].includes(place));
  const goTo = (place) =>
    button(`${PLACES[place]} ${lying(place).length || ""}`.trim(), () => set(state.setup, { place }), {
      "aria-pressed": String(state.setup.place === place), "data-key": `to ${place}`, class: "small",
    });
  const suits = Array.from({ length: 7 }, (_, n) => [String(n), n ? String(n) : "0 (blanks)"]);
  const closes = (by) => change((now) => (now.closed = by ? { points: 0, tricks: 0, ...now.closed, by } : null));
  const side = (player, words) => {
    const { declared } = SIDE;
    return h("fieldset", h("legend", words), numbers(player, lying(`${player}.won`).length ? { declared } : SIDE));
  };
  return h("div.form",
    h("div.tools", { role: "group", "aria-label": "Other places" }, places.map(goTo)),
    h("fieldset",
      h("legend", "Deal"),
      rulesField(rulesText(document.rules), (text) => change((now) => (now.rules = text || "pagat"))),
      select("Trumps", [["", "as turned up"], ...suits], String(document.trump ?? ""), (value) =>
        change((now) => (now.trump = value === "" ? null : Number(value))),
      ),
      select("Leads this trick", who, document.lead, (value) => change((now) => (now.lead = value))),
      select("Boneyard closed by", [["", "nobody"], ...who], document.closed?.by || "", closes),
      document.closed && numbers("closed", CLOSED), numbers("match", MATCH, { you: 0, opponent: 0 }),
    ),
    side("you", "You"), side("opponent", "Opponent"),
    h("div.tools",
      button("Open a file", () => choose(open)), button("Change seats", swap),
      button("Redo", () => undo("future", "past"), { disabled: !state.setup.future.length }),
    ),
  );
}

export function select(words, options, value, /** @type {(value: string) => void} */ act) {
  const option = ([name, shown]) => h("option", { value: name, selected: name === value }, shown);
  const onchange = (event) => act(event.target.value);
  return field(words, h("select", { "data-key": words, onchange }, options.map(option)));
}

/** Rules as one types them: a preset, or one with changes. */
export function rulesField(/** @type {string} */ value, /** @type {(text: string) => void} */ act) {
  const onchange = (event) => act(event.target.value.trim());
  const names = h("datalist", { id: "presets" }, state.data.presets.map((name) => h("option", { value: name })));
  return field("Rules", [h("input", { list: "presets", value, size: 14, onchange }), names]);
}
