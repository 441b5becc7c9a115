import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { artVersion, hashArt } from '../../../server/generator/art-version.ts';
import { builtIn } from '../../../server/generator/entries/built-in.ts';
import { listTemplates, type Titles } from '../../../server/generator/list-templates.ts';
import { layouts } from '../../../server/generator/scenes/layouts.ts';
import type { Layout } from '../../../server/generator/scenes/scene.ts';
import { templates } from '../../../server/generator/templates.ts';
import { previewAddress } from '../../../server/templates/preview-address.ts';
import frozen from './frozen-templates.json' with { type: 'json' };

const ids = (list: { id: number }[]) => list.map(({ id }) => id);
const layoutsOf = (list: { id: number; layout: string }[]) =>
  new Map(list.map(({ id, layout }) => [id, layout]));

/** A copy of an existing template under another id. */
const aVariant = (id: number) => ({ ...layouts[0]!.variants[0]!, id });
const titles: Titles = Object.fromEntries([...ids(templates), 900, 901].map(id => [id, `Title ${id}`]));
const listed = (of: Layout[]) =>
  listTemplates(of, builtIn.photographs, builtIn.order, { en: titles, zh: titles });

describe('the identity of a template', () => {
  it('is for ever: an id that was ever shown keeps its English title', () => {
    const now = new Map(templates.map(({ id, title }) => [String(id), title.en]));
    for (const [id, title] of Object.entries(frozen)) expect([id, now.get(id)]).toEqual([id, title]);
  });

  it('is frozen for every template (npx tsx scripts/pics/drawings.ts does it)', () => {
    expect(templates.map(({ id }) => String(id)).sort()).toEqual(Object.keys(frozen).sort());
  });

  it('does not move when a layout or a palette is added, wherever it stands', () => {
    const added: Layout = { name: 'added', variants: [aVariant(900)] };
    const widened = { ...layouts[2]!, variants: [aVariant(901), ...layouts[2]!.variants] };
    const more = listed([added, widened, ...layouts.filter((_, place) => place !== 2).reverse()]);

    const before = layoutsOf(templates);
    const after = layoutsOf(more);
    for (const [id, layout] of before) expect([id, after.get(id)]).toEqual([id, layout]);
    expect(ids(more)).toEqual([...ids(templates), 900, 901]);
  });

  it('belongs to one template only', () => {
    const twice: Layout = { name: 'twice', variants: [aVariant(7)] };
    expect(() => listed([...layouts, twice])).toThrow('Two templates have the id 7');
  });

  it('is named once in the order of the grid', () => {
    expect([...builtIn.order].sort((a, b) => a - b)).toEqual(ids(templates).sort((a, b) => a - b));
  });
});

describe('the version of the art', () => {
  it('stands in the address of every preview', () => {
    expect(artVersion).toMatch(/^[0-9a-f]{12}$/);
    expect(previewAddress('https://a.test', 7, 480)).toBe(
      `https://a.test/template-pics/7?w=480&v=${artVersion}`,
    );
  });

  it('changes with any source of the drawings, and not with a remote service', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tyy-art-'));
    await cp('server/generator', folder, { recursive: true });
    expect(hashArt(folder)).toBe(artVersion);

    await writeFile(join(folder, 'remote/another-service.ts'), '');
    expect(hashArt(folder)).toBe(artVersion);

    const versions = new Set([artVersion]);
    for (const file of [
      'scenes/sea.ts',
      'entries/templates.json',
      'portrait/render-pic.ts',
      'scenes/new.ts',
    ]) {
      await writeFile(join(folder, file), '// another sea');
      versions.add(hashArt(folder));
    }
    expect(versions.size).toBe(5);
    await rm(folder, { recursive: true });
  });
});
