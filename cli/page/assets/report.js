// The page of a report: one item, or contents and the item that was chosen.

import { drawAnswer } from "bingo/answer";
import { drawDeals, scrubber } from "bingo/deals";
import { h, nowrap, pageData } from "bingo/dom";
import { startPage } from "bingo/frame";
import { PlayLine, tone } from "bingo/moment";
import { set, state } from "bingo/state";

/** Show what the page holds. The address ends in the number of the item that is shown: #3. */
export function start() {
  state.report = pageData();
  addEventListener("hashchange", arrive);
  arrive();
  startPage(draw);
}

function arrive() {
  const { items } = state.report;
  const item = items.length > 1 ? items[Number(location.hash.slice(1)) - 1] : items[0];
  set(state.report, { chosenItem: item || null });
  if (!item) return;
  set(state, { view: item.kind === "review" ? "deals" : "analyze", isSheetUp: false });
  if (item.kind === "review") {
    const mistakes = item.decisions.filter((decision) => decision.mistake);
    const { at } = mistakes.find((decision) => decision.player === "you") || mistakes[0] || { at: 0 };
    return set(state.deals, { list: [item.deal], deal: 0, item, at });
  }
  const tab = { close: "Close", claim: "Claim" }[item.kind] || "Moves";
  set(state.analyze, {
    item, tab, leafReplies: { [tab]: { item } }, line: item.tree ? new PlayLine(item.board, item.tree) : null,
    path: [item.title], showsHow: false,
  });
}

function draw() {
  const { chosenItem, items, heading } = state.report;
  if (!chosenItem) return { title: heading, cards: drawContents(), home: "" };
  const view = chosenItem.kind === "review" ? drawDeals() : drawAnswer();
  return { ...view, title: chosenItem.title, home: items.length > 1 ? "Contents" : "" };
}

function drawContents() {
  const { items, remarks } = state.report;
  const itemRow = ({ title, kind, verdict }, index) => {
    const words = verdict ? `${verdict.headline}${kind === "review" ? `. ${verdict.why}` : ""}` : "";
    return h("li",
      h("a.entry",
        { href: `#${index + 1}`, "aria-label": title }, h("span.o", index + 1),
        h("span", h("b", title), " ", h("span.faint", nowrap(words))), h("b", { class: verdict?.tone }, verdict?.value),
      ),
    );
  };
  return h("section.card",
    remarks.map((words) => h("p", words)), items[0].kind === "review" && runningTotalCharts(items),
    h("ul", items.map(itemRow)),
  );
}

/** What the deals of a match brought, one after the other, with luck and without. */
function runningTotalCharts(items) {
  const openDeal = (at) => (location.hash = `#${Math.max(at, 1)}`);
  const tricks = items.map((_, index) => index + 1);
  const drawChart = (caption, answerKey) => {
    let total = 0;
    const points = items.map(({ answer }, index) => ({ at: index + 1, value: (total += answer[answerKey] || 0) }));
    const stepper = { at: 0, end: items.length, go: openDeal, tricks, unitName: "deal", caption };
    return h("div", { class: tone(total) }, h("h3", caption), scrubber([{ at: 0, value: 0 }, ...points], stepper));
  };
  return h("div.grown",
    drawChart("What the deals brought you", "result"), drawChart("The same without luck", "adjusted"),
  );
}
