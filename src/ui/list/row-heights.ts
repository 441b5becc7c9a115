/** Heights of a list's rows, px. A row that is not measured has the usual height. */
export class RowHeights {
  /** The width of the list when its rows were measured, px. */
  width = 0;
  /** Top of each known row, then the bottom of the last known row, px. */
  #tops = [0];
  readonly #guess: number;
  #usual: number;

  /** `guess` is the height of a row until a row is measured, px. */
  constructor(guess: number) {
    this.#guess = guess;
    this.#usual = guess;
  }

  /** Number of rows, from the first row on, that are measured or skipped. */
  get known(): number {
    return this.#tops.length - 1;
  }

  /** Total height of the rows from `first` up to, but not including, `end`. */
  between(first: number, end: number): number {
    return this.#top(end) - this.#top(first);
  }

  /** The row at this distance from the top of the list; `count` if the list is shorter. */
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

  /** Saves measured heights. True if any height changed. */
  learn(heights: Map<number, number>): boolean {
    const changed = [...heights].some(([row, height]) => Math.abs(this.between(row, row + 1) - height) > 0.5);
    // Only the first rows give the estimate for the others: later rows must not move rows already shown.
    if (this.#tops.length === 1 && heights.size > 0) {
      this.#usual = [...heights.values()].reduce((sum, height) => sum + height, 0) / heights.size;
    }
    for (const [row, height] of heights) this.#set(row, height);
    return changed;
  }

  /** Forgets all heights, for example because the width of the list changed. */
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
