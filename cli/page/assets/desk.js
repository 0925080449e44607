// The table that a game is played at: what can be done in a turn, what is said, what has happened. Drawn from its state.

import { begin, drawBoard, lay } from "bingo/board";
import { announce, fill, h, once, renew, save } from "bingo/dom";
import { rules } from "bingo/rules";
import { tileOf, tilesOf } from "bingo/tiles";

/** What is asked of you. */
export const PROMPTS = {
  lead: "Your lead.",
  reply: "Your reply.",
  claim: "The opponent is about to lead. Go on, or claim.",
  show: "You won the trick with a double. Declare it with others, or go on.",
  program: "The opponent's turn.",
  next: "The deal is over.",
  nothing: "The match is over.",
};

/** What has happened in the deal, line by line. */
export function happened({ log, ending }) {
  return [...log.map(({ line }) => line), ...ending];
}

export class Desk {
  constructor(/** @type {import("bingo/game").Game} */ play) {
    this.play = play;
    const region = (label, attributes = {}) => h("div", { role: "region", "aria-label": label, ...attributes });
    this.about = h("p", { class: "faint" });
    this.table = h("div", { class: "picture-of", tabindex: "-1" });
    this.controls = region("Your turn", { class: "your-turn", tabindex: "-1" });
    this.waiting = h("div", {});
    this.told = region("What the program says");
    this.coached = region("Coach");
    this.log = h("ol", { class: "log", "aria-label": "What happened", tabindex: "0" });
    this.reviewed = region("Review");
    this.asking = h("div", { class: "tools", role: "group", "aria-label": "Ask" });
    const left = h("div", { class: "stage" }, this.table, this.controls, this.asking);
    const minute = h("details", {}, h("summary", {}, "The rules in a minute"), rules());
    const right = h("div", { class: "panel" }, this.waiting, this.told, this.coached, h("h3", {}, "What happened"), this.log, this.typed(), minute, this.about);
    this.element = h("div", { hidden: true }, h("div", { class: "walk" }, left, right), this.reviewed);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Show what has come of it. */
  show() {
    const { play } = this;
    const { game } = play;
    const score = game.match ? `match ${game.match.join(" : ")}, first to 7` : "";
    this.about.textContent = [`Deal ${game.deal}`, `rules ${game.board.rules}`, `level ${game.level}`, score, `written to ${play.file}`].filter(Boolean).join(" · ");
    play.options.level(game.level);
    const moment = { ...begin(game.board, game.won), last: game.last, over: game.over };
    const yours = ["lead", "reply"].includes(game.asked) && !play.resting;
    const values = Object.fromEntries(yours ? game.moves.map(tileOf).filter(Boolean).map((tile) => [tile, { text: "" }]) : []);
    const main = () => this.controls.querySelector(".main") || this.table;
    const held = [this.table, this.controls].some((element) => element.contains(document.activeElement));
    const onplay = (tile) => play.turn(tile);
    lay(this.table, drawBoard(moment, { mover: "you", values, onplay: yours ? onplay : null }));
    const waits = play.resting || game.asked === "program"; // what stands below stays where it is until your turn
    this.controls.style.minHeight = waits ? `${this.controls.offsetHeight}px` : "";
    renew(this.controls, this.table, this.buttons());
    if (held && (document.activeElement === this.table || main() !== this.table)) main().focus({ preventScroll: true });
    renew(this.asking, this.table, this.questions());
    fill(this.log, happened(game).map((line) => h("li", {}, line)));
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** Say something that is no part of the game. */
  tell(lines, refused = false) {
    fill(this.told, lines.map((line) => h("p", { class: refused ? "wrong" : null }, line)));
    if (lines.length) announce(lines.join(" "));
  }

  buttons() {
    const { play } = this;
    const { game } = play;
    const button = (words, act, main = false) => h("button", { type: "button", class: main ? "main" : null, "data-key": words, onclick: act }, words);
    if (play.resting) return h("p", { class: "asked" }, "The trick is taken.");
    const unsure = () => play.set({ sure: false });
    if (play.sure) return [h("p", { class: "asked" }, "Claim that you have enough card points? If you have counted wrong, the opponent scores."), h("div", { class: "tools" }, button("Claim now", () => play.turn("claim"), true), button("Not yet", unsure))];
    const row = [];
    if (game.asked === "next") row.push(button("Next deal", () => play.say("next"), true));
    if (["claim", "show"].includes(game.asked)) row.push(button("Go on", () => play.say("wait"), true));
    if (game.moves.some((move) => move.startsWith("close"))) row.push(this.toggle("Close first", play.closes, () => play.set({ closes: !play.closes })));
    for (const tile of tilesOf(game.doubles)) row.push(this.toggle(`Declare ${tile}`, play.declared.includes(tile), () => play.declare(tile)));
    if (game.asked === "show") row.push(button("Declare", () => play.turn("")));
    if (game.claim) row.push(button("Claim", () => play.turn("claim")));
    const moves = game.moves.filter((move) => move !== "wait").map((move) => h("li", {}, h("button", { type: "button", class: "choice", "data-key": move, onclick: once(() => play.move(move)) }, h("span", {}, move))));
    const open = this.controls.querySelector("details[open]") !== null;
    const listed = moves.length ? h("details", { open }, h("summary", { "data-key": "moves" }, "Possible moves"), h("ul", { class: "choices" }, moves)) : null;
    const [end, ...match] = game.ending;
    const last = [...game.log.slice(end ? -1 : -2).map(({ line }) => line), ...match];
    const tools = row.length ? h("div", { class: "tools" }, row) : null;
    const said = (/** @type {string} */ line) => h("p", {}, line);
    return [h("p", { class: "asked" }, PROMPTS[game.asked]), end ? said(end) : null, tools, last.map(said), listed];
  }

  questions() {
    const { play } = this;
    const word = (words, say) => h("button", { type: "button", "data-key": words, onclick: () => play.say(say) }, words);
    const supposing = this.toggle("What if ...", play.supposing, () => play.set({ supposing: !play.supposing }));
    const saved = () => save(play.text, play.file.split(/[\\/]/).pop());
    const yours = play.game.moves.length > 0;
    return [
      yours ? [word("Hint", "hint"), supposing] : null,
      [word("Why?", "why"), word("Take back", "back"), word("Card points", "count")],
      h("button", { type: "button", "data-key": "Save", onclick: saved }, "Save"),
      yours && play.supposing ? h("p", { class: "faint" }, "Choose a move to see what it is worth, without making it.") : null,
    ];
  }

  toggle(words, pressed, change) {
    return h("button", { type: "button", "aria-pressed": String(pressed), "data-key": words, onclick: change }, words);
  }

  /** A line for those who would rather type. */
  typed() {
    const input = h("input", { name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", size: 24 });
    const submit = (event) => {
      event.preventDefault();
      const word = input.value.trim().toLowerCase();
      input.value = "";
      if (word) this.play.say(word);
    };
    return h("form", { class: "tools", onsubmit: submit }, h("label", {}, "Or type it ", input), h("button", {}, "Say it"));
  }

  /** The arrow keys go from tile to tile, wherever the focus is but in fields. */
  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tiles = [...this.table.querySelectorAll("button.tile")];
    if (!step || event.defaultPrevented || !tiles.length || !this.table.checkVisibility() || event.target.closest("input, select, .log") || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const at = tiles.indexOf(document.activeElement);
    tiles[at < 0 ? 0 : (at + step + tiles.length) % tiles.length].focus();
  }
}
