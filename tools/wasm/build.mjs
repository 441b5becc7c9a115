/** Makes every file of WebAssembly, and the weights beside one: `npx tsx tools/wasm/build.mjs`. They are committed with their sources. */
import { install } from '../../scripts/install.mjs';
import { readOptions } from '../../scripts/options.mjs';

readOptions({});
install('tools/wasm');
const { buildFilters } = await import('./build-filters.mjs');
const { buildCoach } = await import('./build-coach.mjs');
await buildFilters();
await buildCoach();
