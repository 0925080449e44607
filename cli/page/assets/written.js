// A position as a file has it, read and written.

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

/** A position that a file has, to be changed; without one it is empty. @returns {any} */
export function begun({ expect, ...document } = /** @type {any} */ ({})) {
  const side = (told = {}) => ({ hand: null, won: null, points: null, tricks: null, declared: null, shown: null, ...told });
  const empty = { name: null, rules: "pagat", trump: null, lead: "you", closed: null, match: null, led: null, turned: null, stock: null, played: null };
  return { ...empty, ...stated(document), you: side(document.you), opponent: side(document.opponent) };
}

/** The position as a file has it. */
export function filed(state) {
  const side = ({ points, tricks, ...told }) => stated(told.won ? told : { hand: told.hand, points, tricks, ...told });
  return stated({ ...state, you: side(state.you), opponent: side(state.opponent) });
}
