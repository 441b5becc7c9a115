/** How high the rows of a list are, px: as measured, or as high as usual until they are. */
export class RowHeights {
  /** The width of the list when its rows were measured. */
  width = 0;
  /** Where each row begins, as far as one was measured, then where the last of them ends, px. */
  #tops = [0];
  readonly #guess: number;
  #usual: number;

  /** `guess` is the height of a row before the first is measured. */
  constructor(guess: number) {
    this.#guess = guess;
    this.#usual = guess;
  }

  /** How many rows, from the first, have been measured or skipped. */
  get known(): number {
    return this.#tops.length - 1;
  }

  /** The height of the rows from `first` up to, not including, `end`. */
  between(first: number, end: number): number {
    return this.#top(end) - this.#top(first);
  }

  /** The row that lies so far below the top of the list; `count` when the list is shorter. */
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

  /** Takes what was measured; returns true when it changed. */
  learn(heights: Map<number, number>): boolean {
    const changed = [...heights].some(([row, height]) => Math.abs(this.between(row, row + 1) - height) > 0.5);
    // The first rows show how high the others probably are; later ones must not move what is settled.
    if (this.#tops.length === 1 && heights.size > 0) {
      this.#usual = [...heights.values()].reduce((sum, height) => sum + height, 0) / heights.size;
    }
    for (const [row, height] of heights) this.#set(row, height);
    return changed;
  }

  /** Clears all, as when the list has another width. */
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
