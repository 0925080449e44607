// Set-up as a mode of the table: a position as a file has it, and what is done to it. Places are tapped, tiles lie
// below the hand, all else is on the sheet.

import { action, button, chooseFile, h } from "bingo/dom";
import { tilesOf } from "bingo/moment";
import { eyebrow, input, reasonList, rulesInput, select } from "bingo/panel";
import { PLACE_NAMES, addressOf, faultLines, go, latestQuestion, openText, set, state } from "bingo/state";
import { drawTable, tilePicture } from "bingo/table";

const TILES = Array.from({ length: 7 }, (_, a) => Array.from({ length: a + 1 }, (_, b) => `${a}-${b}`))
  .flat()
  .reverse();
/** Marks beside the place where a tile lies; places of one tile. */
const SHOWN_PLACES = ["you.shown", "opponent.shown"];
const SINGLE_PLACES = ["led", "turned"];
const HAND_SIZE = 7;
/** Reasons that only say that something has yet to be placed. */
const MISSING_CODE = /^(no|few|part)-/;

const checkQuestion = latestQuestion();

/** What there is; what is null is not said. */
const compactCopy = (/** @type {any} */ document) =>
  JSON.parse(JSON.stringify(document, (_, value) => value ?? undefined));

/** A position that a file has, to be changed; without one it is empty. @returns {any} */
export function toDraft({ expect: _expect, you, opponent, ...document } = /** @type {any} */ ({})) {
  const side = (player) => (player && typeof player === "object" ? player : {});
  return compactCopy({ rules: "pagat", lead: "you", ...document, you: side(you), opponent: side(opponent) });
}

/** The position as a file has it: where tricks are known, their points and number are not said. */
export function toFile({ you, opponent, ...others }) {
  const side = ({ points, tricks, ...tiles }) => (tiles.won ? tiles : { ...tiles, points, tricks });
  return compactCopy({ ...others, you: side(you), opponent: side(opponent) });
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
  const trickText = (tile, n) => (n % 2 ? [] : `${tile} ${tiles[n + 1] || "?"}`);
  const text = key === "won" ? tiles.flatMap(trickText).join(", ") : tiles.join(" ");
  return { ...document, [player]: { ...document[player], [key]: text || null } };
}

/** A position without a tile, wherever it lay; marks are left. */
function withoutTile(document, /** @type {string} */ tile) {
  const hasTile = (place) => !SHOWN_PLACES.includes(place) && tilesAt(place, document).includes(tile);
  const places = Object.keys(PLACE_NAMES).filter(hasTile);
  const tilesLeft = (place) => tilesAt(place, document).filter((other) => other !== tile);
  return places.reduce((changed, place) => withTiles(changed, place, tilesLeft(place)), document);
}

/** Let the position be another one; that can be undone. */
function changeDraft(document) {
  const { steps, step } = state.setup;
  const [oldText, newText] = [draft(), compactCopy(document)].map((position) => JSON.stringify(position));
  if (newText === oldText) return;
  state.setup.steps = [...steps.slice(0, step), oldText, newText];
  stepDraft(1);
}

/** Take back what was done last (-1), or do it again (1). */
export function stepDraft(/** @type {number} */ direction) {
  const step = state.setup.step + direction;
  const text = state.setup.steps[step];
  if (!text) return;
  state.setup.steps[state.setup.step] = JSON.stringify(draft()); // which an analysis may have set meanwhile
  set(state.setup, { document: JSON.parse(text), step });
  check();
}

export async function check() {
  const answer = await checkQuestion.ask({ ask: "write", position: toFile(draft()) });
  if (!answer) return;
  const { reasons = [], error, text } = answer;
  const impossible = reasons.filter(({ code = "" }) => !MISSING_CODE.test(code));
  const stillMissing = reasons.filter((reason) => !impossible.includes(reason)).slice(0, 1);
  set(state.setup, {
    isValid: Boolean(text), faults: error ? [error] : faultLines({ reasons: impossible }),
    stillMissing: faultLines({ reasons: stillMissing }),
  });
}

/** Let these tiles lie in a place, and no others; without a place beside the table. A place of one has the last. */
function layTiles(/** @type {string} */ place, /** @type {string[]} */ tiles) {
  const placed = [...new Set(tiles)].slice(SINGLE_PLACES.includes(place) ? -1 : 0);
  const newDraft = SHOWN_PLACES.includes(place) ? draft() : placed.reduce(withoutTile, draft());
  changeDraft(place ? withTiles(newDraft, place, placed) : newDraft);
}

/** Lay one more tile somewhere. After a full hand the turned tile is next. */
function addTile(/** @type {string} */ tile, /** @type {string} */ place) {
  layTiles(place, [...tilesAt(place), tile]);
  const isHandFull = tilesAt("you.hand").length === HAND_SIZE;
  if (place === "you.hand" && isHandFull && !tilesAt("turned").length) state.setup.place = "turned";
  else if (place === "turned" && state.setup.place === place) state.setup.place = "you.won";
}

/** Put a tile where tiles go now; if it lies there, take it away. */
function toggleTile(/** @type {string} */ tile) {
  const { place } = state.setup;
  const otherTiles = tilesAt(place).filter((other) => other !== tile);
  if (otherTiles.length === tilesAt(place).length) addTile(tile, place);
  else layTiles(place, otherTiles);
}

/** Seven tiles for you and one turned up, by chance; the opponent's stay hidden. */
function dealRandomly() {
  const tiles = TILES.map((tile) => [Math.random(), tile]).sort().map(([, tile]) => tile);
  const hand = tiles.slice(0, HAND_SIZE).join(" ");
  changeDraft(toDraft({ rules: draft().rules, turned: tiles[HAND_SIZE], you: { hand } }));
}

/** The table as far as it is set up, before its position can occur. */
export function draftBoard() {
  const { trump, lead, closed = null, match, ...players } = toFile(draft());
  const [[turned = null], [led = null], stock] = ["turned", "led", "stock"].map((place) => tilesAt(place));
  const suit = trump ?? (turned && (turned.includes("0") ? "0" : turned[0]));
  const seatOf = (player) => {
    const [hand, won, shown] = ["hand", "won", "shown"].map((key) => tilesAt(`${player}.${key}`));
    const { tricks = Math.ceil(won.length / 2) + (players[player].forgotten || 0), declared = 0 } = players[player];
    const points = players[player].points ?? (tricks ? null : 0);
    const hidden = player === "opponent" && !hand.length ? tilesAt("you.hand").length || HAND_SIZE : 0;
    return { hand, hidden, points: points === null ? null : points + (tricks ? declared : 0), tricks, declared, shown };
  };
  const [you, opponent] = [seatOf("you"), seatOf("opponent")];
  const undrawn = Math.max(13 - 2 * (you.tricks + opponent.tricks), 0);
  return {
    match, trump: suit, trumps: TILES.filter((tile) => tile.includes(suit)), points: {}, turned, stock,
    face_down: turned && !stock.length ? undrawn : stock.length, closed, lead, led, you, opponent,
    won: { you: [], opponent: [] }, last: null,
  };
}

// --- drawing ------------------------------------------------------------------------------------------

const DRAG_DISTANCE = 6;

/** A tile that is pressed and then moved so many pixels is laid where it is let go, by mouse, pen or finger. */
export function startDrag(/** @type {any} */ down) {
  const tile = down.target.closest(".laying [data-tile]");
  if (!tile || down.button) return;
  const dragListeners = new AbortController();
  let liftedTile = /** @type {any} */ (null);
  const moveTile = ({ clientX, clientY }) => {
    if (!liftedTile && Math.hypot(clientX - down.clientX, clientY - down.clientY) < DRAG_DISTANCE) return;
    liftedTile ||= tile.querySelector("svg").cloneNode(true);
    liftedTile.classList.add("lifted");
    liftedTile.style = `width:${tile.offsetWidth}px;translate:${clientX}px ${clientY}px`;
    document.body.append(liftedTile);
  };
  const dropTile = ({ type, clientX, clientY }) => {
    dragListeners.abort();
    liftedTile?.remove();
    const underPointer = document.elementFromPoint(clientX, clientY);
    const place = /** @type {HTMLElement | null | undefined} */ (underPointer?.closest("[data-place]"));
    if (liftedTile && place && type === "pointerup" && !tile.contains(underPointer))
      addTile(tile.dataset.tile, place.dataset.place || "");
  };
  addEventListener("pointermove", moveTile, dragListeners);
  addEventListener("pointerup", dropTile, dragListeners);
  addEventListener("pointercancel", dropTile, dragListeners);
}

export function drawEditor() {
  const { place, steps, step, isValid } = state.setup;
  const smallNote = (words) => h("span.sm", words);
  const moment = draftBoard();
  moment.opponent.hidden = 0; // how many they are is not said yet
  return {
    title: "Set up",
    felt: drawTable(moment, {
      key: "set-up", pool: tilePool(), prompt: setupPrompt(),
      dropPlaces: { place, tilesAt, choose: (newPlace) => set(state.setup, { place: newPlace }) },
      notes: {
        you: smallNote(` ${tilesAt("you.hand").length} of 7`),
        opponent: smallNote(tilesAt("opponent.hand").length ? "" : " hidden; tap the row to fill it"),
      },
    }),
    top: [
      action("Undo", "back", () => stepDraft(-1), { disabled: !step }),
      action("Redo", "right", () => stepDraft(1), { disabled: !steps[step + 1] }),
      action("Clear", "clear", () => changeDraft(toDraft()), { disabled: isEmpty() }),
    ],
    bar: [
      action("Open a file", "file", () => chooseFile(openText)), action("At random", "shuffle", dealRandomly),
      action("Analyze", "search", () => go(addressOf(toFile(draft()))), { class: "main", disabled: !isValid }),
    ],
    panel: [eyebrow("Set up", "Tap a place, then tiles; or drag them"), reasonLists(), tileField(), drawForm()],
  };
}

function setupPrompt() {
  const { place, faults } = state.setup;
  const isHandFull = tilesAt("you.hand").length === HAND_SIZE;
  if (faults.length) return faults[0];
  if (place === "you.hand") return isHandFull ? "Your hand is full." : "Your tiles";
  return place === "turned" && isHandFull ? "Your hand is full. Now the tile turned up." : PLACE_NAMES[place];
}

function reasonLists() {
  const { faults, stillMissing } = state.setup;
  const drawReasons = (title, sentences) => sentences.length > 0 && [h("h2.sub", title), reasonList(sentences)];
  return h("div",
    { role: "region", "aria-label": "What is missing" }, drawReasons("This cannot occur", faults),
    !faults.length && !isEmpty() && drawReasons("Still to come", stillMissing),
  );
}

function tileField() {
  const { place } = state.setup;
  const lay = (text) => layTiles(place, tilesOf(text));
  const oninput = (event) => lay(event.target.value);
  const attributes = { oninput, size: 21, inputmode: "numeric", placeholder: "66 63 61 ...", "data-key": "typed" };
  return input(`${PLACE_NAMES[place]}, typed`, tilesAt(place).join(" "), lay, attributes);
}

function tilePool() {
  const { place } = state.setup;
  const tileButton = (tile) => {
    const placesOfTile = Object.keys(PLACE_NAMES).filter((place) => tilesAt(place).includes(tile));
    return button(h("span.flat", tilePicture(tile, true)), () => toggleTile(tile), {
      class: placesOfTile.length && "gone", "data-tile": tile, "aria-pressed": String(placesOfTile.includes(place)),
      "data-key": tile, "aria-label": [tile, ...placesOfTile.map((place) => PLACE_NAMES[place])].join(", "),
    }, "button");
  };
  const label = `Tiles, to put into: ${PLACE_NAMES[place]}`;
  return h("div.pool", { "data-place": "", role: "group", "aria-label": label }, TILES.map(tileButton));
}

// --- all else -----------------------------------------------------------------------------------------

/** Numbers of a part of the position: each with its words, and the most there can be. */
const SIDE_FIELDS = {
  points: ["Card points in tricks", 147], tricks: ["Tricks", 14], declared: ["Card points declared", 80],
};
const CLOSED_FIELDS = { points: ["The other then had card points", 147], tricks: ["and tricks", 14] };
const MATCH_FIELDS = { you: ["Match: your game points", 6], opponent: ["Match: the opponent's", 6] };

function numberInputs(/** @type {string} */ part, fields, /** @type {any} */ defaults = null) {
  const current = draft()[part];
  return Object.entries(fields).map(([key, [label, most]]) => {
    const onValue = (text) => {
      const value = text === "" ? null : Math.min(Math.max(Math.trunc(text), 0), most);
      const isRemoved = defaults && value === null;
      changeDraft({ ...draft(), [part]: isRemoved ? null : { ...defaults, ...current, [key]: value } });
    };
    return input(label, current?.[key], onValue, { type: "number", min: 0, max: most, "data-key": `${part} ${key}` });
  });
}

function drawForm() {
  const document = draft();
  const alterDraft = (part) => changeDraft({ ...document, ...part });
  const playerOptions = [["you", "you"], ["opponent", "opponent"]];
  const places = Object.keys(PLACE_NAMES).filter((place) => !["you.hand", "turned", "led"].includes(place));
  const placeButton = (place) =>
    button(`${PLACE_NAMES[place]} ${tilesAt(place).length || ""}`.trim(), () => set(state.setup, { place }), {
      "aria-pressed": String(state.setup.place === place), "data-key": `to ${place}`, class: "small",
    });
  const suits = Array.from({ length: 7 }, (_, n) => [String(n), n ? String(n) : "0 (blanks)"]);
  const sideFields = (player, title) =>
    h("fieldset",
      h("legend", title),
      numberInputs(player, tilesAt(`${player}.won`).length ? { declared: SIDE_FIELDS.declared } : SIDE_FIELDS),
    );
  return h("div.form",
    h("div.row", { role: "group", "aria-label": "Other places" }, places.map(placeButton)),
    h("fieldset",
      h("legend", "Deal"), rulesInput(rulesText(document.rules), (text) => alterDraft({ rules: text || "pagat" })),
      select("Trumps", [["", "as turned up"], ...suits], String(document.trump ?? ""), (suit) =>
        alterDraft({ trump: suit === "" ? null : Number(suit) }),
      ),
      select("Leads this trick", playerOptions, document.lead, (lead) => alterDraft({ lead })),
      select("Boneyard closed by", [["", "nobody"], ...playerOptions], document.closed?.by || "", (by) =>
        alterDraft({ closed: by ? { points: 0, tricks: 0, ...document.closed, by } : null }),
      ),
      document.closed && numberInputs("closed", CLOSED_FIELDS),
      numberInputs("match", MATCH_FIELDS, { you: 0, opponent: 0 }),
    ),
    sideFields("you", "You"), sideFields("opponent", "Opponent"),
  );
}
