/** Limits concurrent tasks per caller and in total. A task above the limit is not started. */
export class AtOnce {
  readonly #most: { ofOne: number; inAll: number };
  readonly #ofCallers = new Map<string, number>();
  #all = 0;

  constructor(most: { ofOne: number; inAll: number }) {
    this.#most = most;
  }

  /** Counts a task of the caller until the returned function is called; null above the limit. */
  begin(caller: string): (() => void) | null {
    const ofCaller = this.#ofCallers.get(caller) ?? 0;
    if (this.#all >= this.#most.inAll || ofCaller >= this.#most.ofOne) return null;
    this.#all += 1;
    this.#ofCallers.set(caller, ofCaller + 1);
    return () => {
      this.#all -= 1;
      const left = this.#ofCallers.get(caller)! - 1;
      if (left > 0) this.#ofCallers.set(caller, left);
      else this.#ofCallers.delete(caller);
    };
  }
}
