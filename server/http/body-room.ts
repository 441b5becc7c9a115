/** Bytes of each body that are not counted: what nearly all bodies have, so that no large one keeps them out. */
const free = 16_384;

/** Bytes of bodies that are kept at the same time: of one address, and in all. */
const mostOfCaller = 8_000_000;
const mostInAll = 48_000_000;

/** Counts the bytes of all bodies that requests have brought and are not done with. */
export class BodyRoom {
  readonly #ofCallers = new Map<string, number>();
  #all = 0;

  /** Room for one body, from its first byte to the end of its request. */
  open(caller: string): { take(bytes: number): boolean; close(): void } {
    let size = 0;
    let counted = 0;
    const count = (bytes: number) => {
      counted += bytes;
      this.#all += bytes;
      const ofCaller = (this.#ofCallers.get(caller) ?? 0) + bytes;
      if (ofCaller > 0) this.#ofCallers.set(caller, ofCaller);
      else this.#ofCallers.delete(caller);
      return ofCaller <= mostOfCaller && this.#all <= mostInAll;
    };
    return {
      /** False where there is no room for so many bytes more. */
      take(bytes) {
        size += bytes;
        return size <= free || count(size - free - counted);
      },
      close: () => {
        if (counted > 0) count(-counted);
      },
    };
  }
}
