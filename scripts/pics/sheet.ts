/**
 * Makes pictures and arranges them in a sheet: `npx tsx scripts/pics/sheet.ts --folder data/sheet --templates
 * techniques --photo me.jpg`. --templates: ids separated by commas, `techniques` (one template per technique), or
 * `all`; `4:3` makes shots 0 to 3 of template 4 in a row. --photo may be repeated; default: the test portrait. Also
 * saves the single pictures, next to `sheet.jpg`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { makePics } from '../../server/generator/local/make-pics.ts';
import { templates } from '../../server/generator/templates.ts';
import { readOptions, several, someOf, text } from '../options.mjs';

const known = ['techniques', 'all', ...templates.map(({ id }) => String(id))];
const options = readOptions({
  folder: text('a folder'),
  templates: someOf(known, ['techniques'], given => given.replace(/:\d+$/, '')),
  photo: several(text('a photo', existsSync)),
});
// The pictures show people, so make the files readable only by this system user.
process.umask(0o077);
const folder = options.folder ?? 'data/sheet';
const photos = options.photo;
const TILE = { width: 384, height: 512 };
const never = new AbortController().signal;

const ids = options.templates.flatMap(idsOf);
const files = photos.length > 0 ? photos : ['tests/testdata/astronaut.png'];
const tiles: Buffer[] = [];
mkdirSync(folder, { recursive: true });

for (const file of files) {
  for (const { id, count } of ids) {
    const { technique } = templates.find(template => template.id === id)!;
    const request = { photos: [new Uint8Array(readFileSync(file))], templateId: id, count, seed: 5 };
    const pics = await makePics(request, () => {}, never);

    for (const [shot, { bytes }] of pics.entries()) {
      const name = [basename(file).split('.')[0], id, technique, shot].join('-');
      writeFileSync(join(folder, `${name}.jpg`), bytes);
      tiles.push(await sharp(bytes).resize(TILE).toBuffer());
      console.warn(name);
    }
  }
}

const columns = Math.min(10, Math.round(tiles.length / files.length));
const rows = Math.ceil(tiles.length / columns);
await sharp({
  create: {
    width: columns * (TILE.width + 6),
    height: rows * (TILE.height + 6),
    channels: 3,
    background: '#181818',
  },
})
  .composite(
    tiles.map((input, at) => ({
      input,
      left: (at % columns) * (TILE.width + 6) + 3,
      top: Math.floor(at / columns) * (TILE.height + 6) + 3,
    })),
  )
  .jpeg({ quality: 88 })
  .toFile(join(folder, 'sheet.jpg'));
process.exit();

/** The template ids that a part of the option selects, and how many pictures to make of each template. */
function idsOf(part: string): { id: number; count: number }[] {
  if (part === 'all') return templates.map(({ id }) => ({ id, count: 1 }));
  if (part === 'techniques') {
    const byTechnique = new Map(templates.map(({ id, technique }) => [technique, id]));
    return [...byTechnique.values()].map(id => ({ id, count: 1 }));
  }
  const [id, shots = 0] = part.split(':').map(Number);
  return [{ id: id!, count: shots + 1 }];
}
