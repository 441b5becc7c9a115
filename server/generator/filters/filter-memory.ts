import { webAssembly } from './web-assembly.ts';

/** A part of the shared memory: its address for the filters, and the same as numbers. */
export interface Plane {
  at: number;
  data: Float32Array;
}

const PAGE = 65_536;
const BYTES = 384 * 1024 * 1024;

/** Addresses below are left free: some code takes 0 for "nothing". */
const FIRST = 1024;

/**
 * The memory that the filters work in, reserved once; the system provides its pages when they are first written. What lasts
 * is taken from the end. What is needed for a while is taken from the front like a stack: `scope` gives back everything that
 * was taken inside it, so that the pictures of all jobs use the same pages.
 */
export class FilterMemory {
  readonly wasm = new webAssembly.Memory({ initial: BYTES / PAGE, maximum: BYTES / PAGE, shared: true });
  #front = FIRST;
  #end = BYTES;

  /** Numbers for a while; what they hold at first is left over from others. */
  take(length: number): Plane {
    const at = this.#front;
    this.#front += aligned(length * 4);
    this.#check();

    return this.#planeAt(at, length);
  }

  /** Numbers that are kept as long as the memory; 0 at first. */
  keep(length: number): Plane {
    this.#end -= aligned(length * 4);
    this.#check();

    return this.#planeAt(this.#end, length);
  }

  /** Runs `work` and gives back what it took. Scopes may be nested, but not run beside each other. */
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

/** Vectors of four numbers are read at multiples of 16. */
function aligned(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}
