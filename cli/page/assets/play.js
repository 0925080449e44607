// A game against the program. The server says what is legal, what a move is worth, and what is saved.

import { action, announce, button, h, link, nowrap, save } from "bingo/dom";
import { begin, composeMove, parseMove, signed, tileOf, tilesOf, tone } from "bingo/moment";
import { eyebrow, foot, strip } from "bingo/panel";
import { FRESH, faults, go, latest, openText, remember, set, state } from "bingo/state";
import { drawTable, flats } from "bingo/table";

/** How long a finished trick is shown, and how long you may claim before the opponent leads, in milliseconds. */
const [TRICK, CLAIMING] = [800, 1600];
const asking = { playing: latest(), advising: latest(), coaching: latest(), judging: latest() };
let passing = 0;

/** Whether a game would be lost by a new one. */
export const running = () => {
  const { game } = state.play;
  return Boolean(game) && game.awaits !== "nothing" && (game.awaits !== "next" || Boolean(game.match));
};

export async function look() {
  if (!state.play.looked) await say("look");
  state.play.looked = true;
  if (!state.play.game && state.view === "play") go("new");
}

function question(word) {
  const { game } = state.play;
  return { ask: "game", say: word, stamp: game?.stamp ?? null, passed: game?.passed ?? false };
}

/** Say a word as one would type it at a terminal; a turn is answered by the program. */
async function say(/** @type {string} */ word) {
  if (state.play.pending && state.play.pending !== "go") return;
  clearTimeout(passing);
  await send(question(word), word);
}

export async function start(/** @type {any} */ record = null) {
  if (state.play.pending) return;
  const { rules, level, seat, seed, match } = state.preferences;
  const fresh = { rules, seat, match, seed: /^\d+$/.test(seed) ? Number(seed) : null };
  await send({ ask: "begin", level, ...(record ? { record } : fresh) }, "begin");
}

/** Go on with a deal of a record: where a game is under way, once one is sure. */
export function playFrom(record) {
  if (!record) return;
  state.play.from = record;
  if (running()) go("new");
  else start(record);
}

async function send(request, word) {
  asking.advising.stop();
  set(state.play, { pending: word });
  const answer = await asking.playing.ask(request);
  if (answer) await take(word, answer);
}

/** Ask for advice, which changes nothing. */
async function consult(word) {
  const p = state.play;
  set(p, { advice: { lines: ["One moment ..."] } });
  const answer = await asking.advising.ask(question(word));
  if (!answer) return;
  const lines = answer.lines || faults(answer);
  set(p, { advice: { lines, wrong: answer.status !== "told" } });
  if (answer.hint) set(p, { lit: tileOf(answer.hint) || "", shows: parseMove(answer.hint).declare });
  announce(lines.join(" "));
}

/** Show the answer to a word, after a finished trick has been shown; then the program plays, if it is its turn. */
async function take(word, answer) {
  const p = state.play;
  await p.resting;
  p.pending = "";
  if (!answer.game) return set(p, { messages: answer.game === null ? [] : faults(answer) });
  const before = p.game;
  const { game, text, file, lines, status } = answer;
  set(p, { game, text, file, messages: word === "go" ? p.messages : lines });
  if (word === "begin") go("play");
  if (status === "refused") p.advice = { lines, wrong: true };
  else {
    if (word !== "look") Object.assign(p, FRESH.turn);
    announceNews(before && before.deal === game.deal ? before : null, game);
    if (!["go", "look", "wait"].includes(word)) coach(status === "played");
  }
  judge();
  if (game.awaits === "program") await say("go");
  else if (game.awaits === "claim" && !p.sure) passing = setTimeout(() => say("wait"), CLAIMING);
}

/** Announce what has happened since; a finished trick stays for a while, and nothing is played meanwhile. */
function announceNews(before, game) {
  const p = state.play;
  const tricks = ({ board }) => board.you.tricks + board.opponent.tricks;
  if (before && tricks(game) > tricks(before))
    p.resting = new Promise((done) => setTimeout(done, TRICK)).then(() => {
      if (!game.over) game.board.last = null;
      set(p, { resting: null });
    });
  const fresh = game.log.slice(before ? before.log.length : 0);
  if (fresh.length && state.preferences.sounds) knock(fresh.at(-1).player === "you" ? 330 : 220);
  announce([...fresh.map(({ line }) => line), ...game.ending, game.prompt].join(" "));
}

let device = /** @type {AudioContext | null} */ (null);

/** A knock of so many hertz, as of a tile that is laid down, made on the spot. */
function knock(pitch) {
  device ||= new AudioContext();
  const [sound, volume] = [new OscillatorNode(device, { frequency: pitch }), new GainNode(device, { gain: 0.2 })];
  volume.gain.exponentialRampToValueAtTime(0.001, device.currentTime + 0.08);
  sound.connect(volume).connect(device.destination);
  sound.start();
  sound.stop(device.currentTime + 0.1);
}

/** Speak up if the turn just made was a mistake; the play goes on meanwhile. */
async function coach(turn) {
  set(state.play, { coach: null });
  asking.coaching.stop();
  if (!turn || !state.preferences.coach) return;
  const answer = await asking.coaching.ask({ ...question("coach"), stamp: null });
  if (!answer?.lines?.length) return;
  set(state.play, { coach: answer.lines });
  announce(answer.lines.join(" "));
}

/** Once the deal is over, judge every decision of it. */
async function judge() {
  const p = state.play;
  if (!p.game.over) return set(p, { review: null, judged: 0 });
  if (p.judged === p.game.stamp) return;
  set(p, { review: null, judged: p.game.stamp });
  const answer = await asking.judging.ask({ ask: "review", text: p.text, deal: p.game.deal - 1 });
  if (answer?.item && p.judged === p.game.stamp) set(p, { review: answer.item });
}

// --- what is done at the table ------------------------------------------------------------------------

/** A tile is tapped: doubles that may be declared are marked first, and led by another tap. */
function tap(tile) {
  const p = state.play;
  const { game, declared } = p;
  const doubles = tilesOf(game.doubles);
  const marked = declared.includes(tile);
  if (declared.length && !marked && !doubles.includes(tile)) return set(p, { declared: [] });
  if (doubles.length > 1 && doubles.includes(tile) && (game.awaits === "show" || !marked)) {
    const others = declared.filter((other) => other !== tile);
    return set(p, { declared: marked ? others : [...declared, tile], advice: null });
  }
  turn(`${game.awaits === "reply" ? "play" : "lead"} ${tile}`);
}

/** Make a turn that ends with this tile or claim, after the close and declaration that are chosen. */
function turn(last) {
  const { closes, declared } = state.play;
  move(composeMove(closes, declared.length > 1 ? declared : [], last));
}

/** Make a move, or ask what it would be worth; a claim once one is sure. Nothing while the program is at work. */
function move(text) {
  const p = state.play;
  if (p.pending || p.resting) return;
  if (p.supposing) return consult(`what if ${text}`);
  if (!/claim$/.test(text) || p.sure) return say(text);
  clearTimeout(passing);
  set(p, { sure: true });
}

const notYet = () => {
  set(state.play, { sure: false });
  if (state.play.game.awaits === "claim") say("wait");
};

/** Change what is preferred in a game; it is remembered. */
export function prefer(/** @type {object} */ change) {
  set(state.preferences, change);
  remember("wanted", JSON.stringify(state.preferences));
}

const saveGame = () => save(state.play.text, state.play.file.split(/[\\/]/).pop() || "game.yaml");
const showDeal = (at = 0) => openText(state.play.text, state.play.game.deal - 1, at);

// --- drawing ------------------------------------------------------------------------------------------

export function drawPlay() {
  const p = state.play;
  const { game } = p;
  if (!game) return { title: "Play" };
  const counted = state.preferences.count || game.over;
  const moment = begin({ ...game.board, counted, over: game.over });
  const yours = ["lead", "reply", "show"].includes(game.awaits) && !p.resting;
  const tags = Object.fromEntries((p.declared.length ? p.declared : p.shows).map((tile) => [tile, "show"]));
  if (p.lit) tags[p.lit] = game.awaits === "reply" ? "play" : "lead";
  const done = game.over && !p.resting;
  return {
    title: "Play", note: `${game.level} · ${game.match ? "first to 7" : `deal ${game.deal}`}`,
    felt: drawTable(moment, {
      name: `game ${game.deal}`, mover: yours ? "you" : null, onplay: yours ? tap : null, tags,
      playable: game.awaits === "show" ? tilesOf(game.doubles) : game.moves.map(tileOf),
      names: { you: "You", opponent: "Program" }, strips: strips(done), over: done && result(moment),
      score: game.match && { you: String(game.match[0]), opponent: String(game.match[1]) },
    }),
    bar: done ? actionsAfter() : actionsDuring(yours), panel: panel(),
  };
}

function actionsDuring(yours) {
  const p = state.play;
  const { game } = p;
  const taken = game.log.some(({ player }) => player === "you") && !p.pending;
  const closes = yours && game.moves.some((text) => text.startsWith("close"));
  return [
    action("Hint", "hint", () => consult("hint"), { disabled: !yours }),
    action("Take back", "back", () => say("back"), { disabled: !taken }),
    action("Claim", "claim", () => move("claim"), { disabled: !(game.claim || game.awaits === "claim") || p.sure }),
    action("Close", "close", () => set(p, { closes: !p.closes }), {
      disabled: !closes, "aria-pressed": String(p.closes),
    }),
  ];
}

function actionsAfter() {
  const next = state.play.game.awaits === "next";
  return [
    action("Review", "look", () => showDeal()), action("Save", "share", saveGame),
    action("New game", "more", () => go("new")),
    action(next ? "Next deal" : "New match", "right", () => (next ? say("next") : go("new")), { class: "main" }),
  ];
}

/** Messages on the felt above your tiles, which take their room even where there are none. */
function strips(done) {
  const p = state.play;
  const { game, advice, declared } = p;
  if (done) return [worst()];
  if (p.sure) {
    const lines = ["Claim that you have enough card points?", "If you have counted wrong, the opponent scores."];
    return [strip("hint", lines, [button("Claim now", () => say("claim")), button("Not yet", notYet)])];
  }
  const shows = game.awaits === "show";
  const why = () => consult(p.lit ? `what if ${game.moves.find((text) => tileOf(text) === p.lit) || p.lit}` : "why");
  const message = () => {
    if (advice) return strip(advice.wrong ? "coach" : "hint", advice.lines, !advice.wrong && button("Why?", why));
    if (declared.length && shows) return strip("hint", ["Show these doubles?"], button("Show", () => turn("")));
    if (declared.length)
      return strip("hint", ["Tap another double to show it,", `or ${declared.join(" or ")} again to lead it.`]);
    if (shows && !p.resting) return strip("hint", [game.prompt], button("Go on", () => say("wait")));
    return p.closes && strip("hint", ["You close the boneyard:", "tap the tile that you lead."]);
  };
  return [p.coach && strip("coach", p.coach, button("Take it back", () => say("back"))), message()];
}

function worst() {
  const { review } = state.play;
  if (!review) return strip("hint", ["Looking the deal over ..."]);
  const mine = review.decisions.filter((decision) => decision.player === "you" && decision.mistake);
  const [most] = mine.sort((a, b) => b.lost - a.lost);
  if (!most) return strip("hint", [review.verdict.why]);
  const { value, headline, why } = most.verdict;
  const lines = [`Costliest mistake: ${value}.`, `${headline}. ${why}`];
  return strip("coach", lines, button("Show me", () => showDeal(most.at)));
}

/** The result of a deal that is over, large, with the tiles that nobody drew. */
function result(moment) {
  const { game } = state.play;
  const words = [...game.log.slice(-1).map(({ line }) => line), ...game.ending];
  const value = game.board.unit === "card point" ? "" : signed(game.result);
  const undrawn = [...(moment.stock || []), moment.turned].filter(Boolean);
  return h("div.mid.ended",
    h(`span.big3.${tone(game.result)}`, value),
    h("div.result",
      h("h2", game.headline), h("p", nowrap(words.join(" "))),
      undrawn.length > 0 && h("p", "Boneyard ", flats(undrawn, moment, 21)),
    ),
  );
}

function panel() {
  const p = state.play;
  const { game } = p;
  const ask = (words, word) => button(words, () => consult(word), { class: "small" });
  const suppose = { class: "small", "aria-pressed": String(p.supposing) };
  return [
    eyebrow(`Deal ${game.deal}`, `rules ${game.board.rules} · the program plays ${game.level}`),
    h("h2.sub", "What happened"),
    h("ol.card.log",
      { "aria-label": "What happened", tabindex: "0" },
      [...game.log.map(({ line }) => line), ...game.ending].map((line) => h("li", nowrap(line))),
    ),
    h("div.row",
      { role: "group", "aria-label": "Ask" }, ask("Why?", "why"), ask("Card points", "count"),
      button("What if ...", () => set(p, { supposing: !p.supposing }), suppose),
    ),
    p.supposing && h("p.sm.faint", "Choose a move to see what it is worth, without making it."),
    h("div.row", toggle("Coach", "coach"), toggle("Card points", "count"), toggle("Sounds", "sounds")),
    h("p.sm.faint", `Saved in ${p.file}`),
    foot(link("Save a copy", saveGame), link("New game", () => go("new"))),
  ];
}

export const toggle = (/** @type {string} */ words, /** @type {string} */ key) =>
  button([h("i"), words], () => prefer({ [key]: !state.preferences[key] }), {
    role: "switch", "aria-checked": String(state.preferences[key]),
  }, "button.sw");
