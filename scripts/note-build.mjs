/** Saves the VITE_ settings of a build. `npm start` builds again if one of them or a source file has changed. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Path of the saved settings, relative to the project's root. */
export const note = 'dist/built-from.json';

/** The settings that a build includes in the app, with their current values. */
export const settings = JSON.stringify(
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('VITE_'))
    .sort(),
);

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(note, settings);
