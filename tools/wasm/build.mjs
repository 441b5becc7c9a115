/** Builds all WebAssembly files and the coach's weights: `npx tsx tools/wasm/build.mjs`. Commit the built files. */
import { install } from '../../scripts/install.mjs';
import { readOptions } from '../../scripts/options.mjs';

readOptions({});
install('tools/wasm');
const { buildFilters } = await import('./build-filters.mjs');
const { buildCoach } = await import('./build-coach.mjs');
await buildFilters();
await buildCoach();
