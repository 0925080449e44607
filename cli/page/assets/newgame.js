// A new game: against whom, a match or a deal; all else under *More*.

import { button, h } from "bingo/dom";
import { select } from "bingo/editor";
import { minute } from "bingo/guide";
import { icon } from "bingo/icons";
import { foot, link } from "bingo/panel";
import { running, start, tick, wish } from "bingo/play";
import { go } from "bingo/route";
import { set, state } from "bingo/state";
import { flat } from "bingo/tiles";

/** The level, its name on the card, a tile, and for whom. */
const CARDS = [
  ["textbook", "Friendly", "1-0", "For your first games"],
  ["club", "Club", "4-3", "For an even game"],
  ["strongest", "Strongest", "6-6", "To see what can be done"],
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
  const level = (name) => {
    const words = data.levels[name];
    return `${words[0].toUpperCase()}${words.slice(1)}.`;
  };
  const card = (/** @type {string[]} */ [name, title, tile, who]) =>
    h("button",
      {
        type: "button", class: wanted.level === name ? "on" : "", "aria-pressed": String(wanted.level === name),
        "data-key": name, onclick: () => wish({ level: name }),
      },
      flat(tile, null, 22),
      h("span", { class: wanted.level === name ? "tick" : "ro" }, wanted.level === name ? icon("check") : null),
      h("h3", {}, title), h("p", {}, level(name)), h("span", { class: "of" }, who),
    );
  const toggle = (words, key) =>
    h("button",
      {
        type: "button", class: "sw", role: "switch", "aria-checked": String(wanted[key]), "data-key": key,
        onclick: () => wish({ [key]: !wanted[key] }),
      },
      h("i", {}), words,
    );
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
    : play.told.length && !play.game
      ? play.told.join(" ")
      : play.told.find((line) => line.includes("expected")) || "";
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
    bar: [],
    panel: [
      minute(), foot(link("All the rules", () => go("rules")), link("Try a puzzle first", () => go("puzzles"))),
    ],
  };
}

function more() {
  const { wanted, data } = state;
  const field = (words, key, attributes = {}) =>
    h("label",
      { class: "field" }, `${words} `,
      h("input", {
        value: wanted[key], size: 12, onchange: (event) => wish({ [key]: event.target.value.trim() }), ...attributes,
      }),
    );
  const names = h("datalist",
    { id: "game-rules" }, data.presets.map((name) => h("option", { value: name })),
  );
  const levels = Object.keys(data.levels).map((name) => [name, name]);
  return h(
    "div", { class: "form more", role: "group", "aria-label": "More" },
    field("Rules", "rules", { list: "game-rules" }), names,
    select("Level", levels, wanted.level, (level) => wish({ level })),
    select("Seat", SEATS, wanted.seat, (seat) => wish({ seat })),
    field("Seed (same seed, same tiles)", "seed", { inputmode: "numeric" }),
    tick("Coach", "coach"), tick("Sounds", "sounds"),
  );
}
