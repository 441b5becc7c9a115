import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256Hex } from '../../../../src/platform/upload/sha256-hex.ts';

test('bytes and their text have the same digest', async () => {
  expect(await sha256Hex(new TextEncoder().encode('写真'))).toBe(await sha256Hex('写真'));
});

test('the digest is lower-case hexadecimal, as every other SHA-256 says', async () => {
  for (const text of ['', 'abc', '1700000000abcdefghijsecret', '写真 ✓']) {
    expect(await sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});
