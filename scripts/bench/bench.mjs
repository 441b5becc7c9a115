/**
 * Runs the measurement with the given name: `npm run bench -- list --count 1000`. Without a name, measures how fast
 * screens open. Needs a build (`npm run build`).
 */
import { spawnSync } from 'node:child_process';
import { install } from '../install.mjs';
import { environment, nodeOptions } from '../process-settings.mjs';

const files = {
  screens: 'scripts/bench/screens.mjs',
  list: 'scripts/bench/long-list.mjs',
  upload: 'scripts/bench/upload.mjs',
  coach: 'scripts/bench/coach.ts',
  'try-ons': 'scripts/bench/try-ons.ts',
  jobs: 'scripts/bench/jobs.ts',
  sums: 'scripts/bench/sums.ts',
  scale: 'scripts/bench/scale.ts',
  pics: 'scripts/bench/pics.ts',
  faces: 'scripts/pics/faces.ts',
  opaque: 'scripts/bench/opaque.mjs',
  load: 'tools/bench/load.mjs',
  lighthouse: 'tools/bench/lighthouse.mjs',
};

const given = process.argv.slice(2);
if (given[0] === '--scale') given[0] = 'scale';
const name = given[0]?.startsWith('-') ? 'screens' : (given.shift() ?? 'screens');
const file = Object.hasOwn(files, name) ? files[name] : null;
if (!file) {
  process.stderr.write(`There is no bench "${name}"; there are ${Object.keys(files).join(', ')}.\n`);
  process.exit(2);
}
install(file.startsWith('tools/') ? 'tools/bench' : 'tests');
// The `pics` measurement draws in its own process, so give that process the same node options as the product.
const isProduct = name === 'pics';
const options = [...(isProduct ? nodeOptions : []), ...(file.endsWith('.ts') ? ['--import', 'tsx'] : [])];
const { status } = spawnSync(process.execPath, [...options, file, ...given], {
  stdio: 'inherit',
  env: isProduct ? environment() : process.env,
});
process.exit(status ?? 1);
