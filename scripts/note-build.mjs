/** Saves a build's VITE_ settings: `npm start` builds again if they or a source changed. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Relative to the project's root. */
export const note = 'dist/built-from.json';

/** Current settings that are built into the app. */
export const settings = JSON.stringify(
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('VITE_'))
    .sort(),
);

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(note, settings);
