// Recorded deals, and what every decision of them was worth: one board, fixed seats, the graph to move along.

import { action, announce, button, chooseFile, h, link, nowrap, saveFile } from "bingo/dom";
import { boardAfter, signed } from "bingo/moment";
import {
  drawBars, emptyCard, eyebrow, flipButton, footer, howFound, movesOf, progressBar, slider, verdictOf,
} from "bingo/panel";
import {
  addressOf, ask, dealAddress, faultLines, go, host, latestQuestion, openText, recall, replaceAddress, set, state,
} from "bingo/state";
import { drawTable } from "bingo/table";

const reviewQuestion = latestQuestion();

/** The deal and the turn of an address; after a reload the text is still there. */
export function showDeal(/** @type {string[]} */ [number = "", turn = ""]) {
  const deals = state.deals;
  if (!deals.list.length) {
    const text = recall("deals", () => sessionStorage);
    return text && openText(text, Number(number) - 1 || 0, Number(turn) || 0);
  }
  const deal = Math.min(Math.max(Number(number) - 1 || 0, 0), deals.list.length - 1);
  if (deal !== deals.deal) {
    set(deals, { deal, item: null, showsHow: false });
    judgeDeal();
  }
  goTo(Number(turn) || 0);
}

/** Judge every decision of the deal, unless it was just played and has been judged. */
async function judgeDeal() {
  const deals = state.deals;
  const { deal, text } = deals;
  const { review, game, text: playedText } = state.play;
  if (review && playedText === text && game.deal === deal + 1) return set(deals, { isJudging: false, item: review });
  set(deals, { isJudging: true });
  const answer = await reviewQuestion.ask({ ask: "review", text, deal });
  if (!answer || deals.deal !== deal) return;
  set(deals, { isJudging: false, item: answer.item || null });
  if (!answer.item) set(state, { notice: faultLines(answer).join(" ") });
}

function goTo(/** @type {number} */ at) {
  const deals = state.deals;
  const { turns } = deals.list[deals.deal];
  set(deals, { at: Math.min(Math.max(at, 0), turns.length) });
  if (state.view === "deals" && !state.report.chosenItem) replaceAddress(dealAddress(deals.deal, deals.at));
  announce(deals.at ? turns[deals.at - 1] : "Before the first lead");
}

export function drawDeals() {
  const { list, deal: dealIndex, item, at, text } = state.deals;
  const deal = list[dealIndex];
  if (!deal) {
    const words =
      "Every deal you play can be looked over, with the moment it turned." +
      " You can also open one you wrote down: choose its file, drop it here, or paste its text.";
    const card = emptyCard("No deal yet", words, [
      ["Play a deal", () => go("new")], ["The match of Ann and Bert", () => openText(state.data.examples.deals)],
      ["Open a file", () => chooseFile(openText), "file"],
    ]);
    return { title: "Deals", cards: card };
  }
  const { turns, players: [you = "", opponent = ""] } = deal;
  const turnCount = turns.length;
  const decisions = item ? item.decisions : [];
  const decision = decisions.find((decision) => decision.at === at);
  const mistakes = decisions.filter((decision) => decision.mistake);
  const nextMistake = mistakes.find((mistake) => mistake.at > at) || mistakes.findLast((mistake) => mistake.at < at);
  const pointOf = (decision) => ({
    ...decision, at: decision.at + Number(!decision.mistake), mine: decision.player === "you",
    number: mistakes.indexOf(decision) + 1,
  });
  const stepper = { at, end: turnCount, go: goTo };
  const fetchMoment = () => ask({ ask: "moment", text, deal: dealIndex, moment: at });
  const playOn = async () => host.playFrom((await fetchMoment()).record);
  const openAnalysis = async () => {
    const { position } = await fetchMoment();
    if (position) go(addressOf(position));
  };
  const mistakeAttributes = { disabled: !mistakes.length, title: "Next mistake" };
  return {
    title: "Deals", stepper,
    felt: drawTable(boardAfter(deal, at), {
      key: `deal ${deal.title} ${state.flipped}`, mover: decision?.player, rows: decision?.rows,
      names: { you: you ? `${you} (you)` : "You", opponent: opponent || "Opponent" }, flipped: state.flipped,
      status: at === turnCount ? "over" : "",
    }),
    under: scrubber([...(item ? [{ at: 0, value: item.answer.start }] : []), ...decisions.map(pointOf)], {
      ...stepper, tricks: turns.flatMap((turn, n) => (/lead \S+$/.test(turn) ? [n] : [])),
      caption: "What the deal was worth to you after each decision",
    }),
    bar: [
      action("Mistake", "hint", () => goTo((nextMistake || { at }).at), mistakeAttributes), flipButton(),
      host.playFrom && [
        action("Play on", "play", playOn, { disabled: at >= turnCount }),
        action("Analyze", "search", openAnalysis, { disabled: at >= turnCount }),
      ],
    ],
    panel: drawPanel(deal, decision, mistakes),
  };
}

function drawPanel(deal, decision, mistakes) {
  const { item, at, isJudging, showsHow, text } = state.deals;
  const nextTurn = deal.turns[at];
  const verdict = (nextTurn ? decision : item)?.verdict || { headline: nextTurn || "Here the record ends" };
  const mistakeItem = (decision, index) => {
    const attributes = { "aria-current": decision.at === at ? "step" : null, "data-key": `mistake ${index}` };
    const inside = [
      h("span.o.minus", { class: decision.player === "you" && "full" }, index + 1),
      h("span", nowrap(decision.verdict.headline)), h("b.minus", decision.verdict.value),
    ];
    return h("li", button(inside, () => goTo(decision.at), attributes, "button.entry"));
  };
  const reviewBody = () => [
    mistakes.length > 0 && [h("h3", "Mistakes"), h("ul", { "aria-label": "Mistakes" }, mistakes.map(mistakeItem))],
    item && !mistakes.length && h("p", "No mistakes."),
    item?.fall.length > 0 && [h("h3", "Where the points went"), h("div.fall", drawBars(item.fall, "wide"))],
    decision && h("details", h("summary", "Every move"), movesOf(decision.rows, deal.frames[at])),
    footer(
      text && link("Save the record", () => saveFile(text, "deals.yaml")),
      item && link("How this was judged", () => set(state.deals, { showsHow: true })),
    ),
  ];
  return [
    isJudging && progressBar("Judging every decision"),
    eyebrow(deal.title, item?.verdict.value ? `${item.verdict.headline}, ${item.verdict.value}` : ""), dealChooser(),
    verdictOf(verdict, isJudging && !decision),
    showsHow && item
      ? howFound(item, "How this was judged", () => set(state.deals, { showsHow: false }))
      : reviewBody(),
  ];
}

function dealChooser() {
  const { list, deal } = state.deals;
  if (list.length < 2) return null;
  const dealLink = ({ brought }, index) =>
    h("a.card",
      { href: `#${dealAddress(index, 0)}`, "aria-current": index === deal ? "true" : null },
      h("b", brought ?? index + 1), brought === undefined ? "deal" : `deal ${index + 1}`,
    );
  return h("nav.deals", { "aria-label": "Deals" }, list.map(dealLink));
}

// --- the course of a deal as a line one moves along ---------------------------------------------------

/** The room beside and below the line, in pixels. */
const [LEFT_MARGIN, TOP_MARGIN, BOTTOM_MARGIN] = [44, 14, 26];
/** How far beside a mistake a thumb may come down, in pixels. */
const THUMB_RADIUS = 22;

/** `points` {at, value, mistake, mine, number, verdict}, `at` from 0 to `end`; keys go along the slider. */
export function scrubber(/** @type {any[]} */ points, /** @type {any} */ stepper) {
  const { at: shownAt, end, go, tricks, caption, unitName = "trick" } = stepper;
  const [WIDTH, HEIGHT] = innerWidth > 760 ? [780, 122] : [innerWidth - 16, 88];
  const highest = Math.max(1, ...points.map(({ value }) => Math.ceil(value)));
  const lowest = Math.min(-1, ...points.map(({ value }) => Math.floor(value)));
  const x = (at) => LEFT_MARGIN + ((WIDTH - LEFT_MARGIN - 12) * at) / Math.max(end, 1);
  const y = (value) => TOP_MARGIN + ((HEIGHT - TOP_MARGIN - BOTTOM_MARGIN) * (highest - value)) / (highest - lowest);
  const pathStep = ({ at, value }, index) =>
    index ? `H${x(at).toFixed(1)}V${y(value).toFixed(1)}` : `M${x(at)} ${y(value)}`;
  const svgText = (x, y, text, anchor = "middle", name = "text") => h(name, { x, y, "text-anchor": anchor }, text);
  const gridLine = (value) => [
    h("line", { x1: LEFT_MARGIN, x2: WIDTH, y1: y(value), y2: y(value), class: value ? "grid" : "zero" }),
    svgText(LEFT_MARGIN - 8, y(value) + 4, signed(value), "end"),
  ];
  const mistakes = points.filter(({ mistake }) => mistake);
  const mistakeMark = ({ at, value, mine, number, verdict }) => [
    h("circle.mistake", { cx: x(at), cy: y(value), r: 9, class: !mine && "hollow" }, h("title", verdict.headline)),
    svgText(x(at), y(value) + 4, number, "middle", mine ? "text.inside" : "text.outside"),
  ];
  const goToPoint = ({ currentTarget, clientX }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const headStart = (at) => (mistakes.some((point) => point.at === at) ? THUMB_RADIUS : 0);
    const distance = (at) => Math.abs(left + (x(at) / WIDTH) * width - clientX) - headStart(at);
    go([...Array(end + 1).keys()].sort((a, b) => distance(a) - distance(b))[0]);
  };
  return h("figure.card.graph",
    h("svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": caption, onclick: goToPoint },
      [lowest, 0, highest].map(gridLine),
      points.length > 0 && h("path.way", { d: `${points.map(pathStep).join("")}H${x(end)}` }),
      h("line.here", { x1: x(shownAt), x2: x(shownAt), y1: 4, y2: HEIGHT - BOTTOM_MARGIN + 6 }),
      mistakes.map(mistakeMark), svgText(LEFT_MARGIN - 8, HEIGHT - 6, unitName, "end"),
      tricks.map((at, index) => svgText(x(at), HEIGHT - 6, index + 1)),
    ),
    slider(stepper, "turn"),
  );
}
