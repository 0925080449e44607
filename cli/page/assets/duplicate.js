// Duplicate as a table: what each deal brought to either who played it.

import { h } from "bingo/dom";
import { fixed, mean, signed } from "bingo/tiles";

/** `players`: who are compared; `deals`: {results, difference, without_luck, decisions}; `score`: means of these, if known. */
export function compared({ players, deals, score = null, words }) {
  const luck = ["without_luck", "decisions"].filter((key) => key in deals[0]);
  const heads = ["deal", ...players, "difference", ...luck.map((key) => key.replace("_", " "))];
  const number = (shown) => h("td", { class: "number" }, shown);
  const row = (name, cells) => h("tr", {}, h("th", { scope: "row" }, name), cells.map(number));
  const rows = deals.map((deal, n) => row(n + 1, [...deal.results.map(signed), signed(deal.difference), ...luck.map((key) => mean(deal[key]))]));
  const sure = ({ mean: value, error }) => `${mean(value)}${error === null ? "" : ` ±${fixed(error, 2)}`}`;
  if (score) rows.push(row("a deal", ["", "", ...["difference", ...luck].map((key) => sure(score[key]))]));
  const head = h("thead", {}, h("tr", {}, heads.map((name, n) => h("th", { scope: "col", class: n ? "number" : null }, name))));
  const table = h("table", {}, h("caption", {}, "Game points; plus is good for you"), head, h("tbody", {}, rows));
  return h("section", { "aria-label": "Duplicate" }, h("h2", {}, "Duplicate"), h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Deals played twice" }, table), words.map((line) => h("p", {}, line)));
}
