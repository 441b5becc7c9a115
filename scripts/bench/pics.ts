/**
 * What jobs of four cost: `npm run bench -- pics --jobs 200` (7 otherwise: one of each hand; 200 shows whether memory
 * stays flat). Prints wall and processor seconds of each job and the greatest memory of the process. The job before them, number
 * 0, also starts the filters and the networks. Run it when nothing else runs.
 */
import { readFileSync } from 'node:fs';
import { makePics } from '../../server/generator/local/make-pics.ts';
import { templates } from '../../server/generator/templates.ts';
import { readOptions, wholeNumber } from '../options.mjs';

const photo = new Uint8Array(readFileSync('tests/testdata/astronaut.png'));
const byHand = [...new Map(templates.map(({ id, hand }) => [hand, id]))];
const { jobs } = readOptions({ jobs: wholeNumber(byHand.length) });
let peak = 0;
const watching = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50);

for (let job = 0; job <= jobs; job++) {
  const [hand, templateId] = byHand[Math.max(0, job - 1) % byHand.length]!;
  const start = performance.now();
  const before = process.cpuUsage();
  await makePics(
    { photos: [photo], templateId, count: 4, seed: job },
    () => {},
    new AbortController().signal,
  );
  const { user, system } = process.cpuUsage(before);
  const wall = (performance.now() - start) / 1000;

  console.warn(
    `${job} ${hand}: ${wall.toFixed(1)} s, processor ${((user + system) / 1e6).toFixed(1)} s, ` +
      `memory ${Math.round(process.memoryUsage.rss() / 1e6)} MB, peak ${Math.round(peak / 1e6)} MB`,
  );
}
clearInterval(watching);
process.exit();
