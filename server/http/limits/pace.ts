/** Bytes a second that a body moves at least, on average once `grace` (milliseconds) is over. */
export interface LeastPace {
  slowest: number;
  grace: number;
}

/** How fast a body comes or goes since this moment. */
export class Pace {
  readonly #began = performance.now();
  readonly #moved: () => number;
  readonly #least: LeastPace;

  /** `moved` says how many bytes have come or gone by now. */
  constructor(moved: () => number, least: LeastPace) {
    this.#moved = moved;
    this.#least = least;
  }

  /** Bytes a second. */
  get speed(): number {
    return (this.#moved() / Math.max(1, this.#age)) * 1000;
  }

  /** True for the first seconds, in which the speed says nothing yet. */
  get isYoung(): boolean {
    return this.#age <= this.#least.grace;
  }

  get crawls(): boolean {
    return !this.isYoung && this.speed < this.#least.slowest;
  }

  get #age(): number {
    return performance.now() - this.#began;
  }
}
