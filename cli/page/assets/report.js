// The page of a report: one item, or contents and the item that was chosen.

import { answerKey, drawAnswer } from "bingo/answer";
import { dealKey, drawDeal } from "bingo/deals";
import { data, h, whole } from "bingo/dom";
import { drawFrame, shadeAgain } from "bingo/frame";
import { Line } from "bingo/line";
import { scaleOf } from "bingo/panel";
import { scrubber } from "bingo/scrubber";
import { drawnBy, set, state } from "bingo/state";
import { sprite, tone } from "bingo/tiles";

/** Show what the page holds. The address ends in the number of the item that is shown: #3. */
export function start() {
  state.report = data();
  document.body.prepend(sprite());
  shadeAgain();
  addEventListener("hashchange", arrive);
  document.addEventListener("keydown", (event) => {
    answerKey(event);
    dealKey(event);
  });
  drawnBy(draw);
  arrive();
}

function arrive() {
  const { items } = state.report;
  const item = items.length > 1 ? items[Number(location.hash.slice(1)) - 1] : items[0];
  set(state.report, { chosen: item || null });
  if (!item) return;
  set(state, { view: item.kind === "review" ? "deals" : "analyze", sheet: false });
  if (item.kind === "review") {
    const mistakes = item.decisions.filter((decision) => decision.mistake);
    const first = mistakes.find((decision) => decision.player === "you") || mistakes[0];
    return set(state.deals, {
      list: [{ ...item.deal, board: item.board, title: item.title }], deal: 0, item, at: first ? first.at : 0,
    });
  }
  const tab = { close: "Close", claim: "Claim" }[item.kind] || "Moves";
  const more = { [tab.toLowerCase()]: { item } };
  const walk = item.tree ? new Line(item.board, item.tree) : null;
  set(state.analyze, {
    item, walk, tab, more, document: { name: item.title }, path: [item.title],
    scale: scaleOf(item.rows), playing: null, how: false,
  });
}

function draw() {
  const { chosen, items, heading } = state.report;
  if (!chosen) return drawFrame({ title: heading, felt: null, cards: [contents()] }, { home: " " });
  const view = chosen.kind === "review" ? drawDeal() : drawAnswer();
  drawFrame({ ...view, title: chosen.title }, { home: items.length > 1 ? "Contents" : " " });
}

function contents() {
  const { items, remarks } = state.report;
  const row = (item, n) => {
    const { verdict } = item;
    const words = verdict ? `${verdict.headline}${item.kind === "review" ? `. ${verdict.why}` : ""}` : "";
    return h(
      "tr", {}, h("td", {}, n + 1), h("th", { scope: "row" }, h("a", { href: `#${n + 1}` }, item.title)),
      h("td", { class: `r ${verdict?.tone}` }, verdict?.value), h("td", {}, whole(words)),
    );
  };
  const names = ["position", "value", "answer"].map((words) => h("th", { scope: "col" }, words));
  const head = h("thead", {}, h("tr", {}, h("td", {}), names));
  return h(
    "section", { class: "contents" }, remarks.map((words) => h("p", {}, words)), grown(items),
    h("table", {}, head, h("tbody", {}, items.map(row))),
  );
}

/** What the deals of a match brought, one after the other, with luck and without. */
function grown(items) {
  if (items[0].kind !== "review") return null;
  const chart = (caption, what) => {
    let total = 0;
    const points = items.map((item, n) => ({
      at: n + 1, value: (total += what(item.answer) || 0), mistake: false, label: item.title,
    }));
    const go = (at) => (location.hash = `#${Math.max(at, 1)}`);
    const tricks = points.map(({ at }) => at);
    return h(
      "div", { class: tone(total) }, h("h2", {}, caption),
      scrubber([{ at: 0, value: 0, mistake: false }, ...points], {
        here: 0, end: items.length, tricks, named: "deal", caption, go,
      }),
    );
  };
  return h(
    "div", { class: "grown" }, chart("What the deals brought you", (answer) => answer.result),
    chart("The same without luck", (answer) => answer.adjusted),
  );
}
