/**
 * Draws pictures and lays them side by side: `npx tsx scripts/pics/sheet.ts <folder> <templates> [photo …]`. Templates are ids
 * with commas, `hands` (one of each hand) or `all`; `4:3` gives the shots 0 to 3 of template 4 in one row. Without a photo it
 * takes the test portrait. The single pictures are kept in the folder beside `sheet.jpg`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { makePics } from '../../server/generator/local/make-pics.ts';
import { templates, variantOf } from '../../server/generator/templates.ts';

const [folder = 'data/sheet', wanted = 'hands', ...photos] = process.argv.slice(2);
const TILE = { width: 384, height: 512 };
const never = new AbortController().signal;

const ids = idsOf(wanted);
const files = photos.length > 0 ? photos : ['tests/testdata/astronaut.png'];
const tiles: Buffer[] = [];
mkdirSync(folder, { recursive: true });

for (const file of files) {
  for (const { id, count } of ids) {
    const { hand } = variantOf(id).look;
    const request = { photos: [new Uint8Array(readFileSync(file))], templateId: id, count, seed: 5 };
    const pics = await makePics(request, () => {}, never);

    for (const [shot, { bytes }] of pics.entries()) {
      const name = [basename(file).split('.')[0], id, hand, shot].join('-');
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

function idsOf(text: string): { id: number; count: number }[] {
  if (text === 'all') return templates.map(({ id }) => ({ id, count: 1 }));
  if (text === 'hands') {
    const byHand = new Map(templates.map(({ id }) => [variantOf(id).look.hand, id]));
    return [...byHand.values()].map(id => ({ id, count: 1 }));
  }
  return text.split(',').map(part => {
    const [id, shots = 0] = part.split(':').map(Number);
    return { id: id!, count: Number(shots) + 1 };
  });
}
