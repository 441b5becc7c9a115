/** The heights of a list's rows, px. Rows that have not been measured get an estimated height. */
export class RowHeights {
  /** The list's width when its rows were measured, px. */
  width = 0;
  /** The top of each known row, followed by the bottom of the last known row, px. */
  #tops = [0];
  readonly #guess: number;
  #usual: number;

  /** `guess` is the row height until a row has been measured, px. */
  constructor(guess: number) {
    this.#guess = guess;
    this.#usual = guess;
  }

  /** Number of rows up to and including the last measured one. Skipped rows before it have estimated heights. */
  get known(): number {
    return this.#tops.length - 1;
  }

  /** Total height of the rows from `first` to `end` (exclusive). */
  between(first: number, end: number): number {
    return this.#top(end) - this.#top(first);
  }

  /** Returns the row at this distance from the list's top, or `count` if the list is shorter. */
  rowAt(distance: number, count: number): number {
    let first = 0;
    let end = count;
    while (first < end) {
      const middle = Math.floor((first + end) / 2);
      if (this.#top(middle + 1) > distance) end = middle;
      else first = middle + 1;
    }
    return first;
  }

  /** Stores measured heights. Returns true if any height changed. */
  learn(heights: Map<number, number>): boolean {
    const changed = [...heights].some(([row, height]) => Math.abs(this.between(row, row + 1) - height) > 0.5);
    // Only the first measurement determines the estimate. If later ones changed it, visible rows would move.
    if (this.#tops.length === 1 && heights.size > 0) {
      this.#usual = [...heights.values()].reduce((sum, height) => sum + height, 0) / heights.size;
    }
    for (const [row, height] of heights) this.#set(row, height);
    return changed;
  }

  /** Discards all heights, for example because the list's width has changed. */
  clear(): void {
    this.#tops = [0];
    this.#usual = this.#guess;
  }

  #top(row: number): number {
    const last = this.#tops.length - 1;
    return this.#tops[row] ?? (this.#tops[last] as number) + (row - last) * this.#usual;
  }

  #set(row: number, height: number): void {
    while (this.#tops.length <= row + 1) this.#tops.push(this.#top(this.#tops.length));
    const change = height - this.between(row, row + 1);
    if (change === 0) return;
    for (let next = row + 1; next < this.#tops.length; next++) {
      this.#tops[next] = (this.#tops[next] as number) + change;
    }
  }
}
