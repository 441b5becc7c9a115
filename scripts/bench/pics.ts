/**
 * Measures jobs of four pics: `npm run bench -- pics --jobs 200` (default 7, one per technique; 200 jobs show whether
 * memory grows). Prints each job's wall and CPU seconds, and the process's peak memory. Job 0 takes longer, because it
 * starts the filters and neural networks. Run it on an otherwise idle machine.
 */
import { readFileSync } from 'node:fs';
import { makePics } from '../../server/generator/local/make-pics.ts';
import { templates } from '../../server/generator/templates.ts';
import { readOptions, wholeNumber } from '../options.mjs';

const photo = new Uint8Array(readFileSync('tests/testdata/astronaut.png'));
const byTechnique = [...new Map(templates.map(({ id, technique }) => [technique, id]))];
const { jobs } = readOptions({ jobs: wholeNumber(byTechnique.length) });
let peak = 0;
const watching = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50);

for (let job = 0; job <= jobs; job++) {
  const [technique, templateId] = byTechnique[Math.max(0, job - 1) % byTechnique.length]!;
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
    `${job} ${technique}: ${wall.toFixed(1)} s, processor ${((user + system) / 1e6).toFixed(1)} s, ` +
      `memory ${Math.round(process.memoryUsage.rss() / 1e6)} MB, peak ${Math.round(peak / 1e6)} MB`,
  );
}
clearInterval(watching);
process.exit();
