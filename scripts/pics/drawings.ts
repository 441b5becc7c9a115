/**
 * Draws the previews of all built-in templates into server/templates/drawings, and saves the art version: `npx tsx
 * scripts/pics/drawings.ts`. Run it after each change of the drawing code; it takes a few minutes. Also saves the
 * titles of new templates, which must not change later.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { artVersion } from '../../server/generator/art-version.ts';
import { drawTemplate, templates } from '../../server/generator/templates.ts';
import { drawingsVersionFile } from '../../server/templates/catalogue.ts';
import { readOptions } from '../options.mjs';

readOptions({});

const folder = 'server/templates/drawings';
const versionFile = join(folder, drawingsVersionFile);
const isCurrent = existsSync(versionFile) && readFileSync(versionFile, 'utf8').trim() === artVersion;
if (!isCurrent) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(versionFile, `${artVersion}\n`);

const frozenFile = 'tests/server/generator/frozen-templates.json';
const titles = Object.fromEntries(templates.map(({ id, title }) => [id, title.en]));
const frozen = { ...titles, ...JSON.parse(readFileSync(frozenFile, 'utf8')) };
writeFileSync(frozenFile, `${JSON.stringify(frozen, null, 2)}\n`);

for (const { id } of templates) {
  const file = join(folder, `${id}.webp`);
  // An interrupted run has already drawn this preview.
  if (existsSync(file)) continue;
  const drawing = await drawTemplate(id);
  writeFileSync(file, await sharp(drawing).webp({ quality: 80, effort: 6, smartSubsample: true }).toBuffer());
}
process.exit();
