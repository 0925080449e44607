// A game against the program. What is legal, what it is worth and what is written down is said by whoever answers.

import { Latest, faults } from "bingo/ask";
import { openDeals } from "bingo/deals";
import { announce, button, h, save, whole } from "bingo/dom";
import { action, icon } from "bingo/icons";
import { begin } from "bingo/moment";
import { minute } from "bingo/guide";
import { emptyCard, foot, link } from "bingo/panel";
import { go } from "bingo/route";
import { knock } from "bingo/sound";
import { remember, set, state } from "bingo/state";
import { drawTable } from "bingo/table";
import { flats, parseMove, signed, tileOf, tilesOf, tone } from "bingo/tiles";

/** For so long a finished trick is to be seen; and so long one may claim before the opponent leads, in milliseconds. */
const [TRICK, CLAIMING] = [800, 1600];
const asking = {
  playing: new Latest("game"), advising: new Latest("game"), coaching: new Latest("game"), judging: new Latest(),
};
/** @type {any} */
let passing = 0;

/** Whether a game would be lost by a new one. */
export const running = () => {
  const { game } = state.play;
  return Boolean(game) && game.awaits !== "nothing" && (game.awaits !== "next" || Boolean(game.match));
};

/** Show the game that there is, if any. */
export async function look() {
  if (!state.play.looked) await say("look");
  state.play.looked = true;
  if (!state.play.game && state.view === "play") go("new");
}

function question(word) {
  const { game } = state.play;
  return {
    ask: "game", say: word, stamp: game?.stamp ?? null, passed: game?.passed ?? false, count: state.wanted.count,
  };
}

/** Say a word as one would type it at a terminal; a turn is answered by the program. */
export async function say(/** @type {string} */ word) {
  if (state.play.pending && state.play.pending !== "go") return;
  clearTimeout(passing);
  await send(question(word), word);
}

/** Begin a new game, or go on with the deal of a record. */
export async function start(/** @type {any} */ record = null) {
  if (state.play.pending) return;
  const { coach: _coach, sounds: _sounds, more: _more, seed, ...wanted } = state.wanted;
  const begins = record
    ? { level: wanted.level, count: wanted.count, record }
    : { ...wanted, seed: /^\d+$/.test(seed) ? Number(seed) : null };
  await send({ ask: "begin", ...begins }, "begin");
}

async function send(request, word) {
  asking.advising.stop();
  set(state.play, { pending: word });
  const answer = await asking.playing.ask(request);
  if (answer) await take({ ...answer, word });
}

/** Ask for advice, which changes nothing. */
async function consult(word) {
  const p = state.play;
  set(p, { advice: { lines: [], waits: true } });
  const answer = await asking.advising.ask(question(word));
  if (!answer) return;
  const lines = answer.lines || faults(answer);
  const hint = answer.hint ? parseMove(answer.hint) : null;
  set(p, {
    advice: { lines, wrong: answer.status !== "told" },
    ...(hint && { lit: hint.lead || hint.play || "", shows: hint.declare }),
  });
  announce(lines.join(" "));
}

/** Show what came of a word, once a finished trick has been seen; then the program makes its turn, if it is to. */
async function take({ word, ...answer }) {
  const p = state.play;
  await p.resting;
  p.pending = "";
  if (!answer.game) return set(p, { messages: answer.game === null ? [] : faults(answer) });
  const before = p.game;
  const refused = answer.status === "refused";
  Object.assign(p, {
    game: answer.game, text: answer.text, file: answer.file, messages: word === "go" ? p.messages : answer.lines,
  });
  const { game } = p;
  if (!refused && word !== "look")
    Object.assign(p, { declared: [], closes: false, sure: false, advice: null, lit: "", shows: [], confirming: false });
  if (refused) p.advice = { lines: answer.lines, wrong: true };
  if (word === "begin") go("play");
  if (!refused) rest(before, game);
  set(p, {});
  if (!refused) news(before, game);
  if (!refused && !["go", "look", "wait"].includes(word)) coach(answer.status === "played");
  judge();
  if (game.awaits === "program") await say("go");
  else if (game.awaits === "claim" && !p.sure) passing = setTimeout(() => say("wait"), CLAIMING);
}

/** Where a trick was finished, let it lie for a while; nothing is played meanwhile. */
function rest(before, game) {
  const p = state.play;
  const tricks = ({ won }) => won.you.length + won.opponent.length;
  if (!before || before.deal !== game.deal || tricks(game) <= tricks(before)) return;
  p.resting = new Promise((done) => setTimeout(done, TRICK)).then(() => {
    game.last = null;
    set(p, { resting: null });
  });
}

/** Say aloud what has happened. */
function news(before, game) {
  const same = before && before.deal === game.deal;
  const fresh = game.log.slice(same ? before.log.length : 0);
  if (fresh.length && state.wanted.sounds) knock(fresh.at(-1).player === "you" ? 330 : 220);
  announce([...fresh.map(({ line }) => line), ...game.ending, game.prompt].join(" "));
}

/** Speak up if the turn just made was a mistake; the play goes on meanwhile. */
async function coach(made) {
  set(state.play, { coach: null });
  asking.coaching.stop();
  if (!made || !state.wanted.coach) return;
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
  const doubles = tilesOf(p.game.doubles);
  const shows = p.game.awaits === "show";
  if (p.declared.length && !p.declared.includes(tile) && !doubles.includes(tile)) return set(p, { declared: [] });
  if (doubles.length > 1 && doubles.includes(tile) && (shows || !p.declared.includes(tile))) {
    const declared = p.declared.includes(tile) ? p.declared.filter((other) => other !== tile) : [...p.declared, tile];
    return set(p, { declared, advice: null });
  }
  turn(`${p.game.awaits === "reply" ? "play" : "lead"} ${tile}`);
}

/** Make a turn that ends so, with what was chosen to come before it. */
function turn(last) {
  const { closes, declared } = state.play;
  const shown = declared.length > 1 ? `declare ${declared.join(" ")}` : "";
  move([closes ? "close" : "", shown, last].filter(Boolean).join(", "));
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

// --- drawing ------------------------------------------------------------------------------------------

/** @returns {import("./types").View} */
export function drawPlay() {
  const p = state.play;
  const { game } = p;
  if (!game) {
    const words =
      "Three opponents, one table. What you play is saved after every turn, and looked over with you at the end.";
    const doors = [
      ["New game", () => go("new")],
      ["The rules in a minute", () => go("rules")],
    ];
    const title = p.messages.length ? "There is no game" : "No game yet";
    return { title: "Play", cards: [emptyCard("Play", title, p.messages.join(" ") || words, doors)] };
  }
  const moment = { ...begin(game.board, game.won), last: game.last, over: game.over };
  const yours = ["lead", "reply", "show"].includes(game.awaits) && !p.resting;
  const playable = game.awaits === "show" ? tilesOf(game.doubles) : game.moves.map(tileOf).filter(Boolean);
  const marked = [...p.declared, ...(p.declared.length ? [] : p.shows || [])];
  const tags = Object.fromEntries(marked.map((tile) => [tile, "show"]));
  if (p.lit) tags[p.lit] = game.awaits === "reply" ? "play" : "lead";
  const score = game.match && { you: String(game.match[0]), opponent: String(game.match[1]) };
  const names = { you: "You", opponent: "Program" };
  const done = game.over && !p.resting;
  return {
    title: "Play",
    note: `${game.level} · ${game.match ? "first to 7" : `deal ${game.deal}`}`,
    felt: drawTable(moment, {
      name: `game ${game.deal}`, mover: yours ? "you" : null, playable, onplay: yours ? tap : null, tags,
      lifted: p.lit, score, names, strips: strips(), over: done && ended(moment),
    }),
    bar: done ? after() : during(yours), panel: panel(),
    top: [
      button(icon("more"), () => set(state, { sheet: !state.sheet }), {
        "aria-label": "More", "data-key": "more", class: "btn phone-only",
      }),
    ],
  };
}

function during(yours) {
  const p = state.play;
  const { game } = p;
  const closes = game.moves.some((text) => text.startsWith("close"));
  return [
    action("Hint", "hint", () => consult("hint"), { disabled: !yours }),
    action("Take back", "back", () => say("back"), {
      disabled: !game.log.some(({ player }) => player === "you") || Boolean(p.pending),
    }),
    action("Claim", "claim", () => move("claim"), { disabled: !(game.claim || game.awaits === "claim") || p.sure }),
    action("Close", "close", () => set(p, { closes: !p.closes }), {
      disabled: !closes || !yours, "aria-pressed": String(p.closes),
    }),
  ];
}

function after() {
  const { game, text } = state.play;
  return [
    action("Review", "look", () => openDeals(text, game.deal - 1)),
    action("Save", "share", saveGame),
    action("New game", "more", () => go("new")),
    game.awaits === "next"
      ? action("Next deal", "right", () => say("next"), { class: "btn main" })
      : action("New match", "right", () => go("new"), { class: "btn main" }),
  ];
}

const strip = (kind, lines, buttons) =>
  h("div",
    { class: `strip ${kind}`, "data-key": `${kind} ${lines.join()}` },
    h("p", {}, lines.map((line, n) => (n ? [" ", whole(line)] : h("b", {}, whole(line))))),
    buttons,
  );

/** What is said on the felt, above your tiles; it has its room also where nothing is. */
function strips() {
  const p = state.play;
  const { game } = p;
  if (game.over && !p.resting) return [worst()];
  if (p.sure)
    return [
      strip(
        "hint", ["Claim that you have enough card points?", "If you have counted wrong, the opponent scores."],
        [button("Claim now", () => say("claim")), button("Not yet", notYet)],
      ),
    ];
  const shown = [];
  const hinted = game.moves.find((text) => tileOf(text) === p.lit) || p.lit;
  if (p.coach)
    shown.push(strip("coach", p.coach, button("Take it back", () => say("back"))));
  if (p.advice)
    shown.push(
      strip(
        p.advice.wrong ? "coach" : "hint", p.advice.waits ? ["One moment ..."] : p.advice.lines,
        p.advice.wrong ? null : button("Why?", () => consult(p.lit ? `what if ${hinted}` : "why")),
      ),
    );
  else if (p.declared.length)
    shown.push(
      strip(
        "hint",
        [
          game.awaits === "show" ? "Show these doubles?" : "Tap another double to show it,",
          game.awaits === "show" ? "" : `or ${p.declared.join(" or ")} again to lead it.`,
        ],
        game.awaits === "show" ? button("Show", () => turn("")) : null,
      ),
    );
  else if (game.awaits === "show" && !p.resting)
    shown.push(strip("hint", [game.prompt], button("Go on", () => say("wait"))));
  else if (p.closes) shown.push(strip("hint", ["You close the boneyard:", "tap the tile that you lead."], null));
  return shown;
}

/** Your costliest mistake of the deal. */
function worst() {
  const p = state.play;
  const mine = p.review?.decisions.filter((decision) => decision.player === "you" && decision.mistake) || [];
  const most = mine.toSorted((a, b) => b.lost - a.lost)[0];
  if (!p.review) return strip("hint", ["Looking the deal over ..."], null);
  if (!most) return strip("hint", [p.review.verdict.why], null);
  const { verdict } = most;
  return strip(
    "coach", [`Costliest mistake: ${verdict.value}.`, `${verdict.headline}. ${verdict.why}`],
    button("Show me", () => openDeals(p.text, p.game.deal - 1, most.at)),
  );
}

/** The end of a deal, large: every tile turned. */
function ended(moment) {
  const { game } = state.play;
  const words = [...game.log.slice(-1).map(({ line }) => line), ...game.ending];
  const lies = (name, tiles) => (tiles.length ? [h("dt", {}, name), h("dd", {}, flats(tiles, moment, 21))] : null);
  const last = game.won.you.concat(game.won.opponent).length && game.last_trick ? game.last_trick : [];
  return h(
    "div", { class: "mid ended" },
    h("div",
      { class: "result" },
      h("span", { class: `big3 ${tone(game.result)}` }, game.unit === "card point" ? "" : signed(game.result)),
      h("div",
        {},
        h("h2", {}, game.headline),
        h("p", {}, whole(words.join(" "))),
      ),
    ),
    h("dl",
      {}, lies("Last trick", last),
      lies("Boneyard", [...(moment.stock || []), ...(moment.turned ? [moment.turned] : [])]),
    ),
  );
}

function panel() {
  const p = state.play;
  const { game } = p;
  const suppose = () => set(p, { supposing: !p.supposing });
  const small = { class: "btn small" };
  const tools = [
    button("Why?", () => consult("why"), small), button("Card points", () => consult("count"), small),
    button("What if ...", suppose, { ...small, "aria-pressed": String(p.supposing) }),
  ];
  const moves = game.moves
    .filter((text) => text !== "wait")
    .map((text) =>
      h("li", {}, button(whole(text), () => move(text), { class: "btn small", "data-key": text })),
    );
  return [
    h("div",
      { class: "eye" }, h("b", {}, `Deal ${game.deal}`),
      h("span", {}, `rules ${game.board.rules} · the program plays ${game.level}`),
    ),
    h("h2", { class: "sub" }, "What happened"),
    h("ol",
      { class: "log", "aria-label": "What happened", tabindex: "0" },
      [...game.log.map(({ line }) => line), ...game.ending].map((line) => h("li", {}, whole(line))),
    ),
    h("div", { class: "tools", role: "group", "aria-label": "Ask" }, tools),
    p.supposing ? h("p", { class: "sm faint" }, "Choose a move to see what it is worth, without making it.") : null,
    h("details", {},
      h("summary", {}, "Possible moves"),
      h("ul", { class: "choices", "aria-label": "Possible moves" }, moves),
    ),
    h("div", { class: "tools" }, tick("Coach", "coach"), tick("Card points", "count"), tick("Sounds", "sounds")),
    h("details", {}, h("summary", {}, "The rules in a minute"), minute()),
    h("p", { class: "sm faint" }, `Saved in ${p.file}`),
    foot(link("Save a copy", saveGame), link("New game", () => go("new"))),
  ];
}

const saveGame = () => save(state.play.text, state.play.file.split(/[\\/]/).pop() || "game.yaml");

/** What is wanted of a game or not, to be ticked. */
export const tick = (/** @type {string} */ words, /** @type {string} */ key) =>
  h("label",
    { class: "tick" },
    h("input", { type: "checkbox", checked: state.wanted[key], onchange: () => wish({ [key]: !state.wanted[key] }) }),
    ` ${words}`,
  );

/** Change what is wanted of a game; it is remembered. */
export function wish(/** @type {object} */ change) {
  set(state.wanted, change);
  remember("wanted", JSON.stringify(state.wanted));
  if ("count" in change && state.play.game) say("look");
}

/** Go on with a deal of a record: where a game is under way, once one is sure. */
export function playFrom(record) {
  if (!record) return;
  state.play.from = record;
  if (running()) go("new");
  else start(record);
}
