/** How high the rows of a list are, px: as measured, or as high as usual until they are. */
export class RowHeights {
  /** The width of the list when its rows were measured. */
  width = 0;
  readonly #measured = new Map<number, number>();
  readonly #guess: number;
  #usual: number;

  /** `guess` is the height of a row before the first is measured. */
  constructor(guess: number) {
    this.#guess = guess;
    this.#usual = guess;
  }

  /** The height of one row. */
  of(row: number): number {
    return this.#measured.get(row) ?? this.#usual;
  }

  /** The height of the rows from `first` up to, not including, `end`. */
  between(first: number, end: number): number {
    let height = 0;
    for (let row = first; row < end; row++) height += this.of(row);
    return height;
  }

  /** The row that lies so far below the top of the list; `count` when the list is shorter. */
  at(distance: number, count: number): number {
    let bottom = 0;
    for (let row = 0; row < count; row++) {
      bottom += this.of(row);
      if (bottom > distance) return row;
    }
    return count;
  }

  /** Takes what was measured; answers true when that is news. */
  learn(heights: Map<number, number>): boolean {
    const news = [...heights].filter(([row, height]) => Math.abs(this.of(row) - height) > 0.5);
    // The first rows tell how high the others probably are; later ones must not move what is settled.
    if (this.#measured.size === 0 && heights.size > 0) {
      this.#usual = [...heights.values()].reduce((sum, height) => sum + height, 0) / heights.size;
    }
    for (const [row, height] of heights) this.#measured.set(row, height);
    return news.length > 0;
  }

  /** Forgets all, as when the list has another width. */
  forget(): void {
    this.#measured.clear();
    this.#usual = this.#guess;
  }
}
