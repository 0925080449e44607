// A new game: against whom, a match or a deal; all else under *More*.

import { button, h } from "bingo/dom";
import { rulesField, select } from "bingo/editor";
import { minute } from "bingo/guide";
import { icon } from "bingo/icons";
import { foot, link } from "bingo/panel";
import { running, start, tick, wish } from "bingo/play";
import { go } from "bingo/route";
import { set, state } from "bingo/state";
import { flat } from "bingo/tiles";

/** The level, a tile, and for whom. */
const CARDS = [
  ["textbook", "1-0", "For your first games"],
  ["club", "4-3", "For an even game"],
  ["strongest", "6-6", "To see what can be done"],
];
const SEATS = [
  ["", "by lot"],
  ["first", "you lead first"],
  ["second", "the program leads first"],
];

/** @returns {import("./types").View} */
export function drawNew() {
  const { wanted, data, play } = state;
  const from = play.from;
  const card = (/** @type {string[]} */ [name, tile, who]) => {
    const on = wanted.level === name;
    const words = data.levels[name];
    const inside = [
      flat(tile, null, 22), h("span", { class: on ? "tick" : "ro" }, on && icon("check")),
      h("h3", {}, data.titles[name]), h("p", {}, `${words[0].toUpperCase()}${words.slice(1)}.`),
      h("span", { class: "of" }, who),
    ];
    const attributes = { class: on ? "on" : "", "aria-pressed": String(on), "data-key": name };
    return button(inside, () => wish({ level: name }), attributes);
  };
  const toggle = (words, key) =>
    button([h("i", {}), words], () => wish({ [key]: !wanted[key] }), {
      class: "sw", role: "switch", "aria-checked": String(wanted[key]), "data-key": key,
    });
  const deal = () => {
    if (running() && !play.confirming) return set(play, { confirming: true });
    start(from);
    play.from = null;
  };
  const score = play.game?.match ? `, ${play.game.match.join(" : ")}` : "";
  const goOn = () => {
    Object.assign(play, { from: null, confirming: false });
    go("play");
  };
  const sure = play.confirming
    ? "This ends the game under way. Deal all the same?"
    : play.messages.length && !play.game
      ? play.messages.join(" ")
      : play.messages.find((line) => line.includes("expected")) || "";
  return {
    title: "New game",
    felt: h("div",
      { class: "in new" }, h("h2", {}, "Who do you play?"),
      h("p",
        {}, from ? "The deal goes on from where you looked." : "Seven tiles each. Reach 70 card points, and claim.",
      ),
      h("div", { class: "three", role: "group", "aria-label": "Opponent" }, CARDS.map(card)),
      h("div",
        { class: "switches" }, from ? null : toggle("A match, first to 7", "match"),
        toggle("Count card points for me", "count"),
        button("More", () => wish({ more: !wanted.more }), {
          class: "btn onfelt", "aria-expanded": String(wanted.more),
        }),
      ),
      wanted.more ? more() : null, h("p", { class: "sure", role: "status" }, sure),
      h("div",
        { class: "doors" },
        button(play.confirming ? "Deal all the same" : "Deal", deal, {
          class: "btn gold", "data-key": "deal", disabled: Boolean(play.pending),
        }),
        running() ? button(`Go on with your game${score}`, goOn, { class: "btn onfelt" }) : null,
      ),
    ),
    panel: [
      minute(), foot(link("All the rules", () => go("rules")), link("Try a puzzle first", () => go("puzzles"))),
    ],
  };
}

function more() {
  const { wanted, data } = state;
  const seed = h("input", {
    value: wanted.seed, size: 12, inputmode: "numeric", onchange: (event) => wish({ seed: event.target.value.trim() }),
  });
  const levels = Object.keys(data.levels).map((name) => [name, name]);
  return h(
    "div", { class: "form more", role: "group", "aria-label": "More" },
    rulesField(wanted.rules, (rules) => wish({ rules })),
    select("Level", levels, wanted.level, (level) => wish({ level })),
    select("Seat", SEATS, wanted.seat, (seat) => wish({ seat })),
    h("label", { class: "field" }, "Seed (same seed, same tiles) ", seed),
    tick("Coach", "coach"), tick("Sounds", "sounds"),
  );
}
