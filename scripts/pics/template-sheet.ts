/**
 * Draws a sheet of all templates in the order of the app's grid: `npx tsx scripts/pics/template-sheet.ts`. Shows the
 * test portrait in each (docs/templates.jpg), or with --sitters the drawn people of the app's grid (docs/sitters.jpg).
 * Saves single pictures in data/sheet by art version, so that an interrupted run can be continued.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { artVersion } from '../../server/generator/art-version.ts';
import { makePics } from '../../server/generator/local/make-pics.ts';
import { drawTemplate, templates } from '../../server/generator/templates.ts';
import { flag, readOptions } from '../options.mjs';

const what = readOptions({ sitters: flag }).sitters ? 'sitters' : 'templates';
const tile = { width: 216, height: 288 };
const columns = 12;
const gap = 4;
const folder = join('data/sheet', artVersion, what);
const never = new AbortController().signal;
mkdirSync(folder, { recursive: true });

async function drawPortrait(templateId: number): Promise<Uint8Array> {
  const photos = [new Uint8Array(readFileSync('tests/testdata/astronaut.png'))];
  const [pic] = await makePics({ photos, templateId, count: 1, seed: 5 }, () => {}, never);
  return pic!.bytes;
}

const tiles: OverlayOptions[] = [];
for (const [place, { id }] of templates.entries()) {
  const file = join(folder, `${id}.jpg`);
  if (!existsSync(file))
    writeFileSync(file, await (what === 'sitters' ? drawTemplate(id) : drawPortrait(id)));

  tiles.push({
    input: await sharp(file).resize(tile).toBuffer(),
    left: (place % columns) * (tile.width + gap),
    top: Math.floor(place / columns) * (tile.height + gap),
  });
}

await sharp({
  create: {
    width: columns * (tile.width + gap) - gap,
    height: Math.ceil(tiles.length / columns) * (tile.height + gap) - gap,
    channels: 3,
    background: '#181818',
  },
})
  .composite(tiles)
  .jpeg({ quality: 80, mozjpeg: true })
  .toFile(`docs/${what}.jpg`);
process.exit();
