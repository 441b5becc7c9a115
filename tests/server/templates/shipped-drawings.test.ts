import sharp from 'sharp';
import { expect, test } from 'vitest';
import { artVersion } from '../../../server/generator/art-version.ts';
import { templates } from '../../../server/generator/templates.ts';
import { shippedDrawing } from '../../../server/templates/catalogue.ts';

test('every template has a stored drawing of the current version (npx tsx scripts/pics/drawings.ts makes them)', async () => {
  for (const { id } of templates) {
    const drawing = await shippedDrawing(id, artVersion);
    expect(drawing, `template ${id}`).not.toBeNull();
    expect(await sharp(drawing!).metadata()).toMatchObject({ width: 768, height: 1024, format: 'webp' });
  }
});

test('stored drawings of another version are not shown', async () => {
  expect(await shippedDrawing(templates[0]!.id, 'another')).toBeNull();
});
