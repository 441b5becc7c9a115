/** Heights of a list's rows, px: as measured, else the usual height. */
export class RowHeights {
  /** The list's width when its rows were measured. */
  width = 0;
  /** Top of each known row, then the bottom of the last one, px. */
  #tops = [0];
  readonly #guess: number;
  #usual: number;

  /** `guess`: height of a row before one is measured. */
  constructor(guess: number) {
    this.#guess = guess;
    this.#usual = guess;
  }

  /** Number of rows from the first that are measured or skipped. */
  get known(): number {
    return this.#tops.length - 1;
  }

  /** Total height from row `first` until before row `end`. */
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

  /** Saves measured heights; true if any changed. */
  learn(heights: Map<number, number>): boolean {
    const changed = [...heights].some(([row, height]) => Math.abs(this.between(row, row + 1) - height) > 0.5);
    // The first rows give the estimate for others; later ones must not move settled rows.
    if (this.#tops.length === 1 && heights.size > 0) {
      this.#usual = [...heights.values()].reduce((sum, height) => sum + height, 0) / heights.size;
    }
    for (const [row, height] of heights) this.#set(row, height);
    return changed;
  }

  /** Forgets all heights, e.g. if the list's width changed. */
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
