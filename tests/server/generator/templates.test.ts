import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { artVersion } from '../../../server/generator/art-version.ts';
import { createCanvas } from '../../../server/generator/filters/canvas.ts';
import { drawLayers } from '../../../server/generator/portrait/draw-layers.ts';
import { type Shot, shotOf } from '../../../server/generator/portrait/shots.ts';
import { createRandom } from '../../../server/generator/random.ts';
import { renderSvg } from '../../../server/generator/scenes/render-svg.ts';
import type { Slot } from '../../../server/generator/scenes/scene.ts';
import { sitterOf } from '../../../server/generator/sitters/sitter-of.ts';
import { drawTemplate, templates, variantOf } from '../../../server/generator/templates.ts';
import { findFaces } from '../../../server/generator/vision/find-subjects.ts';
import { shippedDrawing } from '../../../server/templates/shipped-drawings.ts';
import { someOf } from '../../support/some-of.ts';

const COLUMNS = 3;
/** A third of a finished picture: what lies where is the same on any canvas. */
const canvas = createCanvas(384);
const drawn = templates.filter(({ hand }) => hand !== 'photo');
const oneOfEachLayout = [...new Map(drawn.map(template => [template.layout, template])).values()];

describe('the templates', () => {
  it('are at least 72 in at least 16 layouts', () => {
    expect(templates.length).toBeGreaterThanOrEqual(72);
    expect(oneOfEachLayout.length).toBeGreaterThanOrEqual(16);
  });

  it('have a title of their own in each language', () => {
    expect(new Set(templates.map(({ title }) => title.en)).size).toBe(templates.length);
    expect(new Set(templates.map(({ title }) => title.zh)).size).toBe(templates.length);

    for (const { title } of templates) expect(title.zh).toMatch(/\p{Script=Han}/u);
  });

  it('have a prompt of their own that speaks of the identity first', () => {
    expect(new Set(templates.map(({ prompt }) => prompt)).size).toBe(templates.length);

    for (const { prompt, hand } of templates) {
      expect(prompt).toMatch(/^Keep the exact identity of the person in picture 1: [^.]*skin tone/);
      if (hand === 'photo') expect(prompt).toMatch(/keep the clothes/i);
      // Shot, clothes, place, light, lens, medium.
      else expect(prompt.match(/\.(?= |$)/g)!.length).toBeGreaterThanOrEqual(7);
    }
  });

  it('never stand beside or below one of the same layout or by the same hand in the grid', () => {
    for (const [index, { layout, hand }] of templates.entries()) {
      if (hand === 'photo') continue;
      const isRowStart = index % COLUMNS === 0;

      const neighbours = [isRowStart ? undefined : templates[index - 1], templates[index - COLUMNS]];
      for (const neighbour of neighbours) {
        expect(neighbour?.layout).not.toBe(layout);
        expect(neighbour?.hand).not.toBe(hand);
      }
    }
  });
});

describe('the preview of a template', () => {
  it('is a JPEG of 768 × 1024, and looks as it did when it was drawn ahead', async () => {
    const [drawn, ahead] = [await drawTemplate(5), await shippedDrawing(5, artVersion)];
    const { format, width, height } = await sharp(drawn).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 768, height: 1024 });

    const [now, then] = await Promise.all([drawn, ahead!].map(bytes => sharp(bytes).raw().toBuffer()));
    const difference = now!.reduce((sum, value, at) => sum + Math.abs(value - then![at]!), 0) / now!.length;
    expect(difference).toBeLessThan(6);
  });

  it('shows one face, of somebody else in each template', async () => {
    const oneOfEachHand = new Map(templates.map(({ id, hand }) => [hand, id]));
    for (const id of oneOfEachHand.values()) {
      expect(await findFaces((await shippedDrawing(id, artVersion))!), `template ${id}`).toBe(1);
    }
    expect(new Set(templates.map(({ id }) => JSON.stringify(sitterOf(id)))).size).toBe(templates.length);
  });

  it('throws for a template that does not exist', () => {
    expect(() => drawTemplate(0)).toThrow('no template 0');
  });
});

describe('the scene of a template', () => {
  it.each(someOf(6, oneOfEachLayout))(
    'is a picture, not a blank area, in the layout $layout',
    async ({ id }) => {
      const { defs, back } = variantOf(id).draw(createRandom(id));
      const { channels } = await sharp(await renderSvg(defs, back, 192).png().toBuffer()).stats();

      expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(12);
    },
  );
});

describe('the foreground of a scene', () => {
  it.each(someOf(6, oneOfEachLayout))(
    'leaves the face free in all four shots of the layout $layout',
    async ({ id }) => {
      const scene = variantOf(id).draw(createRandom(id));

      const fronts = new Map<string, Uint8Array>();
      for (const shot of [0, 1, 2, 3].map(index => shotOf('bust', index))) {
        // Two of the shots show the same part of the scene.
        const part = [shot.sceneZoom, shot.sceneShift, shot.isMirrored].join();
        const front =
          fronts.get(part) ??
          (await drawLayers(canvas, { scene: { ...scene, back: '' }, shot, hand: 'oil' })).front;
        fronts.set(part, front);
        expect(coverOfFace(front, scene.slot, shot)).toBeLessThan(0.12);
      }
    },
  );
});

/** The mean opacity of the foreground (0 to 1) over the face that stands in the slot. */
function coverOfFace(front: Uint8Array, slot: Slot, shot: Shot): number {
  const eyes = slot.eyes * canvas.unit * shot.eyes;
  const x = (shot.x + (slot.x / 768 - 0.5) * 0.6) * canvas.width;
  const y = shot.y * canvas.height + eyes * 0.2;
  let [sum, count] = [0, 0];

  for (let row = Math.round(y - eyes * 1.1); row < y + eyes * 1.1; row++) {
    for (let column = Math.round(x - eyes * 0.75); column < x + eyes * 0.75; column++) {
      if (Math.hypot((column - x) / 0.75, (row - y) / 1.1) > eyes) continue;
      sum += front[(row * canvas.width + column) * 4 + 3]! / 255;
      count += 1;
    }
  }
  return sum / count;
}
