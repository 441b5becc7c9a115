import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { Type } from 'typebox';
import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { artVersion, hashArt } from '../../../server/generator/art-version.ts';
import { builtIn } from '../../../server/generator/catalogue/built-in.ts';
import costumes from '../../../server/generator/catalogue/costumes.json';
import { Costumes, Templates } from '../../../server/generator/catalogue/schema.ts';
import { createCanvas } from '../../../server/generator/filters/canvas.ts';
import { listTemplates, type Titles } from '../../../server/generator/list-templates.ts';
import { drawLayers } from '../../../server/generator/portrait/draw-layers.ts';
import { type Shot, shotOf } from '../../../server/generator/portrait/shots.ts';
import { createRandom } from '../../../server/generator/random.ts';
import { findBuiltInBrief, promptOfShot, shots } from '../../../server/generator/remote/template-brief.ts';
import { layouts } from '../../../server/generator/scenes/layouts.ts';
import { renderSvg } from '../../../server/generator/scenes/render-svg.ts';
import type { Layout, Slot } from '../../../server/generator/scenes/scene.ts';
import { Sitter } from '../../../server/generator/sitters/sitter.ts';
import { people, sitterOf } from '../../../server/generator/sitters/sitter-of.ts';
import { drawTemplate, templates, variantOf } from '../../../server/generator/templates.ts';
import { findFaces } from '../../../server/generator/vision/find-subjects.ts';
import { shippedDrawing } from '../../../server/templates/catalogue.ts';
import { someOf } from '../../support/some-of.ts';
import frozen from './frozen-templates.json';

const COLUMNS = 3;

/** A third of a finished picture's size is enough, because layouts look the same at any size. */
const canvas = createCanvas(384);
const drawn = templates.filter(({ technique }) => technique !== 'photo');
const oneOfEachLayout = [...new Map(drawn.map(template => [template.layout, template])).values()];

test('each template has a unique title in each language', () => {
  expect(new Set(templates.map(({ title }) => title.en)).size).toBe(templates.length);
  expect(new Set(templates.map(({ title }) => title.zh)).size).toBe(templates.length);

  for (const { title } of templates) expect(title.zh).toMatch(/\p{Script=Han}/u);
});

test('each template has a unique prompt, and a photograph’s prompt keeps the clothes', () => {
  expect(new Set(templates.map(({ prompt }) => prompt)).size).toBe(templates.length);

  for (const { prompt, technique } of templates) {
    if (technique === 'photo') expect(prompt).toMatch(/keep the clothes/i);
    // One sentence each for identity, shot, clothes, place, light, lens and medium.
    else expect(prompt.match(/\.(?= |$)/g)!.length).toBeGreaterThanOrEqual(7);
  }
});

test('in the template grid, adjacent drawings have different layouts and techniques', () => {
  for (const [index, { layout, technique }] of templates.entries()) {
    if (technique === 'photo') continue;
    const isRowStart = index % COLUMNS === 0;

    const neighbours = [isRowStart ? undefined : templates[index - 1], templates[index - COLUMNS]];
    for (const neighbour of neighbours) {
      expect(neighbour?.layout).not.toBe(layout);
      expect(neighbour?.technique).not.toBe(technique);
    }
  }
});

test('the preview of a template is a JPEG of 768 × 1024 px that looks like the stored drawing', async () => {
  const [drawn, ahead] = [await drawTemplate(5), await shippedDrawing(5, artVersion)];
  const { format, width, height } = await sharp(drawn).metadata();
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 768, height: 1024 });

  const [now, then] = await Promise.all([drawn, ahead!].map(bytes => sharp(bytes).raw().toBuffer()));
  const difference = now!.reduce((sum, value, at) => sum + Math.abs(value - then![at]!), 0) / now!.length;
  expect(difference).toBeLessThan(6);
});

test('each preview shows one face, and no two templates show the same person', async () => {
  const oneOfEachTechnique = new Map(templates.map(({ id, technique }) => [technique, id]));
  // Template 28 shows a dark face in five colours.
  for (const id of [...oneOfEachTechnique.values(), 28]) {
    expect(await findFaces((await shippedDrawing(id, artVersion))!), `template ${id}`).toBe(1);
  }
  expect(new Set(templates.map(({ id }) => JSON.stringify(sitterOf(id)))).size).toBe(templates.length);
});

test.each(someOf(6, oneOfEachLayout))('the scene of layout $layout is not blank', async ({ id }) => {
  const { defs, back } = variantOf(id).draw(createRandom(id));
  const { channels } = await sharp(await renderSvg(defs, back, 192).png().toBuffer()).stats();

  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(12);
});

test.each(someOf(6, oneOfEachLayout))(
  'the foreground of layout $layout does not cover the face in any of the four shots',
  async ({ id }) => {
    const scene = variantOf(id).draw(createRandom(id));

    const fronts = new Map<string, Uint8Array>();
    for (const shot of [0, 1, 2, 3].map(index => shotOf('bust', index))) {
      // Two of the shots show the same part of the scene, so each part is drawn only once.
      const part = [shot.sceneZoom, shot.sceneShift, shot.isMirrored].join();
      const layers = { scene: { ...scene, back: '' }, shot, technique: 'oil' } as const;
      const front = fronts.get(part) ?? (await drawLayers(canvas, layers)).front;
      fronts.set(part, front);
      expect(coverOfFace(front, scene.slot, shot)).toBeLessThan(0.12);
    }
  },
);

/** Mean opacity (0 to 1) of the foreground over the face of a shot. */
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

const ids = (list: { id: number }[]) => list.map(({ id }) => id);

const layoutsOf = (list: { id: number; layout: string }[]) =>
  new Map(list.map(({ id, layout }) => [id, layout]));

const aVariant = (id: number) => ({ ...layouts[0]!.variants[0]!, id });
const titles: Titles = Object.fromEntries([...ids(templates), 900, 901].map(id => [id, `Title ${id}`]));

const listed = (of: Layout[]) =>
  listTemplates(of, builtIn.photographs, builtIn.order, { en: titles, zh: titles });

test('an id that users have seen keeps its English title forever', () => {
  const now = new Map(templates.map(({ id, title }) => [String(id), title.en]));
  for (const [id, title] of Object.entries(frozen)) expect([id, now.get(id)]).toEqual([id, title]);
});

test('the list of frozen ids has every template’s id, added by scripts/pics/drawings.ts', () => {
  expect(templates.map(({ id }) => String(id)).sort()).toEqual(Object.keys(frozen).sort());
});

test('adding a layout or a palette anywhere in the list changes no existing template id', () => {
  const added: Layout = { name: 'added', variants: [aVariant(900)] };
  const widened = { ...layouts[2]!, variants: [aVariant(901), ...layouts[2]!.variants] };
  const more = listed([added, widened, ...layouts.filter((_, place) => place !== 2).reverse()]);

  const before = layoutsOf(templates);
  const after = layoutsOf(more);
  for (const [id, layout] of before) expect([id, after.get(id)]).toEqual([id, layout]);
  expect(ids(more)).toEqual([...ids(templates), 900, 901]);
});

test('two templates with the same id are refused, and the grid order contains each id exactly once', () => {
  const twice: Layout = { name: 'twice', variants: [aVariant(7)] };
  expect(() => listed([...layouts, twice])).toThrow('Two templates have the id 7');
  expect([...builtIn.order].sort((a, b) => a - b)).toEqual(ids(templates).sort((a, b) => a - b));
});

test('each template has a stored drawing of the current version, made by scripts/pics/drawings.ts', async () => {
  for (const { id } of templates) {
    const drawing = await shippedDrawing(id, artVersion);
    expect(drawing, `template ${id}`).not.toBeNull();
    expect(await sharp(drawing!).metadata()).toMatchObject({ width: 768, height: 1024, format: 'webp' });
  }
  expect(await shippedDrawing(templates[0]!.id, 'another')).toBeNull();
});

test('the art version changes with any source file of the drawings but not with remote services’ files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tyy-art-'));
  await cp('server/generator', folder, { recursive: true });
  expect(hashArt(folder)).toBe(artVersion);

  await writeFile(join(folder, 'remote/another-service.ts'), '');
  expect(hashArt(folder)).toBe(artVersion);

  const versions = new Set([artVersion]);
  for (const file of [
    'scenes/sea.ts',
    'catalogue/templates.json',
    'portrait/render-pic.ts',
    'scenes/new.ts',
  ]) {
    await writeFile(join(folder, file), '// another sea');
    versions.add(hashArt(folder));
  }
  expect(versions.size).toBe(5);
  await rm(folder, { recursive: true });
});

/** Words that describe the framing of a picture. */
const framings =
  /head and shoulders|half[- ]body|waist up|close[ -](?:portrait|up)|\bbust\b|three-quarter view|low viewpoint|frontal(?! light)|straight-on/gi;

test.each(templates.map(({ id }) => id))(
  'the four prompts of template %i ask for four different shots, one each',
  id => {
    const prompts = [0, 1, 2, 3].map(index => promptOfShot(findBuiltInBrief(id), index));

    for (const [index, prompt] of prompts.entries()) {
      const [wanted, framing] = prompt.split(' Framing of this picture: ');
      expect(wanted).toMatch(
        /^Keep the exact identity of the person in picture 1: [^.]*skin tone[^.]*hair\. [A-Z]/,
      );
      if (index > 0) expect(wanted).not.toMatch(framings);
      expect(framing).toMatch(index > 0 ? shots[index]! : /^[A-Z][^.]+\. One person only\./);
    }
    expect(new Set(prompts).size).toBe(4);
  },
);

test('a template without its own first shot starts with the first of the four common shots', () => {
  const brief = { prompt: 'A red coat.' };

  expect(promptOfShot(brief, 0)).toContain(shots[0]);
  expect(promptOfShot(brief, 4)).toBe(promptOfShot(brief, 0));
});

test.each([
  ['templates', Templates, builtIn],
  ['costumes', Costumes, costumes],
  ['sitters', Type.Array(Sitter), people],
])('the data of the %s matches its schema exactly', (_, schema, data) => {
  expect(Value.Errors(schema, data)).toEqual([]);
});
