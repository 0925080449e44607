// A game against the program. What is legal, what it is worth and what is written down is said by whoever answers.

import { drawItem } from "bingo/answers";
import { Desk, PROMPTS, happened } from "bingo/desk";
import { announce, busy, fill, h, reveal } from "bingo/dom";
import { Line } from "bingo/line";
import { Options } from "bingo/options";
import { knock } from "bingo/sound";

/** For so long a finished trick is to be seen, in milliseconds. */
const TRICK = 800;
/** Words that change nothing. */
const QUIET = /^(hint|why|moves|count|help|what if .*)$/;

export class Game {
  /** @type {any} What was said last of it: a GameState, null before there is one. */
  game = null;
  /** Its records as a file has them, and what that is called. */
  text = "";
  file = "";
  /** What is being answered: nothing is played meanwhile. */
  pending = "";
  /** @type {Promise<void> | null} While a finished trick lies on the table. */
  resting = null;
  /** Whether one closes before the tile of this turn. */
  closes = false;
  /** @type {string[]} What is declared with it. */
  declared = [];
  /** Whether a claim waits to be confirmed. */
  sure = false;
  /** Whether a move is only asked about. */
  supposing = false;
  /** The stamp of the game of which the deal was judged. */
  judged = 0;
  /** @type {any} A record of a deal that is to be continued. */
  from = null;
  /** @type {Promise<void> | null} Until it is known whether there is a game. */
  looked = null;

  /** `presets`: names of rule sets. */
  constructor({ presets }) {
    this.playing = new Line("game");
    this.advising = new Line("game");
    this.coaching = new Line("game");
    this.judging = new Line();
    this.options = new Options(presets, { start: (sure) => this.start(sure), change: (level) => this.game && this.say("look", { level }) });
    this.desk = new Desk(this);
    this.element = h("section", { class: "game", "aria-label": "Play" }, h("h2", { class: "unseen" }, "Play against the program"), this.options.element, this.desk.element);
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
    const { count } = this.options.wanted;
    return { ask: "game", say, stamp, passed, count };
  }

  /** Say a word as one would type it at a terminal; a turn is answered by the program. */
  async say(word, more = {}) {
    if (QUIET.test(word)) return this.consult(word);
    if (this.pending && this.pending !== "go") return;
    await this.put({ ...this.question(word), ...more }, word, word === "go" ? "The opponent is thinking" : "One moment");
  }

  /** Whether a game would be lost by a new one. */
  get running() {
    const { asked, match } = this.game || { asked: "nothing" };
    return asked !== "nothing" && (asked !== "next" || Boolean(match));
  }

  /** Begin a new game, or go on with the deal of a record; where a game is under way, once one is `sure`. */
  async start(sure = false, record = null) {
    await this.looked;
    if (!sure) this.from = record;
    if (this.running && !sure) return this.options.confirm();
    const { coach, sounds, ...wanted } = this.options.wanted;
    const begun = this.from ? { level: wanted.level, count: wanted.count, record: this.from } : wanted;
    await this.put({ ask: "begin", ...begun }, "begin", "One moment");
  }

  async put(question, word, words) {
    this.advising.stop();
    this.pending = word;
    const end = busy(this.desk.waiting, words);
    const found = await this.playing.ask(question);
    end();
    if (!found) return;
    this.pending = "";
    await this.take(found, word);
  }

  /** Ask for advice, which changes nothing. */
  async consult(word) {
    const end = busy(this.desk.waiting, "Thinking");
    const found = await this.advising.ask(this.question(word));
    end();
    if (!found) return;
    this.desk.tell(said(found), !["told", "help"].includes(found.status));
    reveal(this.desk.told);
  }

  /** Show what came of a word, once a finished trick has been seen; then the program makes its turn, if it is to. */
  async take(found, word) {
    await this.resting;
    if (!found.game) {
      if (found.game !== null) this.desk.tell(said(found), true);
      return;
    }
    const [before, refused] = [this.game, found.status === "refused"];
    Object.assign(this, { game: found.game, text: found.text, file: found.file });
    if (!refused && word !== "look") Object.assign(this, { closes: false, declared: [], sure: false });
    if (word === "begin") this.options.open(false);
    this.desk.element.hidden = false;
    if (!refused) this.rest(before);
    this.desk.show();
    if (word !== "go") this.desk.tell(said(found), refused);
    if (!refused) this.news(before);
    if (!refused && !["go", "look"].includes(word)) this.coach(found.status === "played");
    this.review();
    if (this.game.asked === "program") await this.say("go");
  }

  /** Where a trick was finished, let it lie for a while; nothing is played meanwhile. */
  rest(before) {
    const { game } = this;
    const tricks = ({ won }) => won.you.length + won.opponent.length;
    if (!before || before.deal !== game.deal || tricks(game) <= tricks(before)) return;
    const over = () => {
      this.resting = null;
      game.last = null;
      if (this.game === game) this.desk.show();
    };
    this.resting = new Promise((done) => setTimeout(done, TRICK)).then(over);
  }

  /** Say aloud what has happened, and what is to come. */
  news(before) {
    const same = before && before.deal === this.game.deal;
    const last = this.game.log.slice(same ? before.log.length : 0).at(-1);
    if (last && this.options.chosen.sounds) knock(last.player === "you" ? 330 : 220);
    announce([...happened(this.game).slice(same ? happened(before).length : 0), PROMPTS[this.game.asked]].join(" "));
  }

  /** Speak up if the turn just made was a mistake; the play goes on meanwhile. */
  async coach(made) {
    fill(this.desk.coached);
    this.coaching.stop();
    if (!made || !this.options.chosen.coach) return;
    const found = await this.coaching.ask({ ...this.question("coach"), stamp: null });
    if (!found || !found.lines || !found.lines.length) return;
    const back = h("button", { type: "button", onclick: () => this.say("back") }, "Take it back");
    fill(this.desk.coached, h("h3", {}, "A mistake"), said(found).map((line) => h("p", {}, line)), back);
    announce(`A mistake. ${said(found).join(" ")}`);
  }

  /** Once the deal is over, judge every decision of it. */
  async review() {
    const { over, stamp } = this.game;
    if (over && this.judged === stamp) return;
    this.judging.stop();
    fill(this.desk.reviewed);
    this.judged = over ? stamp : 0;
    if (!over) return;
    const end = busy(this.desk.reviewed, "Judging every decision");
    const found = await this.judging.ask({ ask: "review", text: this.text, deal: this.game.deal - 1 });
    end();
    if (!found || this.judged !== stamp) return;
    const judged = found.item ? drawItem(found.item, { level: "h2" }) : faults(found).map((words) => h("p", { class: "error" }, words));
    fill(this.desk.reviewed, judged);
  }

  // --- what is done at the table ------------------------------------------------------------------------

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
    this.set({ sure: true });
  }

  /** Change what is chosen before a turn. */
  set(chosen) {
    Object.assign(this, chosen);
    this.desk.show();
  }

  declare(tile) {
    this.set({ declared: this.declared.includes(tile) ? this.declared.filter((one) => one !== tile) : [...this.declared, tile] });
  }
}

/** What there is to tell, with minus signs for hyphens. */
function said(found) {
  return found.lines ? found.lines.map((line) => line.replace(/(^|[ (])-(?=\d)/g, "$1−")) : faults(found);
}

function faults({ reasons, error }) {
  return reasons ? reasons.map((one) => `${one.field}: expected ${one.expected}; found ${one.found}.`) : [error || "There is no answer."];
}
