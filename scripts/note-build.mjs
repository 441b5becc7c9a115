/** Notes at the end of a build with which settings it was made: `npm start` builds again when they or a source have changed. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The file that holds the note, from the root of the project. */
export const note = 'dist/built-from.json';

/** The settings of now that are built into the app. */
export const settings = JSON.stringify(
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('VITE_'))
    .sort(),
);

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(note, settings);
