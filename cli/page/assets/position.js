// A position that can be changed, and what it is worth: at once where all is known, else ever better while one looks.

import { heading, parts } from "bingo/answers";
import { ask } from "bingo/ask";
import { begin, drawBoard } from "bingo/board";
import { verdict } from "bingo/charts";
import { Box } from "bingo/box";
import { announce, fill, h, renew, reveal, steps } from "bingo/dom";
import { draggable } from "bingo/drag";
import { missing, spoken } from "bingo/hints";
import { rules } from "bingo/rules";
import { Line, WORLDS } from "bingo/line";
import { BOX, Setup } from "bingo/setup";
import { beforeLead, choice, declares, shows, step, unseen } from "bingo/stepping";
import { headline } from "bingo/telling";
import { capital, signed, tone, worth } from "bingo/tiles";
import { written } from "bingo/written";

const CLAIM = "opponent claim";

/** What lies on the table before anybody has placed anything. */
const EXAMPLE = { name: "An example: the Bingo waits", rules: "pagat", trump: 6, lead: "you", you: { hand: "6-2 5-2 5-0 4-1 3-2 3-1 0-0", points: 43, tricks: 4 }, opponent: { hand: "6-6 5-4 4-4 4-3 4-2 1-1 1-0", points: 37, tricks: 3, declared: 20, shown: "1-1" } };
/** Where a place of the table is tapped, or a tile is let go on it, tiles go there. */
const SPOTS = { ".seat.you .rack": "you.hand", ".seat.opponent .rack": "opponent.hand", ".trick": "led", ".deck > .back, .deck + div": "stock", ".boneyard": "turned", ".seat.you .pile": "you.won", ".seat.opponent .pile": "opponent.won", ".pool": BOX };

/** Where on the table a hint stands that is about a field: the first of these that it begins with. */
const HINTS = [["trump", ".boneyard"], ["turned", ".boneyard"], ["stock", ".boneyard"], ["you", ".seat.you"], ["opponent", ".seat.opponent"], ["", ".table .turn"]];

/** The place that an element of the table or the box is part of, if any. */
function placeOf(element) {
  const button = element.closest("[data-place]");
  const spot = Object.keys(SPOTS).find((one) => element.closest(one));
  return button ? button.dataset.place : SPOTS[spot] || null;
}

export class Position {
  /** `presets`: names of rule sets; `onchange`: called when something was changed by hand; `doors`: other ways in, by name; `from(record)`: a deal is to be played. */
  constructor(presets, onchange, /** @type {Record<string, () => void>} */ doors, /** @type {(record: any) => void} */ from) {
    this.doors = doors;
    this.begun = false;
    /** @type {string[]} Positions that were stepped through, where a hand is hidden; and at which one looks. */
    this.path = [];
    this.at = 0;
    /** @type {HTMLElement[] | null} What the opponent does, to choose from while estimates get better. */
    this.choosing = null;
    this.lines = { analyze: new Line(), close: new Line(), claim: new Line() };
    this.setup = new Setup(onchange);
    this.box = new Box(this.setup, presets);
    this.reasons = h("div", { class: "reasons", role: "region", "aria-label": "What is wrong" });
    this.answer = h("div", { class: "answer", role: "region", "aria-label": "Answer", "aria-busy": "false" });
    this.playing = h("button", { type: "button", hidden: true, onclick: () => from(this.setup.deal()) }, "Play from here");
    this.more = h("div", { class: "answer", role: "region", "aria-label": "Closing and claiming" });
    this.below = h("section", { class: "below", "aria-label": "Why" });
    this.asks = this.questions();
    this.side = h("div", { class: "side" }, this.reasons, this.asks, this.more);
  }

  /** The table with the answer beside it, then what else can be asked, and the set-up with what stands `above` it. */
  element(...above) {
    const live = h("div", { class: "live" }, this.answer, this.side, this.below, h("div", { class: "box" }, above, this.box.element));
    draggable(live, { from: ".pool .tile, .laying .tile[data-tile]", place: placeOf, drop: (tile, place) => this.setup.put(tile, place) });
    return live;
  }

  questions() {
    const button = (kind, words) => h("button", { type: "button", onclick: () => this.question(kind) }, words);
    return h("div", { class: "tools" }, button("close", "Should I close?"), button("claim", "Can I claim?"), this.playing);
  }

  async question(kind) {
    fill(this.below);
    fill(this.more, h("p", { role: "status" }, "Thinking ..."));
    const found = await this.lines[kind].ask({ ask: kind, position: this.setup.document() });
    if (!found) return;
    if (!found.item) return fill(this.more, this.faults(found));
    const { panel, below } = parts(found.item);
    fill(this.more, panel);
    fill(this.below, below);
    reveal(panel.querySelector(".verdict") || panel);
    announce(headline(found.item).join(" "));
  }

  /** What it is worth as it is now. */
  async ask() {
    const waits = this.setup.empty && !this.begun;
    const position = waits ? EXAMPLE : this.setup.document();
    this.begun ||= !waits;
    if (this.path[this.at] !== JSON.stringify(position)) [this.path, this.at] = [[JSON.stringify(position)], 0];
    this.stop();
    this.choosing = null;
    fill(this.more);
    fill(this.below);
    this.answer.setAttribute("aria-busy", "true");
    for (const worlds of WORLDS) {
      const found = await this.lines.analyze.ask({ ask: "analyze", position, worlds });
      if (!found) return;
      if (!found.item) this.wrong(found);
      else this.worth(found.item, position, waits);
      if (!found.item || found.item.answer.exact || found.item.answer.every) break;
    }
    this.answer.setAttribute("aria-busy", "false");
  }

  /** Give up what is being asked. */
  stop() {
    Object.values(this.lines).forEach((line) => line.stop());
  }

  worth(item, position, waits) {
    const open = [".words", ".more"].filter((kind) => this.answer.querySelector(`${kind}[open]`));
    const more = async (after) => (await ask({ ask: "follow", position, after })).tree;
    const edit = async (after) => this.edit(await ask({ ask: "play", position, after }), position);
    const tiles = item.tree ? null : unseen(position, item.board);
    const make = (turn) => this.make(turn, position, item.board);
    const { stage, panel } = parts(item, more, edit, tiles && ((move) => make(`you ${move}`)));
    panel.prepend(waits ? this.welcome() : "", heading(item, "h2"));
    if (tiles) panel.querySelector(".verdict").after(...(this.choosing ||= this.opponent(position, item, tiles, make)));
    if (this.path.length > 1) this.stepped(stage, item.tree);
    this.playing.hidden = waits || !this.setup.deal();
    fill(this.reasons);
    this.asks.hidden = false;
    renew(this.answer, null, stage, panel);
    for (const kind of open) this.answer.querySelector(kind)?.setAttribute("open", "");
    announce(panel.querySelector(".verdict")?.innerText || headline(item)[0]);
  }

  /** What the opponent may do: a tile of those that nobody has seen, and a claim where it is true. */
  opponent(position, { board, answer }, tiles, make) {
    const [does, verb] = board.led ? ["reply", "play"] : ["lead", "lead"];
    const act = (tile, before) => make(`opponent ${before}${verb} ${tile}`);
    const claim = h("div", { class: "tools" });
    const offered = (found) => found.gain !== undefined && fill(claim, h("button", { type: "button", onclick: () => make(CLAIM) }, "The opponent claims"));
    if (!board.led && board.opponent.tricks) step(position, board, CLAIM).then(offered);
    return [...(answer.to_move === "opponent" ? [choice(`What does the opponent ${does}?`, tiles, board, act, beforeLead(tiles, board))] : []), claim];
  }

  /** Go on after a turn in a position of which a hand is hidden; first one says what is drawn. */
  async make(turn, position, board, drawn = null) {
    this.stop();
    const here = this.path[this.at];
    const found = await step(position, board, turn, drawn);
    if (this.path[this.at] !== here) return; // the table was changed meanwhile
    if (!found.position) this.answer.setAttribute("aria-busy", "false");
    const panel = this.answer.querySelector(".panel");
    const question = (words, choosing) => {
      panel.querySelector(".choosing")?.remove();
      panel.querySelector(".verdict").after(choosing);
      panel.querySelector(".choosing button").focus();
      announce(words);
    };
    if (found.shows) return question("Do you declare?", shows("Do you declare?", found.shows, (whole) => this.make(whole, position, board)));
    const theirs = `Does the opponent declare anything with ${found.won}?`;
    if (found.won) return question(theirs, declares(theirs, found.won, found.doubles, (more) => this.make(`${turn}; ${more}`, position, board)));
    if (found.draws) return question("Which tile do you draw?", choice("Which tile do you draw?", found.draws, board, (tile) => this.make(turn, position, board, tile)));
    if (found.gain !== undefined) {
      const ended = verdict(signed(found.gain), tone(found.gain), "The deal is over", `${capital(turn.replace(CLAIM, "the opponent claims"))}: ${worth(found.gain, board.unit)}.`);
      fill(panel, ended, h("button", { type: "button", onclick: () => this.ask() }, "Back"));
      return announce(ended.innerText);
    }
    if (!found.position) return fill(this.reasons, h("p", { class: "error", role: "status" }, found.error));
    this.path = [...this.path.slice(0, this.at + 1), found.position];
    this.go(this.at + 1);
  }

  /** Show the position after so many steps. */
  go(at) {
    const position = this.path[at];
    this.setup.take(typeof position === "string" ? JSON.parse(position) : position);
    this.path[(this.at = at)] = JSON.stringify(this.setup.document());
    this.setup.onchange();
  }

  /** The way back through the steps; what is solved has its own way on. */
  stepped(stage, solved) {
    const go = (to) => this.go(to);
    if (solved) return stage.append(h("div", { class: "tools" }, h("button", { type: "button", "data-key": "Step back", onclick: () => go(this.at - 1) }, "Back to where a hand was hidden")));
    stage.append(h("div", { class: "controls", role: "group", "aria-label": "Step through the line" }, steps("move", this.at, this.path.length - 1, go)));
  }

  /** Set up the table that a line has come to. */
  edit({ board, error }, { rules, match }) {
    if (!board) return this.wrong({ error });
    this.setup.take(written(board, { rules, match }));
    this.setup.onchange();
    reveal(this.box.element, "start");
  }

  /** What stands beside the example. */
  welcome() {
    const setUp = async () => {
      this.begun = true;
      if (matchMedia("(pointer: fine)").matches) this.box.typed.focus({ preventScroll: true }); // else a keyboard covers it
      await this.ask();
      reveal(this.box.element, "start");
    };
    const door = ([words, act]) => h("button", { type: "button", class: "main", onclick: act }, words);
    const doors = Object.entries({ Play: this.doors.Play, "Set up": setUp, Puzzle: this.doors.Puzzles });
    return h("div", { class: "welcome" }, h("div", { class: "doors" }, doors.map(door)), h("details", {}, h("summary", {}, "The rules in a minute"), rules()));
  }

  /** Why there is no answer yet: on the table, where it is about, what has yet to come; in red only what cannot be. */
  wrong(found) {
    this.stop(); // an answer to what was asked before would take these words away
    this.answer.setAttribute("aria-busy", "false");
    const board = this.setup.board();
    const choose = ({ target }) => placeOf(target) && this.setup.choose(placeOf(target));
    this.playing.hidden = true;
    this.asks.hidden = this.setup.empty;
    const open = (found.reasons || []).filter(missing);
    const against = (found.reasons || []).filter((reason) => !missing(reason));
    const list = (reasons) => h("ul", {}, reasons.map((reason) => h("li", {}, this.spoken(reason))));
    const stage = h("div", { class: "stage laying", role: "region", "aria-label": "The table so far", onclick: choose }, drawBoard(begin(board)));
    const hints = open.map((reason) => {
      const [, spot] = HINTS.find(([field]) => reason.field.startsWith(field)) || [];
      stage.querySelector(spot).append(h("p", { class: "hint" }, this.spoken(reason)));
      return this.spoken(reason);
    });
    fill(this.answer, stage);
    const waits = this.setup.empty && !found.error ? h("p", { class: "faint" }, "The answer appears here as soon as the tiles make a position.") : null;
    fill(this.reasons, waits, found.error ? h("p", { class: "error" }, found.error) : null, against.length ? [h("h2", {}, "This cannot occur"), list(against)] : null);
    announce([...hints, this.reasons.textContent].join(" "));
  }

  spoken(reason) {
    return spoken(reason, (place) => this.setup.lying(place));
  }

  faults({ reasons, error }) {
    return reasons ? h("ul", { class: "error" }, reasons.map((reason) => h("li", {}, this.spoken(reason)))) : h("p", { class: "error" }, error);
  }
}
