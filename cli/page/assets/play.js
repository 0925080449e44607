// A game against the program. The server says what is legal, what a move is worth, and what is saved.

import { action, announce, button, h, link, nowrap, saveFile } from "bingo/dom";
import { composeMove, parseMove, signed, tileOf, tilesOf, tone } from "bingo/moment";
import { eyebrow, footer, strip } from "bingo/panel";
import { FRESH, faultLines, go, latestQuestion, openText, remember, set, state } from "bingo/state";
import { drawTable, flatTiles } from "bingo/table";

/** How long a finished trick is shown, and how long you may claim before the opponent leads, in milliseconds. */
const [TRICK_PAUSE_MS, CLAIM_TIME_MS] = [800, 1600];
const questions = {
  playing: latestQuestion(), advising: latestQuestion(), coaching: latestQuestion(), judging: latestQuestion(),
};
let passTimer = 0;

export async function loadGame() {
  if (!state.play.isLoaded) await say("look");
  state.play.isLoaded = true;
  if (!state.play.game && state.view === "play") go("new");
}

function gameRequest(word) {
  const { game } = state.play;
  return { ask: "game", say: word, stamp: game?.stamp ?? null, passed: game?.passed ?? false };
}

/** Say a word as one would type it at a terminal; a turn is answered by the program. */
async function say(/** @type {string} */ word) {
  if (state.play.pendingWord && state.play.pendingWord !== "go") return;
  clearTimeout(passTimer);
  await sendRequest(gameRequest(word), word);
}

export async function start(/** @type {any} */ record = null) {
  if (state.play.pendingWord) return;
  const { rules, level, seat, seed, match } = state.preferences;
  const seedNumber = /^\d+$/.test(seed) ? Number(seed) : null;
  await sendRequest({ ask: "begin", level, record, rules, seat, match, seed: seedNumber }, "begin");
}

/** Go on with a deal of a record: where a game is under way, once one is sure. */
export function playFrom(record) {
  if (!record) return;
  state.play.startRecord = record;
  if (state.play.game?.running) go("new");
  else start(record);
}

async function sendRequest(request, word) {
  questions.advising.stop();
  set(state.play, { pendingWord: word });
  const answer = await questions.playing.ask(request);
  if (answer) await takeAnswer(word, answer);
}

/** Ask for advice, which changes nothing. */
async function askAdvice(word) {
  const play = state.play;
  set(play, { advice: { lines: ["One moment ..."] } });
  const answer = await questions.advising.ask(gameRequest(word));
  if (!answer) return;
  const lines = answer.lines || faultLines(answer);
  set(play, { advice: { lines, isRefusal: answer.status !== "told" } });
  if (answer.hint) set(play, { hint: answer.hint });
  announce(lines.join(" "));
}

/** Show the answer to a word, after a finished trick has been shown; then the program plays, if it is its turn. */
async function takeAnswer(word, answer) {
  const play = state.play;
  await play.trickPause;
  play.pendingWord = "";
  if (!answer.game) return set(play, { messages: answer.game === null ? [] : faultLines(answer) });
  const oldGame = play.game;
  const { game, text, file, lines, status } = answer;
  set(play, { game, text, file, messages: word === "go" ? play.messages : lines });
  if (word === "begin") go("play");
  if (status === "refused") play.advice = { lines, isRefusal: true };
  else {
    if (word !== "look") Object.assign(play, FRESH.turn);
    announceNews(oldGame && oldGame.deal === game.deal ? oldGame : null, game);
    if (!["go", "look", "wait"].includes(word)) coachTurn(status === "played");
  }
  judgeDeal();
  if (game.awaits === "program") await say("go");
  else if (game.awaits === "claim" && !play.asksClaim) passTimer = setTimeout(() => say("wait"), CLAIM_TIME_MS);
}

/** Announce what has happened since; a finished trick stays for a while, and nothing is played meanwhile. */
function announceNews(oldGame, game) {
  const play = state.play;
  const tricksTaken = ({ board }) => board.you.tricks + board.opponent.tricks;
  if (oldGame && tricksTaken(game) > tricksTaken(oldGame))
    play.trickPause = new Promise((resolve) => setTimeout(resolve, TRICK_PAUSE_MS)).then(() => {
      if (!game.over) game.board.last = null;
      set(play, { trickPause: null });
    });
  const newTurns = game.log.slice(oldGame ? oldGame.log.length : 0);
  if (newTurns.length && state.preferences.sounds) playKnock(newTurns.at(-1).player === "you" ? 330 : 220);
  announce([...newTurns.map(({ line }) => line), ...game.ending, game.prompt].join(" "));
}

let audio = /** @type {AudioContext | null} */ (null);

/** A knock of so many hertz, as of a tile that is laid down, made on the spot. */
function playKnock(frequency) {
  audio ||= new AudioContext();
  const [sound, volume] = [new OscillatorNode(audio, { frequency }), new GainNode(audio, { gain: 0.2 })];
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.08);
  sound.connect(volume).connect(audio.destination);
  sound.start();
  sound.stop(audio.currentTime + 0.1);
}

/** Speak up if the turn just made was a mistake; the play goes on meanwhile. */
async function coachTurn(isTurn) {
  set(state.play, { coach: null });
  questions.coaching.stop();
  if (!isTurn || !state.preferences.coach) return;
  const answer = await questions.coaching.ask({ ...gameRequest("coach"), stamp: null });
  if (!answer?.lines?.length) return;
  set(state.play, { coach: answer.lines });
  announce(answer.lines.join(" "));
}

/** Once the deal is over, judge every decision of it. */
async function judgeDeal() {
  const play = state.play;
  if (!play.game.over) return set(play, { review: null, judgedStamp: 0 });
  if (play.judgedStamp === play.game.stamp) return;
  set(play, { review: null, judgedStamp: play.game.stamp });
  const answer = await questions.judging.ask({ ask: "review", text: play.text, deal: play.game.deal - 1 });
  if (answer?.item && play.judgedStamp === play.game.stamp) set(play, { review: answer.item });
}

// --- what is done at the table ------------------------------------------------------------------------

/** A tile is tapped: doubles that may be declared are marked first, and led by another tap. */
function tapTile(tile) {
  const play = state.play;
  const { game, declared } = play;
  const doubles = tilesOf(game.doubles);
  const isMarked = declared.includes(tile);
  if (declared.length && !isMarked && !doubles.includes(tile)) return set(play, { declared: [] });
  if (doubles.length > 1 && doubles.includes(tile) && (game.awaits === "show" || !isMarked)) {
    const others = declared.filter((other) => other !== tile);
    return set(play, { declared: isMarked ? others : [...declared, tile], advice: null });
  }
  makeTurn(`${game.awaits === "reply" ? "play" : "lead"} ${tile}`);
}

/** Make a turn that ends with this tile or claim, after the close and declaration that are chosen. */
function makeTurn(lastPart) {
  const { willClose, declared } = state.play;
  makeMove(composeMove(willClose, declared.length > 1 ? declared : [], lastPart));
}

/** Make a move, or ask what it would be worth; a claim once one is sure. Nothing while the program is at work. */
function makeMove(text) {
  const play = state.play;
  if (play.pendingWord || play.trickPause) return;
  if (play.asksWhatIf) return askAdvice(`what if ${text}`);
  if (!/claim$/.test(text) || play.asksClaim) return say(text);
  clearTimeout(passTimer);
  set(play, { asksClaim: true });
}

const notYet = () => {
  set(state.play, { asksClaim: false });
  if (state.play.game.awaits === "claim") say("wait");
};

/** Change what is preferred in a game; it is remembered. */
export function prefer(/** @type {object} */ change) {
  set(state.preferences, change);
  remember("wanted", JSON.stringify(state.preferences));
}

const saveGame = () => saveFile(state.play.text, state.play.file.split(/[\\/]/).pop() || "game.yaml");
const showDeal = (at = 0) => openText(state.play.text, state.play.game.deal - 1, at);

// --- drawing ------------------------------------------------------------------------------------------

export function drawPlay() {
  const play = state.play;
  const { game } = play;
  if (!game) return { title: "Play" };
  const counted = state.preferences.count || game.over;
  const moment = { ...game.board, counted, over: game.over };
  const isYourTurn = ["lead", "reply", "show"].includes(game.awaits) && !play.trickPause;
  const hint = parseMove(play.hint);
  const shownDoubles = play.declared.length ? play.declared : hint.declare;
  const tags = Object.fromEntries(shownDoubles.map((tile) => [tile, "show"]));
  if (hint.tile) tags[hint.tile] = hint.lead ? "lead" : "play";
  const isOver = game.over && !play.trickPause;
  return {
    title: "Play", note: `${game.level} · ${game.match ? "first to 7" : `deal ${game.deal}`}`,
    felt: drawTable(moment, {
      key: `game ${game.deal}`, mover: isYourTurn ? "you" : null, onplay: isYourTurn ? tapTile : null, tags,
      playable: game.awaits === "show" ? tilesOf(game.doubles) : game.moves.map(tileOf),
      names: { you: "You", opponent: "Program" }, strips: drawStrips(isOver), result: isOver && drawResult(moment),
      score: game.match && { you: String(game.match[0]), opponent: String(game.match[1]) },
    }),
    bar: isOver ? actionsAfter() : actionsDuring(isYourTurn), panel: drawPanel(),
  };
}

function actionsDuring(isYourTurn) {
  const play = state.play;
  const { game } = play;
  const mayTakeBack = game.log.some(({ player }) => player === "you") && !play.pendingWord;
  const mayClaim = (game.claim || game.awaits === "claim") && !play.asksClaim;
  const mayClose = isYourTurn && game.moves.some((text) => text.startsWith("close"));
  return [
    action("Hint", "hint", () => askAdvice("hint"), { disabled: !isYourTurn }),
    action("Take back", "back", () => say("back"), { disabled: !mayTakeBack }),
    action("Claim", "claim", () => makeMove("claim"), { disabled: !mayClaim }),
    action("Close", "close", () => set(play, { willClose: !play.willClose }), {
      disabled: !mayClose, "aria-pressed": String(play.willClose),
    }),
  ];
}

function actionsAfter() {
  const hasNext = state.play.game.awaits === "next";
  return [
    action("Review", "look", () => showDeal()), action("Save", "share", saveGame),
    action("New game", "more", () => go("new")),
    action(hasNext ? "Next deal" : "New match", "right", () => (hasNext ? say("next") : go("new")), { class: "main" }),
  ];
}

/** Messages on the felt above your tiles, which take their room even where there are none. */
function drawStrips(isOver) {
  const play = state.play;
  const { game, advice, declared } = play;
  if (isOver) return [costliestMistake()];
  if (play.asksClaim) {
    const lines = ["Claim that you have enough card points?", "If you have counted wrong, the opponent scores."];
    return [strip("hint", lines, [button("Claim now", () => say("claim")), button("Not yet", notYet)])];
  }
  const awaitsDoubles = game.awaits === "show";
  const askWhy = () => askAdvice(play.hint ? `what if ${play.hint}` : "why");
  const message = () => {
    if (advice?.isRefusal) return strip("coach", advice.lines);
    if (advice) return strip("hint", advice.lines, button("Why?", askWhy));
    if (declared.length && awaitsDoubles)
      return strip("hint", ["Show these doubles?"], button("Show", () => makeTurn("")));
    if (declared.length)
      return strip("hint", ["Tap another double to show it,", `or ${declared.join(" or ")} again to lead it.`]);
    if (awaitsDoubles && !play.trickPause) return strip("hint", [game.prompt], button("Go on", () => say("wait")));
    return play.willClose && strip("hint", ["You close the boneyard:", "tap the tile that you lead."]);
  };
  return [play.coach && strip("coach", play.coach, button("Take it back", () => say("back"))), message()];
}

function costliestMistake() {
  const { review } = state.play;
  if (!review) return strip("hint", ["Looking the deal over ..."]);
  const yourMistakes = review.decisions.filter((decision) => decision.player === "you" && decision.mistake);
  const [costliest] = yourMistakes.sort((a, b) => b.lost - a.lost);
  if (!costliest) return strip("hint", [review.verdict.why]);
  const { value, headline, why } = costliest.verdict;
  const lines = [`Costliest mistake: ${value}.`, `${headline}. ${why}`];
  return strip("coach", lines, button("Show me", () => showDeal(costliest.at)));
}

/** The result of a deal that is over, large, with the tiles that nobody drew. */
function drawResult(moment) {
  const { game } = state.play;
  const words = [...game.log.slice(-1).map(({ line }) => line), ...game.ending];
  const value = game.board.unit === "card point" ? "" : signed(game.result);
  const undrawn = [...(moment.stock || []), moment.turned].filter(Boolean);
  return h("div.mid.ended",
    h(`span.big3.${tone(game.result)}`, value),
    h("div.result",
      h("h2", game.headline), h("p", nowrap(words.join(" "))),
      undrawn.length > 0 && h("p", "Boneyard ", flatTiles(undrawn, moment, 21)),
    ),
  );
}

function drawPanel() {
  const play = state.play;
  const { game } = play;
  const askButton = (label, word) => button(label, () => askAdvice(word), { class: "small" });
  const whatIfAttributes = { class: "small", "aria-pressed": String(play.asksWhatIf) };
  return [
    eyebrow(`Deal ${game.deal}`, `rules ${game.board.rules} · the program plays ${game.level}`),
    h("h2.sub", "What happened"),
    h("ol.card.log",
      { "aria-label": "What happened", tabindex: "0" },
      [...game.log.map(({ line }) => line), ...game.ending].map((line) => h("li", nowrap(line))),
    ),
    h("div.row",
      { role: "group", "aria-label": "Ask" }, askButton("Why?", "why"), askButton("Card points", "count"),
      button("What if ...", () => set(play, { asksWhatIf: !play.asksWhatIf }), whatIfAttributes),
    ),
    play.asksWhatIf && h("p.sm.faint", "Choose a move to see what it is worth, without making it."),
    h("div.row", switchFor("Coach", "coach"), switchFor("Card points", "count"), switchFor("Sounds", "sounds")),
    h("p.sm.faint", `Saved in ${play.file}`),
    footer(link("Save a copy", saveGame), link("New game", () => go("new"))),
  ];
}

export const switchFor = (/** @type {string} */ words, /** @type {string} */ key) =>
  button([h("i"), words], () => prefer({ [key]: !state.preferences[key] }), {
    role: "switch", "aria-checked": String(state.preferences[key]),
  }, "button.sw");
