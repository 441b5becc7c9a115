import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSecret } from '../../../server/store/read-secret.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tyy-secret-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('the secret is made once, however many start at once', async () => {
  const [one, other] = await Promise.all([readSecret(dataDir), readSecret(dataDir)]);
  expect(one).toHaveLength(32);
  expect(other).toEqual(one);
  expect(await readSecret(dataDir)).toEqual(one);
});

test.each([0, 31])('a file of %i bytes is refused with what to do', async bytes => {
  await readSecret(dataDir);
  await truncate(join(dataDir, 'secret'), bytes);
  await expect(readSecret(dataDir)).rejects.toThrow(
    /secret is damaged.*Restore it from a backup; or remove it/,
  );
});
