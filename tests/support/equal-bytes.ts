import { expect } from 'vitest';

/** Vitest runs this before each file of a process, and would keep as many of what is added as there are files. */
const common = globalThis as { comparesBytes?: boolean };

/** Bytes are compared as such: Vitest compares a list of all their places first, which takes seconds for those of a picture. */
if (!common.comparesBytes) {
  expect.addEqualityTesters([
    (one, other) =>
      one instanceof Uint8Array && other instanceof Uint8Array && one.constructor === other.constructor
        ? Buffer.compare(one, other) === 0
        : undefined,
  ]);
}
common.comparesBytes = true;
