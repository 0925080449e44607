// Should I close now? The leads, the hands they fail against, the tiles that decide, and one such hand to play out.

import { distribution } from "bingo/charts";
import { h, number, renew, row, scrolled, table } from "bingo/dom";
import { hangsOn, playedOn } from "bingo/telling";
import { drawTile, mean, share, tilesOf, tone } from "bingo/tiles";
import { play } from "bingo/walk";

/** What `bingo close --json` writes, drawn. */
export function closing(item) {
  const { answer, board } = item;
  return [
    h("section", {}, h("h2", {}, "Leads after closing"), leads(answer)),
    h("section", {}, h("h2", {}, "How it goes against every hand"), spread(answer)),
    h("section", {}, h("h2", {}, "When it fails"), failing(item, board)),
    h("section", {}, h("h2", {}, "Playing on"), h("p", {}, playedOn(answer, board))),
    answer.proof ? h("section", {}, h("h2", {}, "Proof"), item.proof.map((line) => h("p", {}, line))) : null,
  ];
}

function leads(answer) {
  const chances = answer.leads.every((lead) => lead.sure.chance !== undefined);
  const cells = (one) => [
    chances ? number(share(one.chance)) : null,
    number(share(one.win)),
    number(mean(one.value), `number value ${tone(one.value)}`),
  ];
  const bound = answer.leads.every((lead) => lead.best_defence);
  const most = ({ exact, best_defence: { high, win_high: win, chance_low: least, chance_high: chance } }) =>
    exact && !(chance - least > 1e-9) ? [chances ? h("td") : null, h("td"), number("exact")] : cells({ chance, win, value: high });
  const rows = answer.leads.map((lead, n) =>
    row(lead.move.replace("close, ", ""), [cells(lead.sure), bound ? most(lead) : [], cells(lead.double_dummy)], { class: n === 0 ? "best" : null }),
  );
  const head = ["lead", ...["guaranteed", ...(bound ? ["at most"] : []), "if you saw the hand"].flatMap((what) => (chances ? [`${what}: wins the match`, "the deal", "brings"] : [`${what}: wins`, "brings"]))];
  const note = answer.exact ? "" : " These are estimates from a sample of the hands.";
  return [
    h("p", { class: "faint" }, `Guaranteed is what play that never sees the other hand takes from an opponent who sees everything${bound ? "; at most bounds what any such play can take" : ""}.${note}`),
    scrolled("Leads", table(rows, { head, kind: "leads" })),
  ];
}

function spread(answer) {
  const shown = h("div");
  const show = (n) => {
    const lead = answer.leads[n];
    const guaranteed = distribution(lead.sure.outcomes, "Guaranteed", lead.sure.chances);
    renew(shown, shown, h("div", { class: "pair" }, guaranteed, distribution(lead.double_dummy.outcomes, "If you saw the hand", lead.double_dummy.chances)));
  };
  show(0);
  const options = answer.leads.map((lead, n) => h("option", { value: n }, lead.move));
  const choose = h("select", { onchange: (event) => show(Number(event.target.value)) }, options);
  return [h("p", {}, h("label", {}, "Lead: ", choose)), shown];
}

function failing(item, board) {
  const { why, refutation } = item.answer;
  const parts = [h("p", {}, hangsOn(item.answer))];
  const deciding = new Set([...tilesOf(why.always), ...tilesOf(why.pattern && why.pattern.opponent)]);
  if (deciding.size) {
    const tiles = [...deciding].map((tile) => h("li", {}, drawTile(tile, board)));
    parts.push(h("p", {}, "The tiles that decide, in the opponent's hand:"), h("ul", { class: "tiles" }, tiles));
  }
  if (!refutation) return parts;
  parts.push(h("h3", {}, "A hand that beats it"), h("p", {}, `Even if you saw this hand, you could not win: ${refutation.opponent}. Play it out:`));
  return [...parts, play(item.refutation.board, item.refutation_tree, item.refutation.first)];
}
