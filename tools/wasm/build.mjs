/** Makes every file of WebAssembly, and the weights beside one: `npm run wasm`. They are committed with their sources. */
import { readOptions } from '../../scripts/options.mjs';
import { buildCoach } from './build-coach.mjs';
import { buildFilters } from './build-filters.mjs';

readOptions({});
await buildFilters();
await buildCoach();
