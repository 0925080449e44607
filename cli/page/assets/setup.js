// A position that is being set up: its state and what is done to it. It knows nothing of elements.

import { PLACES } from "bingo/hints";
import { TILES, shuffled, tilesOf } from "bingo/tiles";
import { begun, filed, pairs, stated } from "bingo/written";

/** Marks beside the place where a tile lies. */
const MARKS = ["you.shown", "opponent.shown"];
const ONE = ["led", "turned"];
/** Where tiles lie that have no place yet. */
export const BOX = "box";

export class Setup {
  /** The position as a file has it, with null for what is not said. */
  state = begun();
  /** Where tiles go now. */
  place = "you.hand";
  /** @type {string[]} States before this one. */
  past = [];
  /** @type {string[]} States that were taken back, the next one last. */
  future = [];
  /** The state as it is kept. */
  now = JSON.stringify(this.state);
  /** Draws it. */
  show = () => {};

  /** `onchange`: called when something was changed by hand. */
  constructor(onchange) {
    this.onchange = onchange;
  }

  /** Whether nothing has been placed or said yet. */
  get empty() {
    return JSON.stringify(this.state) === JSON.stringify(begun());
  }

  /** The tiles that lie in a place. */
  lying(place) {
    const [player, key] = place.split(".");
    const text = key ? this.state[player][key] : this.state[player];
    return tilesOf(`${text || ""}`.replaceAll(",", "")).filter((tile) => tile !== "?");
  }

  /** Let these tiles lie in a place, and no others. */
  lay(place, tiles) {
    const [player, key] = place.split(".");
    const text = (key === "won" ? pairs(tiles) : tiles.join(" ")) || null;
    if (key) this.state[player][key] = text;
    else this.state[player] = text;
  }

  /** Tiles go there from now on. */
  choose(place) {
    this.place = place;
    this.show();
  }

  /** What is typed lies where tiles go now, and nothing else does. */
  type(text) {
    const tiles = [...text.matchAll(/([0-6])[-|]?([0-6])/g)].map(([, a, b]) => `${Math.max(a, b)}-${Math.min(a, b)}`);
    const wanted = [...new Set(tiles)].slice(0, ONE.includes(this.place) ? 1 : undefined);
    if (!MARKS.includes(this.place)) wanted.forEach((tile) => this.leave(tile));
    if (this.lying(this.place).join() === wanted.join()) return;
    this.lay(this.place, wanted);
    this.changed();
  }

  /** Take a tile from wherever it lies. */
  leave(tile) {
    const from = Object.keys(PLACES).find((place) => !MARKS.includes(place) && this.lying(place).includes(tile));
    if (from) this.lay(from, this.lying(from).filter((one) => one !== tile));
  }

  /** The table as far as it is laid, before its position can occur. */
  board() {
    const { trump, lead, closed, match } = this.state;
    const sides = this.document();
    const seat = (player) => {
      const { hand = "", won = "", forgotten = 0, points = null, declared = 0, shown = "", ...side } = sides[player];
      const tricks = side.tricks ?? Math.ceil(tilesOf(won.replaceAll(",", "")).length / 2) + forgotten;
      return { hand, hidden: 0, points: points ?? (tricks ? null : 0), tricks, declared, shown };
    };
    const [[turned = null], [led = null], stock] = ["turned", "led", "stock"].map((place) => this.lying(place));
    const remarks = match ? [{ code: "match", ...match }] : [];
    const [you, opponent] = [seat("you"), seat("opponent")];
    const left = Math.max(13 - 2 * (you.tricks + opponent.tricks), 0);
    return { trump, trumps: "", points: {}, turned, stock: stock.join(" "), face_down: turned && !stock.length ? left : stock.length, closed, lead, led, remarks, you, opponent };
  }

  clear() {
    this.state = begun();
    this.changed();
  }

  /** Change seats: the opponent becomes you. */
  flip() {
    const { you, opponent, lead, closed, match, carried, ...table } = this.document();
    const other = (player) => (player === "you" ? "opponent" : "you");
    const swapped = (both) => both && { ...both, you: both.opponent, opponent: both.you };
    this.take(stated({ ...table, you: opponent, opponent: you, lead: other(lead), closed: closed && { ...closed, by: other(closed.by) }, match: swapped(match), carried: swapped(carried) }));
    this.onchange();
  }

  /** The record of a deal that begins so, dealt at random where tiles are not known; null of one that has begun. */
  deal() {
    const { name, rules, trump, lead, closed, match, turned, stock, led, played, you, opponent } = this.document();
    const begun = closed || led || played || [you, opponent].some((side) => side.won || side.points || side.tricks || side.declared || side.shown);
    const known = [you.hand, opponent.hand, turned, stock].flatMap(tilesOf);
    const rest = shuffled(TILES.filter((tile) => !known.includes(tile)));
    const theirs = tilesOf(opponent.hand || rest.splice(0, 7).join(" "));
    if (begun || !turned || tilesOf(you.hand).length !== 7 || theirs.length !== 7) return null;
    const side = (tiles) => ({ dealt: tiles });
    return stated({ name, rules, trump, match, lead, turned, you: side(you.hand), opponent: side(theirs.join(" ")), stock: stock || rest.join(" "), play: [] });
  }

  /** Seven tiles for you and one turned up, by chance; the opponent's stay hidden. */
  random() {
    const tiles = shuffled(TILES);
    this.state = begun({ rules: this.state.rules });
    this.lay("you.hand", tiles.slice(0, 7));
    this.lay("turned", tiles.slice(7, 8));
    this.changed();
  }

  /** Lay a tile somewhere, wherever it lay before; in the box if nowhere. */
  put(tile, place) {
    if (place !== BOX && this.lying(place).includes(tile)) return;
    if (!MARKS.includes(place)) this.leave(tile);
    if (place !== BOX) this.lay(place, ONE.includes(place) ? [tile] : [...this.lying(place), tile]);
    this.changed();
  }

  // --- what was done ----------------------------------------------------------------------------------

  /** Keep the state before this one, if it is another. */
  keep() {
    const now = JSON.stringify(this.state);
    if (now === this.now) return;
    this.past.push(this.now);
    [this.now, this.future] = [now, []];
  }

  /** Go to the last state of `from`; `to` gets the one that is left. */
  step(from, to) {
    if (!from.length) return;
    to.push(this.now);
    this.now = from.pop();
    this.state = JSON.parse(this.now);
    this.show();
    this.onchange();
  }

  undo() {
    this.step(this.past, this.future);
  }

  redo() {
    this.step(this.future, this.past);
  }

  /** Take over a position as a file has it. */
  take(document) {
    this.state = begun(document);
    this.keep();
    this.show();
  }

  /** The position as a file has it. */
  document() {
    return filed(this.state);
  }

  changed() {
    this.keep();
    this.show();
    this.onchange();
  }

  /** Put a tile where tiles go now; if it lies there, take it away. */
  move(tile) {
    const tiles = this.lying(this.place);
    if (!tiles.includes(tile)) return this.put(tile, this.place);
    this.lay(this.place, tiles.filter((one) => one !== tile));
    this.changed();
  }

  set(change) {
    change();
    this.changed();
  }
}
