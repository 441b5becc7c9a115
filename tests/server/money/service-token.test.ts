import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openServiceToken } from '../../../server/money/google-play/service-token.ts';
import { GooglePlayDouble } from '../doubles/google-play-double.ts';

const second = 1_000;
const hour = 60 * 60 * second;

test('a token is fetched once, and anew a minute before its end', async () => {
  const google = await GooglePlayDouble.open();
  const folder = await mkdtemp(join(tmpdir(), 'tyy-service-token-'));
  try {
    const keyFile = join(folder, 'key.json');
    await writeFile(keyFile, google.keyFile);
    let now = Date.now();
    const token = await openServiceToken(keyFile, () => now);
    const fetched = async () => {
      expect(await token()).toBe('its.token');
      return google.http.requests.length;
    };
    expect([await fetched(), await fetched()]).toEqual([1, 1]);
    now += hour - 61 * second;
    expect(await fetched()).toBe(1);
    now += 2 * second;
    expect(await fetched()).toBe(2);
  } finally {
    await google.close();
    await rm(folder, { recursive: true });
  }
});
