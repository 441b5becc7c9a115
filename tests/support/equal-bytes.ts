import { expect } from 'vitest';

/** Marks the tester as added, because Vitest runs this file again before each test file in the process. */
const common = globalThis as { comparesBytes?: boolean };

// Compare bytes directly, because Vitest first compares a list of all indexes, which takes seconds for a picture.
if (!common.comparesBytes) {
  expect.addEqualityTesters([
    (one, other) =>
      one instanceof Uint8Array && other instanceof Uint8Array && one.constructor === other.constructor
        ? Buffer.compare(one, other) === 0
        : undefined,
  ]);
}
common.comparesBytes = true;
