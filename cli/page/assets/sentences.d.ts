// What `document.py` makes of the sentences of a terminal, for `tsc`; no part of the page.
declare module "bingo/sentences" {
  const sentences: Record<"levels" | "found" | "remarks", Record<string, string>>;
  export default sentences;
}
