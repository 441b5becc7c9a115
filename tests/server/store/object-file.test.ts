import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { writeObjectFile } from '../../../server/store/object-file.ts';

test('each of two objects that are written at once has the checksum of its own bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tyy-object-'));
  const written = [0, 0];
  // Each piece waits until the other object has had as many.
  async function* pieces(texts: string[], own: number) {
    for (const text of texts) {
      yield Buffer.from(text);
      written[own]! += 1;
      await vi.waitUntil(() => written[1 - own]! >= written[own]!);
    }
  }
  const [checked, empty] = await Promise.all([
    writeObjectFile(join(folder, 'one'), pieces(['1234', '', '56789'], 0), { type: 'image/jpeg' }),
    writeObjectFile(join(folder, 'other'), pieces(['', '', ''], 1), { type: 'image/jpeg' }),
  ]);
  await rm(folder, { recursive: true });
  // That of the standard's check text, and of nothing.
  expect(checked.crc64).toBe('11051210869376104954');
  expect(empty.crc64).toBe('0');
});
