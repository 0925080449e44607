// Recorded deals, and what every decision of them was worth: one board, fixed seats, the graph to move along.

import { Latest, ask, faults } from "bingo/ask";
import { announce, choose, h, save, whole } from "bingo/dom";
import { action } from "bingo/icons";
import { recorded } from "bingo/moment";
import { emptyCard, eyebrow, flip, foot, howFound, link, movesOf, progress } from "bingo/panel";
import { stepKey, steps, verdictOf } from "bingo/panel";
import { addressOf, go, keep } from "bingo/route";
import { scrubber } from "bingo/scrubber";
import { recall, remember, set, state } from "bingo/state";
import { drawTable, valuesOf } from "bingo/table";

const judging = new Latest();

/** Look at the deals of a text. */
export async function openDeals(/** @type {string} */ text, deal = 0, at = 0) {
  const answer = await ask({ ask: "read", text });
  if (answer.deals) takeDeals(answer.deals, text, deal, at);
}

/** The same, read already. */
export function takeDeals(/** @type {any[]} */ list, /** @type {string} */ text, deal = 0, at = 0) {
  set(state.deals, { list, text, deal: -1, item: null });
  remember("deals", text, () => sessionStorage);
  go(address(deal, at));
}

const address = (deal, at) => `deals/${deal + 1}/${at}`;

/** The deal and the turn of an address; after a reload the text is still there. */
export async function open(/** @type {string[]} */ [number = "", turn = ""]) {
  const d = state.deals;
  const text = !d.list.length && recall("deals", () => sessionStorage);
  if (text) {
    const { deals: list = [] } = await ask({ ask: "read", text });
    set(d, { list, text, deal: -1 });
  }
  if (!d.list.length) return;
  const deal = Math.min(Math.max(Number(number) - 1 || 0, 0), d.list.length - 1);
  if (deal !== d.deal) {
    set(d, { deal, item: null, error: "", how: false });
    judge();
  }
  goTo(Number(turn) || 0);
}

async function judge() {
  const d = state.deals;
  const { deal, text } = d;
  set(d, { judging: true });
  const answer = await judging.ask({ ask: "review", text, deal });
  if (!answer || d.deal !== deal) return;
  set(d, { judging: false, item: answer.item || null, error: answer.item ? "" : faults(answer).join(" ") });
}

function goTo(/** @type {number} */ at) {
  const d = state.deals;
  const { turns } = d.list[d.deal];
  set(d, { at: Math.min(Math.max(at, 0), turns.length) });
  if (state.view === "deals" && !state.report.chosen) keep(address(d.deal, d.at));
  announce(d.at ? turns[d.at - 1] : "Before the first lead");
}

/** @returns {import("./types").View} */
export function drawDeals(playFrom, /** @type {(text: string) => void} */ open) {
  const d = state.deals;
  const deal = d.list[d.deal];
  if (!deal) {
    const doors = [
      ["Play a deal", () => go("new")],
      ["The match of Ann and Bert", () => openDeals(state.data.examples.deals)],
      ["Open a file", () => choose(open), "file"],
    ];
    const words =
      "Every deal you play can be looked over, with the moment it turned." +
      " You can also open one you wrote down: choose its file, drop it here, or paste its text.";
    return { title: "Deals", cards: [emptyCard("Deals", "No deal yet", words, doors)] };
  }
  const here = () => ask({ ask: "moment", text: d.text, deal: d.deal, moment: d.at });
  const disabled = d.at >= deal.turns.length;
  return drawDeal([
    action("Play on", "play", async () => playFrom((await here()).record), { disabled }),
    action("Analyze", "search", async () => {
        const { position } = await here();
        if (position) go(addressOf(position));
      },
      { disabled },
    ),
  ]);
}

/** The deal, judged or not yet. `more`: buttons. @returns {import("./types").View} */
export function drawDeal(/** @type {any[]} */ more = []) {
  const { list, deal: chosen, item, at } = state.deals;
  const deal = list[chosen];
  const moment = recorded(deal.board, deal, at);
  const decisions = item ? item.decisions : [];
  const here = decisions.find((decision) => decision.at === at);
  const mistakes = decisions.filter((decision) => decision.mistake);
  const next = mistakes.find((decision) => decision.at > at);
  const before = mistakes.findLast((decision) => decision.at < at);
  const end = deal.turns.length;
  const tricks = deal.turns.flatMap((turn, n) => (/lead \S+$/.test(turn) ? [n] : []));
  const points = decisions.map((decision) => ({
    at: decision.at + 1, value: decision.value, mistake: decision.mistake, mine: decision.player === "you",
    number: mistakes.indexOf(decision) + 1, label: decision.label,
  }));
  const start = item ? [{ at: 0, value: item.start, mistake: false }] : [];
  const [you = "", opponent = ""] = deal.players;
  const names = { you: you ? `${you} (you)` : "You", opponent: opponent || "Opponent" };
  const marked = points.map((point) => (point.mistake ? { ...point, at: point.at - 1 } : point));
  return {
    title: "Deals",
    felt: drawTable(moment, {
      name: `deal ${deal.title} ${state.flipped}`, mover: here?.player, values: here ? valuesOf(here.rows) : {},
      flipped: state.flipped, names, status: at === end ? "over" : "",
    }),
    under: scrubber([...start, ...marked], {
      here: at, end, tricks, caption: "What the deal was worth to you after each decision", go: goTo,
    }),
    bar: [
      steps(at, end, goTo),
      action("Mistake", "hint", () => goTo((next || before || { at }).at), {
        disabled: !mistakes.length, title: "Next mistake",
      }),
      flip(), more,
    ],
    panel: panel(deal, here, mistakes),
  };
}

function panel(deal, here, mistakes) {
  const { item, at, judging: waits, how, error, text } = state.deals;
  const turn = deal.turns[at];
  const verdict = here?.verdict || {
    value: "", tone: "nought", how: "", headline: turn || "Here the record ends",
    why: turn ? "" : item?.verdict.why || "",
  };
  const shown = !turn && item ? item.verdict : verdict;
  const line = (decision, n) =>
    h("li",
      {},
      h("button",
        {
          type: "button", class: `mist${decision.at === at ? " on" : ""}`,
          "aria-current": decision.at === at ? "step" : null,
          "data-key": `mistake ${n}`, onclick: () => goTo(decision.at),
        },
        h("span", { class: `o${decision.player === "you" ? "" : " h"}` }, n + 1), h("span", {}, whole(decision.label)),
        h("b", { class: "minus" }, decision.verdict.value),
      ),
    );
  const body =
    how && item
      ? howFound(item, "How this was judged", () => set(state.deals, { how: false }))
      : [
          mistakes.length
            ? [h("h3", {}, "Mistakes"), h("ul", { "aria-label": "Mistakes" }, mistakes.map(line))]
            : item
              ? h("p", {}, "No mistakes.")
              : null,
          item?.fall.length ? [h("h3", {}, "Where the points went"), fall(item.fall)] : null,
          here
            ? h("details",
                {}, h("summary", {}, "Every move"), movesOf(here.rows, deal.board, { all: true }),
              )
            : null,
          foot(
            text ? link("Save the record", () => save(text, "deals.yaml")) : h("span", {}),
            item ? link("How this was judged", () => set(state.deals, { how: true })) : null,
          ),
        ];
  return [
    waits ? progress("Judging every decision") : null,
    eyebrow(deal.title, item && item.verdict.value ? `${item.verdict.headline}, ${item.verdict.value}` : ""),
    chooser(), verdictOf(shown, waits && !here), error ? h("p", { class: "minus" }, error) : null, body,
  ];
}

/** The deals of a match, to choose from. */
function chooser() {
  const { list, deal } = state.deals;
  if (list.length < 2) return null;
  const chip = (entry, n) =>
    h("a",
      { href: `#${address(n, 0)}`, class: n === deal ? "on" : "", "aria-current": n === deal ? "true" : null },
      h("b", {}, entry.brought ?? n + 1), entry.brought === undefined ? "deal" : `deal ${n + 1}`,
    );
  return h("nav", { class: "deals", "aria-label": "Deals" }, list.map(chip));
}

/** How start, luck and losses add up. */
function fall(steps) {
  const ends = steps.flatMap((step) => [step.from, step.to]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const place = (value) => (100 * (value - least)) / (most - least || 1);
  const part = (step) => {
    const [from, to] = [place(step.from), place(step.to)].sort((a, b) => a - b);
    return [
      h("span", { class: step.name === "Result" ? "sum" : "" }, step.name),
      h("span",
        { class: `t ${step.tone}`, style: `--z:${place(0)}%` },
        h("i", { style: `left:${from}%;width:${to - from}%` }),
      ),
      h("span", { class: "r" }, step.text),
    ];
  };
  return h("div", { class: "fall" }, steps.map(part));
}

/** The arrow keys go along the deal. */
export function dealKey(/** @type {KeyboardEvent} */ event) {
  const { list, deal, at } = state.deals;
  if (state.view === "deals" && list[deal]) stepKey(event, at, list[deal].turns.length, goTo);
}
