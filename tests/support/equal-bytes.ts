import { expect } from 'vitest';

/** Bytes are compared as such: Vitest compares a list of all their places first, which takes seconds for those of a picture. */
expect.addEqualityTesters([
  (one, other) =>
    one instanceof Uint8Array && other instanceof Uint8Array && one.constructor === other.constructor
      ? Buffer.compare(one, other) === 0
      : undefined,
]);
