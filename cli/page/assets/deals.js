// Recorded deals, and what every decision of them was worth: one board, fixed seats, the graph to move along.

import { action, announce, button, choose, h, link, nowrap, save } from "bingo/dom";
import { recorded, signed } from "bingo/moment";
import { bars, emptyCard, eyebrow, flip, foot, howFound, movesOf, progress, slider, verdictOf } from "bingo/panel";
import { addressOf, ask, dealAddress, faults, go, host, keep, latest, openText, recall, set, state } from "bingo/state";
import { drawTable, valuesOf } from "bingo/table";

const judging = latest();

/** The deal and the turn of an address; after a reload the text is still there. */
export function showDeal(/** @type {string[]} */ [number = "", turn = ""]) {
  const d = state.deals;
  if (!d.list.length) {
    const text = recall("deals", () => sessionStorage);
    return text && openText(text, Number(number) - 1 || 0, Number(turn) || 0);
  }
  const deal = Math.min(Math.max(Number(number) - 1 || 0, 0), d.list.length - 1);
  if (deal !== d.deal) {
    set(d, { deal, item: null, how: false });
    judge();
  }
  goTo(Number(turn) || 0);
}

/** Judge every decision of the deal, unless it was just played and has been judged. */
async function judge() {
  const d = state.deals;
  const { deal, text } = d;
  const { review, game, text: played } = state.play;
  if (review && played === text && game.deal === deal + 1) return set(d, { judging: false, item: review });
  set(d, { judging: true });
  const answer = await judging.ask({ ask: "review", text, deal });
  if (!answer || d.deal !== deal) return;
  set(d, { judging: false, item: answer.item || null });
  if (!answer.item) set(state, { notice: faults(answer).join(" ") });
}

function goTo(/** @type {number} */ at) {
  const d = state.deals;
  const { turns } = d.list[d.deal];
  set(d, { at: Math.min(Math.max(at, 0), turns.length) });
  if (state.view === "deals" && !state.report.chosen) keep(dealAddress(d.deal, d.at));
  announce(d.at ? turns[d.at - 1] : "Before the first lead");
}

export function drawDeals() {
  const { list, deal: number, item, at, text } = state.deals;
  const deal = list[number];
  if (!deal) {
    const words =
      "Every deal you play can be looked over, with the moment it turned." +
      " You can also open one you wrote down: choose its file, drop it here, or paste its text.";
    const card = emptyCard("No deal yet", words, [
      ["Play a deal", () => go("new")], ["The match of Ann and Bert", () => openText(state.data.examples.deals)],
      ["Open a file", () => choose(openText), "file"],
    ]);
    return { title: "Deals", cards: card };
  }
  const { turns, players: [you = "", opponent = ""] } = deal;
  const end = turns.length;
  const decisions = item ? item.decisions : [];
  const here = decisions.find((decision) => decision.at === at);
  const mistakes = decisions.filter((decision) => decision.mistake);
  const next = mistakes.find((decision) => decision.at > at) || mistakes.findLast((decision) => decision.at < at);
  const point = (decision) => ({
    ...decision, at: decision.at + Number(!decision.mistake), mine: decision.player === "you",
    number: mistakes.indexOf(decision) + 1,
  });
  const stepper = { at, end, go: goTo };
  const fetchMoment = () => ask({ ask: "moment", text, deal: number, moment: at });
  const playOn = async () => host.playFrom((await fetchMoment()).record);
  const analyze = async () => {
    const { position } = await fetchMoment();
    if (position) go(addressOf(position));
  };
  const mistake = { disabled: !mistakes.length, title: "Next mistake" };
  return {
    title: "Deals", stepper,
    felt: drawTable(recorded(deal.board, deal, at), {
      name: `deal ${deal.title} ${state.flipped}`, mover: here?.player, values: here ? valuesOf(here.rows) : {},
      names: { you: you ? `${you} (you)` : "You", opponent: opponent || "Opponent" }, flipped: state.flipped,
      status: at === end ? "over" : "",
    }),
    under: scrubber([...(item ? [{ at: 0, value: item.start }] : []), ...decisions.map(point)], {
      ...stepper, tricks: turns.flatMap((turn, n) => (/lead \S+$/.test(turn) ? [n] : [])),
      caption: "What the deal was worth to you after each decision",
    }),
    bar: [
      action("Mistake", "hint", () => goTo((next || { at }).at), mistake), flip(),
      host.playFrom && [
        action("Play on", "play", playOn, { disabled: at >= end }),
        action("Analyze", "search", analyze, { disabled: at >= end }),
      ],
    ],
    panel: panel(deal, here, mistakes),
  };
}

function panel(deal, here, mistakes) {
  const { item, at, judging: waits, how, text } = state.deals;
  const turn = deal.turns[at];
  const verdict = (turn ? here : item)?.verdict || { headline: turn || "Here the record ends" };
  const line = (decision, n) => {
    const attributes = { "aria-current": decision.at === at ? "step" : null, "data-key": `mistake ${n}` };
    const inside = [
      h("span.o.minus", { class: decision.player === "you" && "full" }, n + 1), h("span", nowrap(decision.label)),
      h("b.minus", decision.verdict.value),
    ];
    return h("li", button(inside, () => goTo(decision.at), attributes, "button.entry"));
  };
  const body = () => [
    mistakes.length > 0 && [h("h3", "Mistakes"), h("ul", { "aria-label": "Mistakes" }, mistakes.map(line))],
    item && !mistakes.length && h("p", "No mistakes."),
    item?.fall.length > 0 && [h("h3", "Where the points went"), h("div.fall", bars(item.fall, "wide"))],
    here && h("details", h("summary", "Every move"), movesOf(here.rows, deal.board)),
    foot(
      text && link("Save the record", () => save(text, "deals.yaml")),
      item && link("How this was judged", () => set(state.deals, { how: true })),
    ),
  ];
  return [
    waits && progress("Judging every decision"),
    eyebrow(deal.title, item?.verdict.value ? `${item.verdict.headline}, ${item.verdict.value}` : ""), chooser(),
    verdictOf(verdict, waits && !here),
    how && item ? howFound(item, "How this was judged", () => set(state.deals, { how: false })) : body(),
  ];
}

function chooser() {
  const { list, deal } = state.deals;
  if (list.length < 2) return null;
  const chip = ({ brought }, n) =>
    h("a.card",
      { href: `#${dealAddress(n, 0)}`, "aria-current": n === deal ? "true" : null },
      h("b", brought ?? n + 1), brought === undefined ? "deal" : `deal ${n + 1}`,
    );
  return h("nav.deals", { "aria-label": "Deals" }, list.map(chip));
}

// --- the course of a deal as a line one moves along ---------------------------------------------------

/** The room beside and below the line, in pixels. */
const [LEFT, TOP, BOTTOM] = [44, 14, 26];
/** How far beside a mistake a thumb may come down, in pixels. */
const THUMB = 22;

/** `points` {at, value, mistake, mine, number, label}, `at` from 0 to `end`; keys go along the slider. */
export function scrubber(/** @type {any[]} */ points, /** @type {any} */ where) {
  const { at: here, end, go, tricks, caption, named = "trick" } = where;
  const [WIDTH, HEIGHT] = innerWidth > 760 ? [780, 122] : [innerWidth - 16, 88];
  const most = Math.max(1, ...points.map(({ value }) => Math.ceil(value)));
  const least = Math.min(-1, ...points.map(({ value }) => Math.floor(value)));
  const x = (at) => LEFT + ((WIDTH - LEFT - 12) * at) / Math.max(end, 1);
  const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (most - value)) / (most - least);
  const step = ({ at, value }, n) => (n ? `H${x(at).toFixed(1)}V${y(value).toFixed(1)}` : `M${x(at)} ${y(value)}`);
  const words = (x, y, text, anchor = "middle", name = "text") => h(name, { x, y, "text-anchor": anchor }, text);
  const mark = (value) => [
    h("line", { x1: LEFT, x2: WIDTH, y1: y(value), y2: y(value), class: value ? "grid" : "zero" }),
    words(LEFT - 8, y(value) + 4, signed(value), "end"),
  ];
  const mistakes = points.filter(({ mistake }) => mistake);
  const dot = ({ at, value, mine, number, label }) => [
    h("circle.mistake", { cx: x(at), cy: y(value), r: 9, class: !mine && "hollow" }, h("title", label)),
    words(x(at), y(value) + 4, number, "middle", mine ? "text.inside" : "text.outside"),
  ];
  const hit = ({ currentTarget, clientX }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const head = (at) => (mistakes.some((point) => point.at === at) ? THUMB : 0);
    const far = (at) => Math.abs(left + (x(at) / WIDTH) * width - clientX) - head(at);
    go([...Array(end + 1).keys()].sort((a, b) => far(a) - far(b))[0]);
  };
  return h("figure.card.graph",
    h("svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": caption, onclick: hit },
      [least, 0, most].map(mark),
      points.length > 0 && h("path.way", { d: `${points.map(step).join("")}H${x(end)}` }),
      h("line.here", { x1: x(here), x2: x(here), y1: 4, y2: HEIGHT - BOTTOM + 6 }), mistakes.map(dot),
      words(LEFT - 8, HEIGHT - 6, named, "end"), tricks.map((at, n) => words(x(at), HEIGHT - 6, n + 1)),
    ),
    slider(where, "turn"),
  );
}
