import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { artVersion } from '../../server/generator/art-version.ts';
import { openLog } from '../../server/log.ts';
import { sweepFiles } from '../../server/sweep-files.ts';
import { waitFor } from './support/wait-for.ts';

test('what killed processes left is removed while another runs, and nothing that is being written or used', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tyy-sweep-'));
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
  const names = ['shared', 'objects/.incoming', `previews/${artVersion}`, 'app-files/assets'];
  const places = names.map(path => join(folder, path));
  const stop = sweepFiles(folder, openLog('silent'), 20);
  for (const place of places) {
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'new.part'), 'x');
    await writeFile(join(place, 'old.part'), 'x');
    await utimes(join(place, 'old.part'), twoHoursAgo, twoHoursAgo);
  }
  const drawing = join(places[2]!, '4-drawing');
  await writeFile(drawing, 'x');
  await utimes(drawing, twoHoursAgo, twoHoursAgo);

  const left = async () => (await Promise.all(places.map(place => readdir(place)))).flat().toSorted();
  await waitFor('the sweep', async () => !(await left()).includes('old.part'));
  expect(await left()).toEqual(['4-drawing', 'new.part', 'new.part', 'new.part', 'new.part']);
  stop();
  await rm(folder, { recursive: true });
});
