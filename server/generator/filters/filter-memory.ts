import { webAssembly } from './web-assembly.ts';

/** A part of the shared memory: its address for the filters, and its numbers. */
export interface Plane {
  at: number;
  data: Float32Array;
}

const PAGE = 65_536;
const BYTES = 384 * 1024 * 1024;

/** Smaller addresses are unused, because some code takes the address 0 for "nothing". */
const FIRST = 1024;

/**
 * The filters' memory, reserved once; the system provides a page at the first write. `keep` takes memory from the end
 * and never frees it. `take` takes memory from the front, like a stack: when a `scope` ends, everything taken inside it
 * is freed, so that all jobs use the same pages.
 */
export class FilterMemory {
  readonly wasm = new webAssembly.Memory({ initial: BYTES / PAGE, maximum: BYTES / PAGE, shared: true });
  #front = FIRST;
  #end = BYTES;

  /** Takes memory until the surrounding `scope` ends. It contains old values at first. */
  take(length: number): Plane {
    const at = this.#front;
    this.#front += aligned(length * 4);
    this.#check();

    return this.#planeAt(at, length);
  }

  /** Takes memory that is never freed. All numbers are 0 at first. */
  keep(length: number): Plane {
    this.#end -= aligned(length * 4);
    this.#check();

    return this.#planeAt(this.#end, length);
  }

  /** Runs `work`, then frees the memory that it took. Scopes may be nested, but must not run at the same time. */
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

/** Filters read vectors of four numbers at multiples of 16 bytes. */
function aligned(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}
