import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { sha256Hex } from '../../../../src/platform/upload/sha256-hex.ts';

test('sha256Hex returns the SHA-256 digest of a text or bytes in lower-case hexadecimal', async () => {
  for (const text of ['', 'abc', '1700000000abcdefghijsecret', '写真 ✓']) {
    const expected = createHash('sha256').update(text).digest('hex');
    expect(await sha256Hex(text)).toBe(expected);
    expect(await sha256Hex(new TextEncoder().encode(text))).toBe(expected);
  }
});

test('sha256Hex returns the same digest on plain http, where browsers have no crypto.subtle', async () => {
  vi.stubGlobal('crypto', {});
  expect(await sha256Hex('abc')).toBe(createHash('sha256').update('abc').digest('hex'));
});

test('sha256Hex uses the browser’s own digest if WebAssembly fails', async () => {
  vi.stubGlobal('WebAssembly', { compile: () => Promise.reject(new RangeError('Out of memory')) });
  const abc = createHash('sha256').update('abc').digest('hex');
  expect(await sha256Hex('abc')).toBe(abc);
  expect(await sha256Hex('abc')).toBe(abc);
});
