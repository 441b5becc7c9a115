import { expect } from 'vitest';

/** Vitest runs this file before each test file of a process, and would add the tester again each time. */
const common = globalThis as { comparesBytes?: boolean };

/** Compares bytes directly. Vitest itself first compares a list of all indexes, which takes seconds for a picture. */
if (!common.comparesBytes) {
  expect.addEqualityTesters([
    (one, other) =>
      one instanceof Uint8Array && other instanceof Uint8Array && one.constructor === other.constructor
        ? Buffer.compare(one, other) === 0
        : undefined,
  ]);
}
common.comparesBytes = true;
