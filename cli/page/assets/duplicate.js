// Duplicate as a table: what each deal brought to either who played it.

import { h, number, row, scrolled, table } from "bingo/dom";
import { fixed, mean, signed } from "bingo/tiles";

/** `players`: who are compared; `deals`: {results, difference, without_luck, decisions}; `score`: means of these, if known. */
export function compared({ players, deals, score = null, words }) {
  const luck = ["without_luck", "decisions"].filter((key) => key in deals[0]);
  const heads = [...players, "difference", ...luck.map((key) => key.replace("_", " "))];
  const head = ["deal", ...heads.map((name) => h("th", { scope: "col", class: "number" }, name))];
  const each = (name, cells) => row(name, cells.map((cell) => number(cell)));
  const rows = deals.map((deal, n) => each(n + 1, [...deal.results.map(signed), signed(deal.difference), ...luck.map((key) => mean(deal[key]))]));
  const sure = ({ mean: value, error }) => `${mean(value)}${error === null ? "" : ` ±${fixed(error, 2)}`}`;
  if (score) rows.push(each("a deal", ["", "", ...["difference", ...luck].map((key) => sure(score[key]))]));
  const shown = table(rows, { head, caption: "Game points; plus is good for you" });
  return h("section", { "aria-label": "Duplicate" }, h("h2", {}, "Duplicate"), scrolled("Deals played twice", shown), words.map((line) => h("p", {}, line)));
}
