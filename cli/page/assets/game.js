// A game against the program. What is legal, what it is worth and what is written down is said by whoever answers.

import { drawItem } from "bingo/answers";
import { PYTHON } from "bingo/ask";
import { begin, drawBoard, lay } from "bingo/board";
import { announce, busy, fill, h, once, renew, reveal, save } from "bingo/dom";
import { compared } from "bingo/duplicate";
import { Line } from "bingo/line";
import { rules } from "bingo/rules";
import { knock } from "bingo/sound";
import { tileOf, tilesOf } from "bingo/tiles";
import { Options } from "bingo/options";
import { prompt, told } from "bingo/words";

const TWICE = "The program plays the deal from your seat";
/** For so long a finished trick is to be seen, in milliseconds. */
const TRICK = 800;
/** Words that change nothing. */
const QUIET = /^(hint|why|moves|count|help|what if .*)$/;

export class Game {
  /** @type {any} What the engine told last of it: a GameState, null before there is one. */
  game = null;
  /** @type {string[]} */
  declared = [];
  /** @type {Promise<void> | null} */
  resting = null;
  /** @type {Promise<void> | null} */
  looked = null;

  /** `presets`: names of rule sets. */
  constructor({ presets }) {
    this.file = this.kept = this.pending = this.text = "";
    this.supposing = this.closes = this.sure = false;
    this.judged = 0;
    /** @type {any} A record of a deal that is to be continued. */
    this.from = null;
    this.playing = new Line("game");
    this.advising = new Line("game");
    this.coaching = new Line("game");
    this.judging = new Line();
    this.options = new Options(presets, { start: (sure) => this.start(sure), change: (level) => this.game && !(level && this.game.duplicate) && this.say("look", { level }) });
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
    this.desk = h("div", { hidden: true }, h("div", { class: "walk" }, left, right), this.reviewed);
    this.element = h("section", { class: "game", "aria-label": "Play" }, h("h2", { class: "unseen" }, "Play against the program"), this.options.element, this.desk);
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.game && !this.pending && this.say("look"));
  }

  /** Show the game that there is, if any. */
  async begin() {
    this.looked ||= this.say("look");
    await this.looked;
    if (!this.game) this.options.open(true);
  }

  // --- words and what comes of them -------------------------------------------------------------------

  question(say) {
    const { stamp = null, passed = false } = this.game || {};
    const { count, deals } = this.options.wanted;
    return { ask: "game", say, stamp, passed, count, deals };
  }

  /** Say a word as one would type it at a terminal; a turn is answered by the program. */
  async say(word, more = {}) {
    if (QUIET.test(word)) return this.consult(word);
    if (this.pending && this.pending !== "go") return;
    const twice = word === "next" && this.game.duplicate;
    await this.put({ ...this.question(word), ...more }, word, word === "go" ? "The opponent is thinking" : twice ? TWICE : "One moment");
  }

  /** Whether a game would be lost by a new one. */
  get running() {
    const { asked, match, duplicate } = this.game || { asked: "nothing" };
    return asked !== "nothing" && (asked !== "next" || Boolean(match || duplicate));
  }

  /** Begin a new game, or go on with the deal of a record; where a game is under way, once one is `sure`. */
  async start(sure = false, record = null) {
    await this.looked;
    if (!sure) this.from = record;
    if (this.running && !sure) return this.options.confirm();
    const { coach, sounds, remember, ...wanted } = this.options.wanted;
    const begun = this.from ? { level: wanted.level, count: wanted.count, record: this.from } : wanted;
    await this.put({ ask: "begin", ...begun }, "begin", begun.duplicate ? TWICE : "One moment");
  }

  async put(question, word, words) {
    this.advising.stop();
    this.pending = word;
    const end = busy(this.waiting, words);
    const found = await this.playing.ask(question);
    end();
    if (!found) return;
    this.pending = "";
    await this.take(found, word);
  }

  /** Ask for advice, which changes nothing. */
  async consult(word) {
    const end = busy(this.waiting, "Thinking");
    const found = await this.advising.ask(this.question(word));
    end();
    if (!found) return;
    this.tell(said(found), found.became !== "told" && word !== "help");
    reveal(this.told);
  }

  /** Show what came of a word, once a finished trick has been seen; then the program makes its turn, if it is to. */
  async take(found, word) {
    await this.resting;
    if (!found.game) {
      if (found.game !== null) this.tell(said(found), true);
      return;
    }
    const [before, refused] = [this.game, found.became === "refused"];
    Object.assign(this, { game: found.game, text: found.text, file: found.file, kept: found.kept || `written to ${found.file}` });
    if (!refused && word !== "look") Object.assign(this, { closes: false, declared: [], sure: false });
    if (word === "begin") this.options.open(false);
    this.desk.hidden = false;
    if (!refused) this.rest(before);
    this.show();
    if (word !== "go") this.tell(found.became === "made" ? [] : said(found), refused);
    if (!refused) this.news(before);
    if (!refused && !["go", "look"].includes(word)) this.coach(found.became === "made");
    this.review();
    if (this.game.asked === "program") await this.say("go");
  }

  /** Where a trick was finished, let it lie for a while; nothing is played meanwhile. */
  rest(before) {
    const { game } = this;
    const tricks = ({ log }) => log.filter(({ takes }) => takes).length;
    if (!before || before.deal !== game.deal || tricks(game) <= tricks(before)) return;
    const over = () => {
      this.resting = null;
      game.last = null;
      if (this.game === game) this.show();
    };
    this.resting = new Promise((done) => setTimeout(done, TRICK)).then(over);
  }

  /** Say aloud what has happened, and what is to come. */
  news(before) {
    const known = before && before.deal === this.game.deal ? before.log.length : 0;
    const made = this.game.log.slice(known).filter(({ code }) => code === "turn").at(-1);
    if (made && this.options.chosen.sounds) knock(made.player === "you" ? 330 : 220);
    announce([...told(this.game.log.slice(known)), prompt(this.game)].join(" "));
  }

  tell(lines, refused = false) {
    fill(this.told, lines.map((line) => h("p", { class: refused ? "wrong" : null }, line)));
    if (lines.length) announce(lines.join(" "));
  }

  /** Speak up if the turn just made was a mistake; the play goes on meanwhile. */
  async coach(made) {
    fill(this.coached);
    this.coaching.stop();
    if (!made || !this.options.chosen.coach) return;
    const found = await this.coaching.ask({ ...this.question("coach"), stamp: null });
    if (!found || !found.told || !found.told.length) return;
    const back = h("button", { type: "button", onclick: () => this.say("back") }, "Take it back");
    fill(this.coached, h("h3", {}, "A mistake"), said(found).map((line) => h("p", {}, line)), back);
    announce(`A mistake. ${said(found).join(" ")}`);
  }

  /** Once the deal is over, judge every decision of it. */
  async review() {
    const { over, stamp } = this.game;
    if (over && this.judged === stamp) return;
    this.judging.stop();
    fill(this.reviewed);
    this.judged = over ? stamp : 0;
    if (!over) return;
    const end = busy(this.reviewed, "Judging every decision");
    const found = PYTHON ? await this.judging.ask({ ask: "review", text: this.text, deal: this.game.at, remember: this.options.chosen.remember }) : {};
    const twice = found && this.game.duplicate ? await this.judging.ask({ ...this.question("compare"), stamp: null }, "game") : {};
    end();
    if (!found || !twice || this.judged !== stamp) return;
    const judged = found.item ? drawItem(found.item, { level: "h2" }) : PYTHON && faults(found).map((words) => h("p", { class: "error" }, words));
    fill(this.reviewed, twice.compared ? compared(twice.compared) : null, judged);
  }

  // --- drawing ----------------------------------------------------------------------------------------

  show() {
    const { game } = this;
    const match = this.standing();
    const board = match ? { ...game.board, remarks: [{ code: "match", you: match[0], opponent: match[1] }] } : game.board;
    const score = match ? `match ${match.join(" : ")}, first to 7` : "";
    this.about.textContent = [`Deal ${game.deal}${game.deals ? ` of ${game.deals}` : ""}`, `rules ${game.board.rules}`, `level ${game.level}`, score, game.duplicate ? `duplicate with ${game.duplicate}` : "", this.kept].filter(Boolean).join(" · ");
    this.options.level(game.level);
    const moment = { ...begin(board, this.won()), last: game.last, over: game.over };
    const yours = ["lead", "reply"].includes(game.asked) && !this.resting;
    const values = Object.fromEntries(yours ? game.moves.map(tileOf).filter(Boolean).map((tile) => [tile, { text: "" }]) : []);
    const main = () => this.controls.querySelector(".main") || this.table;
    const held = [this.table, this.controls].some((element) => element.contains(document.activeElement));
    const onplay = (tile) => this.turn(tile);
    lay(this.table, drawBoard(board, moment, { mover: "you", values, onplay: yours ? onplay : null }));
    const waits = this.resting || game.asked === "program"; // what stands below stays where it is until your turn
    this.controls.style.minHeight = waits ? `${this.controls.offsetHeight}px` : "";
    renew(this.controls, this.table, this.buttons());
    if (held && (document.activeElement === this.table || main() !== this.table)) main().focus({ preventScroll: true });
    renew(this.asking, this.table, this.questions());
    fill(this.log, told(game.log).map((line) => h("li", {}, line)));
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** The score of the match with what this deal has brought by now; null where there is no match. */
  standing() {
    const { match, log } = this.game;
    const end = log.find(({ code }) => code === "end");
    if (end && match) return end.match;
    return match && match.map((points, n) => log.reduce((sum, { scored = [0, 0] }) => sum + scored[n], points));
  }

  /** The tricks of the deal so far, by who took them. */
  won() {
    const won = { you: [], opponent: [] };
    let led = null;
    for (const { code, move = "", takes } of this.game.log) {
      const tile = code === "turn" && tileOf(move);
      if (tile && takes) won[takes].push([led, tile]);
      else if (tile) led = tile;
    }
    return won;
  }

  /** Make a turn that ends so, with what was chosen to come before it; or ask what it would be worth. */
  turn(last) {
    const parts = [this.closes ? "close" : "", this.declared.length ? `declare ${this.declared.join(" ")}` : "", last];
    this.move(parts.filter(Boolean).join(", "));
  }

  /** Make a move, or ask what it would be worth; a claim once one is sure. Nothing while the program is at work. */
  move(text) {
    if (this.pending || this.resting) return;
    if (this.supposing) return this.say(`what if ${text}`);
    if (!/claim$/.test(text) || this.sure) return this.say(text);
    this.sure = true;
    this.show();
  }

  buttons() {
    const { game } = this;
    const button = (words, act, main = false) => h("button", { type: "button", class: main ? "main" : null, "data-key": words, onclick: act }, words);
    if (this.resting) return h("p", { class: "asked" }, "The trick is taken.");
    const unsure = () => {
      this.sure = false;
      this.show();
    };
    if (this.sure) return [h("p", { class: "asked" }, "Claim that you have enough card points? If you have counted wrong, the opponent scores."), h("div", { class: "tools" }, button("Claim now", () => this.turn("claim"), true), button("Not yet", unsure))];
    const row = [];
    if (game.asked === "next") row.push(button("Next deal", () => this.say("next"), true));
    if (["claim", "show"].includes(game.asked)) row.push(button("Go on", () => this.say("wait"), true));
    if (game.moves.some((move) => move.startsWith("close"))) row.push(this.toggle("Close first", this.closes, () => (this.closes = !this.closes)));
    for (const tile of tilesOf(game.doubles)) row.push(this.toggle(`Declare ${tile}`, this.declared.includes(tile), () => this.declare(tile)));
    if (game.asked === "show") row.push(button("Declare", () => this.turn("")));
    if (game.claim) row.push(button("Claim", () => this.turn("claim")));
    const moves = game.moves.filter((move) => move !== "wait").map((move) => h("li", {}, h("button", { type: "button", class: "choice", "data-key": move, onclick: once(() => this.move(move)) }, h("span", {}, move))));
    const open = this.controls.querySelector("details[open]") !== null;
    const listed = moves.length ? h("details", { open }, h("summary", { "data-key": "moves" }, "Possible moves"), h("ul", { class: "choices" }, moves)) : null;
    const last = told(game.log.slice(-2)).map((line) => h("p", {}, line));
    return [h("p", { class: "asked" }, prompt(game)), row.length ? h("div", { class: "tools" }, row) : null, last, listed];
  }

  questions() {
    const word = (words, say) => h("button", { type: "button", "data-key": words, onclick: () => this.say(say) }, words);
    const supposing = this.toggle("What if ...", this.supposing, () => (this.supposing = !this.supposing));
    const saved = () => save(this.text, this.file.split(/[\\/]/).pop());
    const { duplicate, over } = this.game;
    const yours = this.game.moves.length > 0 && !duplicate;
    return [
      yours ? [word("Hint", "hint"), supposing] : null,
      [!duplicate || over ? word("Why?", "why") : null, duplicate ? null : word("Take back", "back"), word("Card points", "count")],
      h("button", { type: "button", "data-key": "Save", onclick: saved }, "Save"),
      yours && this.supposing ? h("p", { class: "faint" }, "Choose a move to see what it is worth, without making it.") : null,
    ];
  }

  toggle(words, pressed, change) {
    const press = () => {
      change();
      this.show();
    };
    return h("button", { type: "button", "aria-pressed": String(pressed), "data-key": words, onclick: press }, words);
  }

  declare(tile) {
    this.declared = this.declared.includes(tile) ? this.declared.filter((one) => one !== tile) : [...this.declared, tile];
  }

  /** A line for those who would rather type. */
  typed() {
    const input = h("input", { name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", size: 24 });
    const submit = (event) => {
      event.preventDefault();
      const word = input.value.trim().toLowerCase();
      input.value = "";
      if (word) this.say(word);
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

function said(found) {
  return found.told ? told(found.told) : faults(found);
}

function faults({ reasons, error }) {
  return reasons ? reasons.map((one) => `${one.field}: expected ${one.expected}; found ${one.found}.`) : [error || "There is no answer."];
}
