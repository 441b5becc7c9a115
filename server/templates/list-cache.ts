/** The most lists that are kept; more come only from made-up origins. */
const mostLists = 500;

/** Answers that are the same for everybody, kept as the text that is sent. */
export class ListCache {
  readonly #texts = new Map<string, string>();

  /** The text kept under a key, or the one that `make` answers now. */
  get(key: string, make: () => unknown): string {
    const kept = this.#texts.get(key);
    if (kept !== undefined) return kept;
    if (this.#texts.size >= mostLists) this.#texts.clear();
    const text = JSON.stringify(make());
    this.#texts.set(key, text);
    return text;
  }
}
