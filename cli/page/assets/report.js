// The page of a report: one item, or contents and the item that was chosen.

import { drawAnswer } from "bingo/answer";
import { drawDeals, scrubber } from "bingo/deals";
import { data, h, nowrap } from "bingo/dom";
import { startPage } from "bingo/frame";
import { Line, tone } from "bingo/moment";
import { set, state } from "bingo/state";

/** Show what the page holds. The address ends in the number of the item that is shown: #3. */
export function start() {
  state.report = data();
  addEventListener("hashchange", arrive);
  arrive();
  startPage(draw);
}

function arrive() {
  const { items } = state.report;
  const item = items.length > 1 ? items[Number(location.hash.slice(1)) - 1] : items[0];
  set(state.report, { chosen: item || null });
  if (!item) return;
  set(state, { view: item.kind === "review" ? "deals" : "analyze", sheet: false });
  if (item.kind === "review") {
    const mistakes = item.decisions.filter((decision) => decision.mistake);
    const { at } = mistakes.find((decision) => decision.player === "you") || mistakes[0] || { at: 0 };
    return set(state.deals, { list: [item.deal], deal: 0, item, at });
  }
  const tab = { close: "Close", claim: "Claim" }[item.kind] || "Moves";
  set(state.analyze, {
    item, tab, more: { [tab]: { item } }, walk: item.tree ? new Line(item.board, item.tree) : null, path: [item.title],
    how: false,
  });
}

function draw() {
  const { chosen, items, heading } = state.report;
  if (!chosen) return { title: heading, cards: contents(), home: "" };
  const view = chosen.kind === "review" ? drawDeals() : drawAnswer();
  return { ...view, title: chosen.title, home: items.length > 1 ? "Contents" : "" };
}

function contents() {
  const { items, remarks } = state.report;
  const row = ({ title, kind, verdict }, n) => {
    const words = verdict ? `${verdict.headline}${kind === "review" ? `. ${verdict.why}` : ""}` : "";
    return h("li",
      h("a.entry",
        { href: `#${n + 1}`, "aria-label": title }, h("span.o", n + 1),
        h("span", h("b", title), " ", h("span.faint", nowrap(words))), h("b", { class: verdict?.tone }, verdict?.value),
      ),
    );
  };
  return h("section.card",
    remarks.map((words) => h("p", words)), items[0].kind === "review" && drawTotals(items), h("ul", items.map(row)),
  );
}

/** What the deals of a match brought, one after the other, with luck and without. */
function drawTotals(items) {
  const go = (at) => (location.hash = `#${Math.max(at, 1)}`);
  const tricks = items.map((_, n) => n + 1);
  const chart = (caption, key) => {
    let total = 0;
    const points = items.map(({ answer }, n) => ({ at: n + 1, value: (total += answer[key] || 0) }));
    const stepper = { at: 0, end: items.length, go, tricks, named: "deal", caption };
    return h("div", { class: tone(total) }, h("h3", caption), scrubber([{ at: 0, value: 0 }, ...points], stepper));
  };
  return h("div.grown", chart("What the deals brought you", "result"), chart("The same without luck", "adjusted"));
}
