import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { install } from '../scripts/install.mjs';

test.each([
  ['buildFilters', 'server/generator/filters', ['filters.wasm']],
  [
    'buildCoach',
    'src/platform/coach',
    ['face-kernels-relaxed.wasm', 'face-kernels.wasm', 'face-weights.bin'],
  ],
])('%s compiles the sources to exactly the committed files', async (build, home, files) => {
  install('tools/wasm');
  const folder = mkdtempSync(path.join(tmpdir(), 'tyy-wasm-'));
  try {
    const { buildFilters } = await import('../tools/wasm/build-filters.mjs');
    const { buildCoach } = await import('../tools/wasm/build-coach.mjs');
    await { buildFilters, buildCoach }[build]!(folder);

    expect(readdirSync(folder).sort()).toEqual(files);
    for (const file of files)
      expect(
        readFileSync(path.join(folder, file)).equals(readFileSync(path.join(home, file))),
        `${file} is older than its sources: npx tsx tools/wasm/build.mjs`,
      ).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
