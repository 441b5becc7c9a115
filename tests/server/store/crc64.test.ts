import { expect, test } from 'vitest';
import { Crc64 } from '../../../server/store/crc64.ts';

function crc64(...pieces: string[]): string {
  const crc = new Crc64();
  for (const piece of pieces) crc.update(Buffer.from(piece));
  return crc.digest();
}

test('the CRC-64/XZ of the standard check text, whole and in pieces, and of nothing', () => {
  expect(crc64('123456789')).toBe('11051210869376104954');
  expect(crc64('1234', '', '56789')).toBe('11051210869376104954');
  expect(crc64()).toBe('0');
});
