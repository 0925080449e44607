// Set-up as a mode of the table: places are tapped, tiles lie below the hand, all else is on the sheet.

import { PLACES } from "bingo/ask";
import { action, button, choose, h } from "bingo/dom";
import { begin } from "bingo/moment";
import { eyebrow, input, reasonList, rules, select } from "bingo/panel";
import { addressOf, go, open } from "bingo/route";
import { BOX, begun, board, change, filed, isEmpty, lying, move, now, random } from "bingo/setup";
import { put, redo, rulesText, type, undo } from "bingo/setup";
import { set, state } from "bingo/state";
import { drawTable } from "bingo/table";
import { TILES, picture } from "bingo/tiles";

const FAR = 6;

/** A tile that is pressed and then moved so many pixels is laid where it is let go, by mouse, pen or finger. */
export function dragging(/** @type {any} */ down) {
  const tile = down.target.closest(".laying [data-tile]");
  if (!tile || down.button) return;
  const over = new AbortController();
  let lifted = /** @type {any} */ (null);
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

export function drawEditor() {
  const { place, past, future, sound } = state.setup;
  const note = (words) => h("span.sm", words);
  const moment = begin(board());
  moment.opponent.hidden = 0; // how many they are is not said yet
  return {
    title: "Set up",
    felt: drawTable(moment, {
      name: "set-up", drops: { place, lying, choose: (to) => set(state.setup, { place: to }) }, pool: pool(),
      say: prompt(),
      notes: {
        you: note(` ${lying("you.hand").length} of 7`),
        opponent: note(lying("opponent.hand").length ? "" : " hidden; tap the row to fill it"),
      },
    }),
    top: [
      action("Undo", "back", () => undo(), { disabled: !past.length }),
      action("Redo", "right", redo, { disabled: !future.length }),
      action("Clear", "clear", () => change(begun()), { disabled: isEmpty() }),
    ],
    bar: [
      action("Open a file", "file", () => choose(open)), action("At random", "shuffle", random),
      action("Analyze", "search", () => go(addressOf(filed(now()))), { class: "main", disabled: !sound }),
    ],
    panel: [eyebrow("Set up", "Tap a place, then tiles; or drag them"), reasons(), typed(), form()],
  };
}

function prompt() {
  const { place, wrong } = state.setup;
  const full = lying("you.hand").length === 7;
  if (wrong.length) return wrong[0];
  if (place === "you.hand") return full ? "Your hand is full." : "Your tiles";
  return place === "turned" && full ? "Your hand is full. Now the tile turned up." : PLACES[place];
}

function reasons() {
  const { wrong, missing } = state.setup;
  const list = (title, lines) => lines.length > 0 && [h("h2.sub", title), reasonList(lines)];
  return h("div",
    { role: "region", "aria-label": "What is missing" }, list("This cannot occur", wrong),
    !wrong.length && !isEmpty() && list("Still to come", missing),
  );
}

function typed() {
  const { place } = state.setup;
  const oninput = (event) => type(event.target.value);
  const attributes = { oninput, size: 21, inputmode: "numeric", placeholder: "66 63 61 ...", "data-key": "typed" };
  return input(`${PLACES[place]}, typed`, lying(place).join(" "), type, attributes);
}

function pool() {
  const { place } = state.setup;
  const tile = (name) => {
    const lies = Object.keys(PLACES).filter((place) => lying(place).includes(name));
    return button(h("span.flat", picture(name, true)), () => move(name), {
      class: lies.length && "gone", "data-tile": name, "aria-pressed": String(lies.includes(place)),
      "data-key": name, "aria-label": [name, ...lies.map((place) => PLACES[place])].join(", "),
    }, "button");
  };
  const label = `Tiles, to put into: ${PLACES[place]}`;
  return h("div.pool", { "data-place": BOX, role: "group", "aria-label": label }, TILES.map(tile));
}

// --- all else -----------------------------------------------------------------------------------------

/** Numbers of a part of the position: each with its words, and the most there can be. */
const SIDE = { points: ["Card points in tricks", 147], tricks: ["Tricks", 14], declared: ["Card points declared", 80] };
const CLOSED = { points: ["The other then had card points", 147], tricks: ["and tricks", 14] };
const MATCH = { you: ["Match: your game points", 6], opponent: ["Match: the opponent's", 6] };

function numbers(/** @type {string} */ part, fields, /** @type {any} */ beside = null) {
  const values = now()[part];
  return Object.entries(fields).map(([key, [words, most]]) => {
    const act = (text) => {
      const value = text === "" ? null : Math.min(Math.max(Math.trunc(text), 0), most);
      change({ ...now(), [part]: beside && value === null ? null : { ...beside, ...values, [key]: value } });
    };
    return input(words, values?.[key], act, { type: "number", min: 0, max: most, "data-key": `${part} ${key}` });
  });
}

function form() {
  const document = now();
  const alter = (part) => change({ ...document, ...part });
  const who = [["you", "you"], ["opponent", "opponent"]];
  const places = Object.keys(PLACES).filter((place) => !["you.hand", "turned", "led"].includes(place));
  const goTo = (place) =>
    button(`${PLACES[place]} ${lying(place).length || ""}`.trim(), () => set(state.setup, { place }), {
      "aria-pressed": String(state.setup.place === place), "data-key": `to ${place}`, class: "small",
    });
  const suits = Array.from({ length: 7 }, (_, n) => [String(n), n ? String(n) : "0 (blanks)"]);
  const side = (player, words) =>
    h("fieldset",
      h("legend", words),
      numbers(player, lying(`${player}.won`).length ? { declared: SIDE.declared } : SIDE),
    );
  return h("div.form",
    h("div.row", { role: "group", "aria-label": "Other places" }, places.map(goTo)),
    h("fieldset",
      h("legend", "Deal"), rules(rulesText(document.rules), (text) => alter({ rules: text || "pagat" })),
      select("Trumps", [["", "as turned up"], ...suits], String(document.trump ?? ""), (suit) =>
        alter({ trump: suit === "" ? null : Number(suit) }),
      ),
      select("Leads this trick", who, document.lead, (lead) => alter({ lead })),
      select("Boneyard closed by", [["", "nobody"], ...who], document.closed?.by || "", (by) =>
        alter({ closed: by ? { points: 0, tricks: 0, ...document.closed, by } : null }),
      ),
      document.closed && numbers("closed", CLOSED), numbers("match", MATCH, { you: 0, opponent: 0 }),
    ),
    side("you", "You"), side("opponent", "Opponent"),
  );
}
