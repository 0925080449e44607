// The page of a report: one item, or contents and the item that was chosen.

import { drawItem } from "bingo/answers";
import { course } from "bingo/charts";
import { data, fill, h, number, row, table } from "bingo/dom";
import { fixed, mean, signed, sprite, tone } from "bingo/tiles";

/** Show what the page holds. The address ends in the number of the item that is shown: #3. */
export function start() {
  const shown = data();
  document.body.prepend(sprite());
  const show = () => render(shown);
  window.addEventListener("hashchange", show);
  show();
}

function render(data) {
  const page = /** @type {HTMLElement} */ (document.getElementById("page"));
  const number = Number(location.hash.slice(1));
  const many = data.items.length > 1;
  const chosen = many ? data.items[number - 1] : data.items[0];
  const item = () => [many ? pages(data, number) : null, ...drawItem(chosen)];
  fill(page, chosen ? item() : contents(data));
  if (many && location.hash) {
    const heading = /** @type {HTMLElement} */ (page.querySelector("h1"));
    heading.tabIndex = -1;
    heading.focus();
  }
}

/** Where to go from an item: back to the contents, to the one before, to the next. */
function pages(data, number) {
  const link = (to, words) => (to >= 0 && to <= data.items.length ? h("a", { href: to ? `#${to}` : "#" }, words) : null);
  return h("nav", { "aria-label": "Pages" }, link(0, "Contents"), number > 1 ? link(number - 1, "Previous") : null, link(number + 1, "Next"));
}

function contents(data) {
  if (data.items[0].kind === "review") return match(data);
  const rows = data.items.map((item, n) => {
    const { value, best, advice, verdict } = item.answer || {};
    const answer = advice || verdict || (best || []).slice(0, 3).join(" or ") + ((best || []).length > 3 ? " ..." : "");
    return h(
      "tr",
      {},
      number(n + 1),
      h("th", { scope: "row" }, h("a", { href: `#${n + 1}` }, item.title)),
      h("td", { class: `value ${tone(value || 0)}` }, value === undefined ? "" : signed(value)),
      h("td", {}, answer || ""),
    );
  });
  const listed = table(rows, { head: ["", "position", "value", "answer"], kind: "contents" });
  return h("div", {}, h("header", {}, h("h1", {}, data.heading)), ...data.remarks.map((words) => h("p", {}, words)), listed);
}

/** The contents of several reviews: the deals, and how the score grew, with luck and without. */
function match(data) {
  const rows = data.items.map(({ title, answer }, n) => {
    const { result, luck, lost, mistakes } = answer;
    const cells = [result === null ? "" : signed(result), luck ? mean(luck.you) : "", fixed(lost.you, 2), fixed(lost.opponent, 2), `${mistakes.you} : ${mistakes.opponent}`];
    return row(h("a", { href: `#${n + 1}` }, title), cells.map((cell) => number(cell)));
  });
  const grown = (what) => {
    let total = 0;
    const points = data.items.map(({ title, answer }, n) => ({ at: n + 1, value: (total += what(answer) || 0), mark: false, label: title }));
    return [{ at: 0, value: 0, mark: false, label: "start" }, ...points];
  };
  const unit = data.items[0].board.unit;
  const open = (at) => (location.hash = `#${Math.max(at, 1)}`);
  const chart = (what, words) => course(grown(what), null, data.items.length - 1, `${words}, in ${unit}s, deal after deal.`, open);
  const listed = table(rows, { head: ["deal", "result", "luck", "you lost", "opponent lost", "mistakes"], kind: "contents" });
  const charts = h("div", { class: "pair" }, chart((answer) => answer.result, "What the deals brought you"), chart((answer) => answer.adjusted, "The same without luck"));
  return h("div", {}, h("header", {}, h("h1", {}, data.heading)), listed, charts);
}
