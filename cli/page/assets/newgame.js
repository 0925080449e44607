// A new game: against whom, a match or a deal, all else under *More*; and how it goes, in a minute and at length.

import { button, h, icon, link, nowrap } from "bingo/dom";
import { eyebrow, footer, input, rulesInput, select } from "bingo/panel";
import { prefer, start, switchFor } from "bingo/play";
import { go, set, state } from "bingo/state";
import { drawTable, flatTile, flatTiles } from "bingo/table";

const LEVEL_CARDS = [
  ["textbook", "1-0", "For your first games"],
  ["club", "4-3", "For an even game"],
  ["strongest", "6-6", "To see what can be done"],
];
const SEAT_OPTIONS = [["", "by lot"], ["first", "you lead first"], ["second", "the program leads first"]];

export function drawNew() {
  const { preferences, play } = state;
  const { startRecord, asksNewGame, messages } = play;
  const closeForm = () => Object.assign(play, { startRecord: null, asksNewGame: false });
  const startDeal = () => {
    if (play.game?.running && !asksNewGame) return set(play, { asksNewGame: true });
    start(startRecord);
    closeForm();
  };
  const resumeGame = () => {
    closeForm();
    go("play");
  };
  const score = play.game?.match ? `, ${play.game.match.join(" : ")}` : "";
  const refusal = play.game ? messages.find((line) => line.includes("expected")) : messages.join(" ");
  return {
    title: "New game",
    felt: h("div.in.new",
      h("h2", "Who do you play?"),
      h("p",
        startRecord ? "The deal goes on from where you looked." : "Seven tiles each. Reach 70 card points, and claim.",
      ),
      h("div.three", { role: "group", "aria-label": "Opponent" }, LEVEL_CARDS.map(levelCard)),
      h("div.row",
        !startRecord && switchFor("A match, first to 7", "match"), switchFor("Count card points for me", "count"),
        button("More", () => prefer({ more: !preferences.more }), {
          class: "onfelt right", "aria-expanded": String(preferences.more),
        }),
      ),
      preferences.more && moreOptions(),
      h("p.sure", { role: "status" }, asksNewGame ? "This ends the game under way. Deal all the same?" : refusal),
      h("div.row",
        button(asksNewGame ? "Deal all the same" : "Deal", startDeal, {
          class: "gold", "data-key": "deal", disabled: Boolean(play.pendingWord),
        }),
        play.game?.running && button(`Go on with your game${score}`, resumeGame, { class: "onfelt" }),
      ),
    ),
    panel: [
      shortRules(), footer(link("All the rules", () => go("rules")), link("Try a puzzle first", () => go("puzzles"))),
    ],
  };
}

function levelCard(/** @type {string[]} */ [name, tile, audience]) {
  const { preferences, data } = state;
  const isChosen = preferences.level === name;
  const content = [
    flatTile(tile, null, 22), h("span.ro", isChosen && icon("check")), h("h3", data.titles[name]),
    h("p", data.levels[name]), h("span.of", audience),
  ];
  const attributes = { "aria-pressed": String(isChosen), "data-key": name };
  return button(content, () => prefer({ level: name }), attributes, "button.card");
}

function moreOptions() {
  const { preferences, data } = state;
  const levels = Object.keys(data.levels).map((name) => [name, name]);
  return h("div.card.form.more",
    { role: "group", "aria-label": "More" }, rulesInput(preferences.rules, (rules) => prefer({ rules })),
    select("Level", levels, preferences.level, (level) => prefer({ level })),
    select("Seat", SEAT_OPTIONS, preferences.seat, (seat) => prefer({ seat })),
    input("Seed (same seed, same tiles)", preferences.seed, (seed) => prefer({ seed })), switchFor("Coach", "coach"),
    switchFor("Sounds", "sounds"),
  );
}

// --- how it goes --------------------------------------------------------------------------------------

const SHORT_RULES = [
  ["5-1", "The turned tile names trumps: here fives. A blank counts as seven."],
  ["6-3 6-4", "You lead one, they reply: the higher tile of the suit led takes both. Trumps beat the rest."],
  ["0-0", "The Bingo beats everything."],
  ["6-6 3-3", "About to lead, show two doubles or more: 20 to 70 card points."],
  ["5-5", "Reach 70 card points and claim. The double of trumps alone counts 28."],
];
const CLOSING_RULE = "You may close the boneyard when you lead: nobody draws any more, and suits must be followed.";

function shortRules() {
  const board = { trumps: "5-5 5-1" };
  const rule = (/** @type {string[]} */ [tiles, words]) =>
    h("li", flatTiles(tiles.split(" "), board, 22), h("span", nowrap(words)));
  return [eyebrow("The game in a minute", ""), h("ol.minute", SHORT_RULES.map(rule)), h("p.why", CLOSING_RULE)];
}

export function drawRules() {
  const advice = h("section.guide", { "aria-label": "How to play well" });
  advice.innerHTML = state.data.guide; // its rules lead to their positions
  return {
    title: "Rules", felt: drawTable(state.data.examples.board, { key: "rules" }), panel: [shortRules(), advice],
    bar: [button("Play a deal", () => go("new"), { class: "main" }), button("Try a puzzle", () => go("puzzles"))],
  };
}
