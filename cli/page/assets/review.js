// A deal that was played, judged.

/** What `bingo review --json` writes, drawn. */
export function reviewed() {
  return [];
}
