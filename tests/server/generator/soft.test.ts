import sharp from 'sharp';
import { expect, it } from 'vitest';
import { turned } from '../../../server/generator/wardrobe/body-place.ts';
import { both, line, moved, shape } from '../../../server/generator/wardrobe/pen.ts';
import { soft } from '../../../server/generator/wardrobe/soft.ts';

/** White on black, a pixel to a body unit, as a body draws it that turns so far (radians). */
async function drawn(svg: string, turn: number): Promise<Uint8Array> {
  const head =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000" viewBox="-400 -200 800 1000">';
  return sharp(Buffer.from(`${head}${moved(svg, turned(turn))}</svg>`))
    .flatten({ background: '#000' })
    .extractChannel(0)
    .raw()
    .toBuffer();
}

it.each([
  ['an upright line, which has no width', line('M0 80L0 420', '#fff', 60)],
  ['both sides of a shape', both(shape('M142 24C196 6 252 44 264 124C236 146 196 140 164 118Z', '#fff'))],
  ['a small one', shape('M10 10L20 10L20 20Z', '#fff')],
])('what is out of focus is blurred whole, however far the body turns: %s', async (_, svg) => {
  for (const turn of [-0.35, 0, 0.35]) {
    const everywhere =
      '<filter id="all" filterUnits="userSpaceOnUse" x="-400" y="-200" width="800" height="1000" ' +
      `color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="14"/></filter><g filter="url(#all)">${svg}</g>`;
    const [cut, whole] = await Promise.all([drawn(soft(14, svg), turn), drawn(everywhere, turn)]);
    expect(whole.some(value => value > 8)).toBe(true);
    expect(cut.findIndex((value, at) => Math.abs(value - whole[at]!) > 1)).toBe(-1);
  }
});
