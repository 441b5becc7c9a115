import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { artVersion } from '../../../server/generator/art-version.ts';
import { openLog } from '../../../server/log.ts';
import { sweepFiles } from '../../../server/services/housekeeping.ts';
import { folderForFile } from '../support/for-file.ts';
import { waitFor } from '../support/wait-for.ts';

const folder = await folderForFile();

test('old temporary files from killed processes are removed, but files in use are kept', async () => {
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
  const paths = [
    'shared',
    'objects/.incoming',
    'objects/probes',
    'template-pics',
    'app-files/assets',
    `previews/${artVersion}`,
  ];
  const places = paths.map(path => join(folder, path));
  const stop = sweepFiles(folder, openLog('silent'), 20);
  for (const place of places) {
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'new.part'), 'x');
    await writeFile(join(place, 'old.part'), 'x');
    await utimes(join(place, 'old.part'), twoHoursAgo, twoHoursAgo);
  }
  const drawing = join(folder, 'previews', artVersion, '4-drawing');
  await writeFile(drawing, 'x');
  await utimes(drawing, twoHoursAgo, twoHoursAgo);

  const left = async () => (await Promise.all(places.map(place => readdir(place)))).flat().toSorted();
  await waitFor('the sweep', async () => !(await left()).includes('old.part'));
  expect(await left()).toEqual(['4-drawing', ...paths.map(() => 'new.part')]);

  const secrets = { 'secret.of-a-start': twoHoursAgo, 'secret.of-another': new Date(), secret: twoHoursAgo };
  for (const [name, time] of Object.entries(secrets)) {
    await writeFile(join(folder, name), 'x');
    await utimes(join(folder, name), time, time);
  }
  await mkdir(join(folder, 'previews/of-a-version-before'));
  await waitFor('the next sweep', async () => !(await readdir(folder)).includes('secret.of-a-start'));
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['secret', 'secret.of-another']));
  expect(await readdir(join(folder, 'previews'))).toHaveLength(2);
  const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60_000);
  await utimes(join(folder, 'previews', artVersion), twoDaysAgo, twoDaysAgo);
  await waitFor('the old drawings to go', async () => (await readdir(join(folder, 'previews'))).length === 1);
  expect(await readdir(join(folder, 'previews', artVersion))).toContain('4-drawing');
  stop();
});
