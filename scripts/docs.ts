/**
 * Writes the documents that are generated from the code: `npm run docs`. With --pics also makes README's pictures from
 * the built app, which takes some minutes.
 */
import { writeFileSync } from 'node:fs';
import { flag, readOptions } from './options.mjs';
import { settingsPage, templatesPage } from './pages.ts';

const { pics } = readOptions({ pics: flag });
writeFileSync(new URL('../docs/settings.md', import.meta.url), settingsPage());
writeFileSync(new URL('../docs/templates.md', import.meta.url), templatesPage());
if (pics) await import('./pics/readme-pics.ts');
