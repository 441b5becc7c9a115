import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { sha256Hex } from '../../../../src/platform/upload/sha256-hex.ts';

test('the digest of a text or of its bytes is SHA-256 in lower-case hexadecimal', async () => {
  for (const text of ['', 'abc', '1700000000abcdefghijsecret', '写真 ✓']) {
    const expected = createHash('sha256').update(text).digest('hex');
    expect(await sha256Hex(text)).toBe(expected);
    expect(await sha256Hex(new TextEncoder().encode(text))).toBe(expected);
  }
});

test('on plain http, where the browser computes no digest, the digest is the same', async () => {
  vi.stubGlobal('crypto', {});
  expect(await sha256Hex('abc')).toBe(createHash('sha256').update('abc').digest('hex'));
});

test('without WebAssembly, or without memory for it, the browser computes the digest', async () => {
  vi.stubGlobal('WebAssembly', { compile: () => Promise.reject(new RangeError('Out of memory')) });
  const abc = createHash('sha256').update('abc').digest('hex');
  expect(await sha256Hex('abc')).toBe(abc);
  expect(await sha256Hex('abc')).toBe(abc);
});
