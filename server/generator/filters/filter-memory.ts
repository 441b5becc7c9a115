import { webAssembly } from './web-assembly.ts';

/** A block of floats in the shared memory. `at` is its address for the filters, `data` a view of it. */
export interface Plane {
  at: number;
  data: Float32Array;
}

const PAGE = 65_536;
const BYTES = 384 * 1024 * 1024;

/** Lower addresses stay unused, because some code treats address 0 as null. */
const FIRST = 1024;

/**
 * The filters' memory, reserved once. The operating system allocates a page at the first write to it. `keep` allocates
 * from the end and never frees. `take` allocates from the front, like a stack. A `scope` frees everything taken inside
 * it when it ends, so all jobs reuse the same pages.
 */
export class FilterMemory {
  readonly wasm = new webAssembly.Memory({ initial: BYTES / PAGE, maximum: BYTES / PAGE, shared: true });
  #front = FIRST;
  #end = BYTES;

  /** Allocates memory until the surrounding `scope` ends. The memory is not cleared. */
  take(length: number): Plane {
    const at = this.#front;
    this.#front += aligned(length * 4);
    this.#check();

    return this.#planeAt(at, length);
  }

  /** Allocates memory that is never freed. It is filled with zeros. */
  keep(length: number): Plane {
    this.#end -= aligned(length * 4);
    this.#check();

    return this.#planeAt(this.#end, length);
  }

  /**
   * Runs `work`, then frees the memory that `work` took. Scopes may be nested, but two scopes must not overlap
   * otherwise.
   */
  async scope<Output>(work: () => Promise<Output>): Promise<Output> {
    const before = this.#front;
    try {
      return await work();
    } finally {
      this.#front = before;
    }
  }

  #planeAt(at: number, length: number): Plane {
    return { at, data: new Float32Array(this.wasm.buffer, at, length) };
  }

  #check(): void {
    if (this.#front > this.#end) throw new Error('The memory of the filters is used up');
  }
}

/** Rounds up to a multiple of 16 bytes, because filters load aligned vectors of four floats. */
function aligned(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}
