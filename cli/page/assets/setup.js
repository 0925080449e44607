// Set-up as a mode of the table: a position as a file has it, and what is done to it. Places are tapped, tiles lie
// below the hand, all else is on the sheet.

import { action, button, choose, h } from "bingo/dom";
import { begin, tilesOf } from "bingo/moment";
import { eyebrow, input, reasonList, rules, select } from "bingo/panel";
import { PLACES, addressOf, ask, faults, go, latest, openText, set, state } from "bingo/state";
import { drawTable, picture } from "bingo/table";

const TILES = Array.from({ length: 7 }, (_, a) => Array.from({ length: a + 1 }, (_, b) => `${a}-${b}`))
  .flat()
  .reverse();
/** Marks beside the place where a tile lies; places of one tile. */
const MARKS = ["you.shown", "opponent.shown"];
const ONE = ["led", "turned"];
const HAND = 7;
/** Reasons that only say that something has yet to be placed. */
const MISSING = /^(no|few|part)-/;

const checking = latest();

/** What there is; what is null is not said. */
const compactCopy = (/** @type {any} */ values) => JSON.parse(JSON.stringify(values, (_, value) => value ?? undefined));

/** A position that a file has, to be changed; without one it is empty. @returns {any} */
export function toDraft({ expect: _expect, you, opponent, ...document } = /** @type {any} */ ({})) {
  const side = (part) => (part && typeof part === "object" ? part : {});
  return compactCopy({ rules: "pagat", lead: "you", ...document, you: side(you), opponent: side(opponent) });
}

/** The position as a file has it: where tricks are known, their points and number are not said. */
export function toFile({ you, opponent, ...now }) {
  const side = ({ points, tricks, ...part }) => (part.won ? part : { ...part, points, tricks });
  return compactCopy({ ...now, you: side(you), opponent: side(opponent) });
}

/** Rules as one types them: a preset, or one with changes ("pagat, must_beat=false"). */
function rulesText(rules) {
  if (typeof rules === "string") return rules;
  const { preset = "pagat", ...changes } = rules;
  return [preset, ...Object.entries(changes).map(([key, value]) => `${key}=${value}`)].join(", ");
}

// --- what is done -------------------------------------------------------------------------------------

export const draft = () => (state.setup.document ||= toDraft());
const isEmpty = () => JSON.stringify(draft()) === JSON.stringify(toDraft());

function tilesAt(/** @type {string} */ place, document = draft()) {
  const [player, key] = place.split(".");
  return tilesOf(key ? document[player][key] : document[player]);
}

/** A position in which these tiles lie in a place, and no others; a tile alone in a trick has an unknown one beside. */
function withTiles(document, /** @type {string} */ place, /** @type {string[]} */ tiles) {
  const [player, key] = place.split(".");
  if (!key) return { ...document, [player]: tiles.join(" ") || null };
  const pair = (tile, n) => (n % 2 ? [] : `${tile} ${tiles[n + 1] || "?"}`);
  const text = key === "won" ? tiles.flatMap(pair).join(", ") : tiles.join(" ");
  return { ...document, [player]: { ...document[player], [key]: text || null } };
}

/** A position without a tile, wherever it lay; marks are left. */
function withoutTile(document, /** @type {string} */ tile) {
  const places = Object.keys(PLACES).filter((at) => !MARKS.includes(at) && tilesAt(at, document).includes(tile));
  const without = (place) => tilesAt(place, document).filter((other) => other !== tile);
  return places.reduce((rest, place) => withTiles(rest, place, without(place)), document);
}

/** Let the position be another one; that can be undone. */
function change(document) {
  const before = JSON.stringify(draft());
  const after = compactCopy(document);
  if (JSON.stringify(after) === before) return;
  set(state.setup, { document: after, past: [...state.setup.past, before], future: [] });
  check();
}

/** Take back what was done last, or do it again. */
export function undo(/** @type {"past" | "future"} */ from = "past", /** @type {"past" | "future"} */ to = "future") {
  const { [from]: steps, [to]: others, document } = state.setup;
  if (!steps.length) return;
  const before = JSON.parse(steps.at(-1));
  set(state.setup, { document: before, [from]: steps.slice(0, -1), [to]: [...others, JSON.stringify(document)] });
  check();
}

export const redo = () => undo("future", "past");

export async function check() {
  const answer = await checking.ask({ ask: "write", position: toFile(draft()) });
  if (!answer) return;
  const { reasons = [], error, text } = answer;
  const wrong = reasons.filter(({ code = "" }) => !MISSING.test(code));
  const missing = reasons.filter((reason) => !wrong.includes(reason)).slice(0, 1);
  set(state.setup, {
    sound: Boolean(text), wrong: error ? [error] : faults({ reasons: wrong }), missing: faults({ reasons: missing }),
  });
}

/** Let these tiles lie in a place, and no others; without a place beside the table. A place of one has the last. */
function layTiles(/** @type {string} */ place, /** @type {string[]} */ tiles) {
  const some = [...new Set(tiles)].slice(ONE.includes(place) ? -1 : 0);
  const after = MARKS.includes(place) ? draft() : some.reduce(withoutTile, draft());
  change(place ? withTiles(after, place, some) : after);
}

/** Lay one more tile somewhere. After a full hand the turned tile is next. */
function put(/** @type {string} */ tile, /** @type {string} */ place) {
  layTiles(place, [...tilesAt(place), tile]);
  if (place === "you.hand" && tilesAt(place).length === HAND && !tilesAt("turned").length) state.setup.place = "turned";
  else if (place === "turned" && state.setup.place === place) state.setup.place = "you.won";
}

/** Put a tile where tiles go now; if it lies there, take it away. */
function move(/** @type {string} */ tile) {
  const { place } = state.setup;
  const others = tilesAt(place).filter((other) => other !== tile);
  if (others.length === tilesAt(place).length) put(tile, place);
  else layTiles(place, others);
}

/** Seven tiles for you and one turned up, by chance; the opponent's stay hidden. */
function random() {
  const tiles = TILES.map((tile) => [Math.random(), tile]).sort().map(([, tile]) => tile);
  const hand = tiles.slice(0, HAND).join(" ");
  change(toDraft({ rules: draft().rules, turned: tiles[HAND], you: { hand } }));
}

/** The table as far as it is set up, before its position can occur. */
export function board() {
  const { trump, lead, closed = null, match, ...sides } = toFile(draft());
  const [[turned = null], [led = null], stock] = ["turned", "led", "stock"].map((place) => tilesAt(place));
  const suit = trump ?? (turned && (turned.includes("0") ? "0" : turned[0]));
  const seat = (player) => {
    const { hand = "", won = "", forgotten = 0, points = null, declared = 0, shown = "", ...side } = sides[player];
    const tricks = side.tricks ?? Math.ceil(tilesOf(won).length / 2) + forgotten;
    const hidden = player === "opponent" && !hand ? tilesOf(sides.you.hand).length || HAND : 0;
    return { hand, hidden, points: points ?? (tricks ? null : 0), tricks, declared, shown };
  };
  const [you, opponent] = [seat("you"), seat("opponent")];
  const left = Math.max(13 - 2 * (you.tricks + opponent.tricks), 0);
  return {
    match, trump: suit, trumps: TILES.filter((tile) => tile.includes(suit)), points: {}, turned, stock,
    face_down: turned && !stock.length ? left : stock.length, closed, lead, led, you, opponent,
  };
}

// --- drawing ------------------------------------------------------------------------------------------

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
      name: "set-up", drops: { place, tilesAt, choose: (to) => set(state.setup, { place: to }) }, pool: pool(),
      say: prompt(),
      notes: {
        you: note(` ${tilesAt("you.hand").length} of 7`),
        opponent: note(tilesAt("opponent.hand").length ? "" : " hidden; tap the row to fill it"),
      },
    }),
    top: [
      action("Undo", "back", () => undo(), { disabled: !past.length }),
      action("Redo", "right", redo, { disabled: !future.length }),
      action("Clear", "clear", () => change(toDraft()), { disabled: isEmpty() }),
    ],
    bar: [
      action("Open a file", "file", () => choose(openText)), action("At random", "shuffle", random),
      action("Analyze", "search", () => go(addressOf(toFile(draft()))), { class: "main", disabled: !sound }),
    ],
    panel: [eyebrow("Set up", "Tap a place, then tiles; or drag them"), reasons(), typed(), form()],
  };
}

function prompt() {
  const { place, wrong } = state.setup;
  const full = tilesAt("you.hand").length === 7;
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
  const act = (text) => layTiles(place, tilesOf(text));
  const oninput = (event) => act(event.target.value);
  const attributes = { oninput, size: 21, inputmode: "numeric", placeholder: "66 63 61 ...", "data-key": "typed" };
  return input(`${PLACES[place]}, typed`, tilesAt(place).join(" "), act, attributes);
}

function pool() {
  const { place } = state.setup;
  const tile = (name) => {
    const lies = Object.keys(PLACES).filter((place) => tilesAt(place).includes(name));
    return button(h("span.flat", picture(name, true)), () => move(name), {
      class: lies.length && "gone", "data-tile": name, "aria-pressed": String(lies.includes(place)),
      "data-key": name, "aria-label": [name, ...lies.map((place) => PLACES[place])].join(", "),
    }, "button");
  };
  const label = `Tiles, to put into: ${PLACES[place]}`;
  return h("div.pool", { "data-place": "", role: "group", "aria-label": label }, TILES.map(tile));
}

// --- all else -----------------------------------------------------------------------------------------

/** Numbers of a part of the position: each with its words, and the most there can be. */
const SIDE = { points: ["Card points in tricks", 147], tricks: ["Tricks", 14], declared: ["Card points declared", 80] };
const CLOSED = { points: ["The other then had card points", 147], tricks: ["and tricks", 14] };
const MATCH = { you: ["Match: your game points", 6], opponent: ["Match: the opponent's", 6] };

function numbers(/** @type {string} */ part, fields, /** @type {any} */ beside = null) {
  const values = draft()[part];
  return Object.entries(fields).map(([key, [words, most]]) => {
    const act = (text) => {
      const value = text === "" ? null : Math.min(Math.max(Math.trunc(text), 0), most);
      change({ ...draft(), [part]: beside && value === null ? null : { ...beside, ...values, [key]: value } });
    };
    return input(words, values?.[key], act, { type: "number", min: 0, max: most, "data-key": `${part} ${key}` });
  });
}

function form() {
  const document = draft();
  const alter = (part) => change({ ...document, ...part });
  const who = [["you", "you"], ["opponent", "opponent"]];
  const places = Object.keys(PLACES).filter((place) => !["you.hand", "turned", "led"].includes(place));
  const goTo = (place) =>
    button(`${PLACES[place]} ${tilesAt(place).length || ""}`.trim(), () => set(state.setup, { place }), {
      "aria-pressed": String(state.setup.place === place), "data-key": `to ${place}`, class: "small",
    });
  const suits = Array.from({ length: 7 }, (_, n) => [String(n), n ? String(n) : "0 (blanks)"]);
  const side = (player, words) =>
    h("fieldset",
      h("legend", words),
      numbers(player, tilesAt(`${player}.won`).length ? { declared: SIDE.declared } : SIDE),
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
