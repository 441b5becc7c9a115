import { expect, test } from 'vitest';
import { crc64 } from '../../../server/store/crc64.ts';

test('the CRC-64/XZ of the standard check text, and of nothing', () => {
  expect(crc64(Buffer.from('123456789'))).toBe('11051210869376104954');
  expect(crc64(new Uint8Array())).toBe('0');
});
