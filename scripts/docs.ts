/** Writes the documents that are printed from the code. */
import { writeFileSync } from 'node:fs';
import { settingsPage } from './settings-page.ts';
import { templatesPage } from './templates-page.ts';

writeFileSync(new URL('../docs/settings.md', import.meta.url), settingsPage());
writeFileSync(new URL('../docs/templates.md', import.meta.url), templatesPage());
