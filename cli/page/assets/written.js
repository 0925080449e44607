// A position as a file has it, read and written.

import { PLACES } from "bingo/hints";
import { tilesOf } from "bingo/tiles";

/** Tricks as a file has them; of a tile that is alone, the other is not known. */
export const pairs = (tiles) => tiles.map((tile, n) => (n % 2 ? "" : [tile, tiles[n + 1] || "?"].join(" "))).filter(Boolean).join(", ");

/** The table as a file has it. */
export function written({ trump, turned, stock, closed, lead, led, ...board }, besides) {
  const side = ({ hand, points, tricks, declared, shown }) => stated({ hand: hand || null, points, tricks, declared: declared || null, shown: shown || null });
  return stated({ ...besides, trump, turned, stock: stock || null, closed, lead, led, you: side(board.you), opponent: side(board.opponent) });
}

/** Without what is not said. */
export function stated(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
}

/** Rules as a file has them: a preset, or one with changes ("pagat, must_beat=false"). */
export function rulesOf(text) {
  const [preset, ...changes] = text.split(",").map((part) => part.trim());
  if (!changes.length) return preset;
  const value = (written) => (/^(true|false|-?\d+)$/.test(written) ? JSON.parse(written) : written);
  const fields = changes.map((change) => change.split("=").map((part) => part.trim()));
  return { preset, ...Object.fromEntries(fields.map(([key, written = ""]) => [key, value(written)])) };
}

/** The same as one types them. */
export function rulesText(rules) {
  if (typeof rules === "string") return rules;
  const { preset = "pagat", ...changes } = rules;
  return [preset, ...Object.entries(changes).map(([key, value]) => `${key}=${value}`)].join(", ");
}

/** @returns {import("./types").Laid} An empty position. */
export function empty() {
  const side = () => ({ points: null, tricks: null, declared: null });
  const places = Object.fromEntries(Object.keys(PLACES).map((place) => [place, []]));
  return { name: null, rules: "pagat", trump: null, lead: "you", closed: null, match: null, you: side(), opponent: side(), places, kept: {} };
}

/** A position that a file has, to be changed. */
export function laid(document) {
  const state = empty();
  const { name = null, rules = "pagat", trump = null, lead = "you", closed = null, match = null, expect, carried, ...rest } = document;
  Object.assign(state, { name, rules: rulesText(rules), trump, lead, closed, match, kept: carried ? { carried } : {} });
  for (const place of ["led", "turned", "stock", "played"]) state.places[place] = tilesOf(rest[place]);
  for (const player of ["you", "opponent"]) {
    const side = rest[player] || {};
    state.places[`${player}.hand`] = tilesOf(side.hand);
    state.places[`${player}.won`] = tilesOf((side.won || "").replaceAll(",", "")).filter((tile) => tile !== "?");
    state.places[`${player}.shown`] = tilesOf(side.shown);
    const { points = null, tricks = null, declared = null } = side;
    state[player] = { points, tricks, declared };
    const { hand, won, shown, points: p, tricks: t, declared: d, ...others } = side;
    if (Object.keys(others).length) state.kept[player] = others;
    if (/\?/.test(side.won || "")) [state.kept[player], state.places[`${player}.won`]] = [{ ...others, won: side.won }, []];
  }
  return state;
}

/** The position as a file has it. */
export function filed(/** @type {import("./types").Laid} */ state) {
  const { places } = state;
  const found = { name: state.name, rules: rulesOf(state.rules), trump: state.trump, lead: state.lead, closed: state.closed, match: state.match };
  for (const place of ["led", "turned", "stock", "played"]) found[place] = places[place].join(" ") || null;
  for (const player of ["you", "opponent"]) {
    const won = places[`${player}.won`];
    const told = won.length ? { won: pairs(won) } : { points: state[player].points, tricks: state[player].tricks };
    const hand = places[`${player}.hand`].join(" ") || null;
    found[player] = stated({ hand, ...told, declared: state[player].declared, shown: places[`${player}.shown`].join(" ") || null, ...state.kept[player] });
  }
  const { you, opponent, ...kept } = state.kept;
  return stated({ ...found, ...kept });
}
