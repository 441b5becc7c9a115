/** Least average bytes a second, after `grace` (milliseconds). */
export interface LeastPace {
  slowest: number;
  grace: number;
}

/** Measures the speed of a body from its creation on. */
export class Pace {
  readonly #began = performance.now();
  readonly #moved: () => number;
  readonly #least: LeastPace;

  /** `moved` returns the bytes transferred so far. */
  constructor(moved: () => number, least: LeastPace) {
    this.#moved = moved;
    this.#least = least;
  }

  /** Bytes a second. */
  get speed(): number {
    return (this.#moved() / Math.max(1, this.#age)) * 1000;
  }

  /** True during the grace time, when the speed says nothing yet. */
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
