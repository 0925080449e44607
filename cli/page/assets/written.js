// A position as a file has it: what the page writes of a table.

/** Tricks as a file has them; of a tile that is alone, the other is not known. */
export const pairs = (tiles) => tiles.map((tile, n) => (n % 2 ? "" : [tile, tiles[n + 1] || "?"].join(" "))).filter(Boolean).join(", ");

/** The table as a file has it. */
export function written({ trump, turned, stock, closed, lead, led, ...board }, besides) {
  const side = ({ hand, points, tricks, declared, shown }) => stated({ hand: hand || null, points, tricks, declared: declared || null, shown: shown || null });
  return stated({ ...besides, trump, turned, stock: stock || null, closed, lead, led, you: side(board.you), opponent: side(board.opponent) });
}

/** Without what is not said. */
export function stated(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
}

/** Rules as a file has them: a preset, or one with changes ("pagat, must_beat=false"). */
export function rulesOf(text) {
  const [preset, ...changes] = text.split(",").map((part) => part.trim());
  if (!changes.length) return preset;
  const value = (written) => (/^(true|false|-?\d+)$/.test(written) ? JSON.parse(written) : written);
  const fields = changes.map((change) => change.split("=").map((part) => part.trim()));
  return { preset, ...Object.fromEntries(fields.map(([key, written = ""]) => [key, value(written)])) };
}

/** The same as one types them. */
export function rulesText(rules) {
  if (typeof rules === "string") return rules;
  const { preset = "pagat", ...changes } = rules;
  return [preset, ...Object.entries(changes).map(([key, value]) => `${key}=${value}`)].join(", ");
}
