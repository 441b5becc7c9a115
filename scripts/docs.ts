/** Writes the documents that are generated from the code. */
import { writeFileSync } from 'node:fs';
import { readOptions } from './options.mjs';
import { retentionPage } from './retention-page.ts';
import { settingsPage } from './settings-page.ts';
import { templatesPage } from './templates-page.ts';

readOptions({});
writeFileSync(new URL('../docs/settings.md', import.meta.url), settingsPage());
writeFileSync(new URL('../docs/retention.md', import.meta.url), retentionPage());
writeFileSync(new URL('../docs/templates.md', import.meta.url), templatesPage());
