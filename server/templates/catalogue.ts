import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '../db/database.ts';
import { artVersion } from '../generator/art-version.ts';
import type { Technique } from '../generator/catalogue/schema.ts';
import type { Category } from '../generator/category-of.ts';
import type { Template } from '../generator/list-templates.ts';
import type { OwnTemplate } from '../generator/own-template.ts';
import { templates as builtIn, drawTemplate } from '../generator/templates.ts';
import { defaultLanguage, inEveryLanguage, type Translations } from '../languages/languages.ts';
import { type MadePreviews, versionOfPreview } from './made-previews.ts';

export interface ShownTemplate {
  id: number;
  title: Translations;
  /** Colour (#rrggbb) to show until the preview has loaded. */
  colour: string;
  /** Changes whenever the preview changes; part of the preview's address. */
  previewVersion: string;
  /** Set only for built-in templates. */
  category?: Category;
  isNew?: boolean;
}

/** All templates, including removed ones of the operator, whose titles and previews are saved. */
export interface Catalogue {
  offered: ShownTemplate[];
  find(id: number): ShownTemplate | undefined;
  /** Draws a preview, 768 pixels wide, 3:4. Throws if the id is unknown. */
  draw(id: number): Promise<Uint8Array>;
}

/**
 * Opens the catalogue. Saves the operator's templates (`own`), so that old jobs can show them after their removal.
 * Offers the built-in templates that `isOffered` accepts, with previews from `made`, the release or `drawBuiltIn`.
 */
export async function openCatalogue(
  { query }: Database,
  own: OwnTemplate[],
  isOffered: (template: Template) => boolean,
  { made = new Map(), drawBuiltIn = drawTemplate }: { made?: MadePreviews; drawBuiltIn?: DrawBuiltIn } = {},
): Promise<Catalogue> {
  const drawings = new Map<number, () => Promise<Uint8Array>>();
  const known = new Map<number, ShownTemplate>();
  const add = (template: Omit<ShownTemplate, 'previewVersion'>, previewVersion: string) => {
    const { id, title, colour, category, isNew } = template;
    const about = category && { category, isNew: isNew === true };
    known.set(id, { id, title, colour, previewVersion, ...about });
    return known.get(id)!;
  };

  const shownBuiltIn = builtIn.map((template: Template) => {
    const picture = made.get(template.id);
    const draw = async () =>
      picture ?? (await shippedDrawing(template.id, artVersion)) ?? drawBuiltIn(template.id);
    drawings.set(template.id, draw);
    return add(template, picture ? versionOfPreview(picture) : artVersion);
  });
  const shownOwn = own.map(template => {
    drawings.set(template.id, drawingOf(template, drawBuiltIn));
    return { ...add(template, template.previewVersion), isOn: template.isOn };
  });
  await saveOwn(query, own);
  for (const row of await query.selectFrom('own_templates').selectAll().execute()) {
    if (known.has(row.id)) continue;
    const { preview, drawn_as: drawnAs, technique } = row;
    drawings.set(
      row.id,
      drawingOf({ preview, drawnAs, technique: (technique as Technique | null) ?? undefined }, drawBuiltIn),
    );
    const title = savedTitle(row.title);
    add({ id: row.id, title, colour: '#888888' }, row.version);
  }

  return {
    offered: [
      ...shownOwn.filter(({ isOn }) => isOn),
      ...shownBuiltIn.filter((_, place) => isOffered(builtIn[place]!)),
    ],
    find: id => known.get(id),
    draw(id) {
      const drawing = drawings.get(id);
      if (!drawing) throw new RangeError(`There is no template ${id}`);
      return drawing();
    },
  };
}

/** Parses saved titles. A language added later gets the title in the default language. */
function savedTitle(json: string): Translations {
  const saved: Partial<Translations> = JSON.parse(json);
  return inEveryLanguage(({ code }) => saved[code] ?? saved[defaultLanguage] ?? '');
}

type DrawBuiltIn = typeof drawTemplate;

type Drawn = Pick<OwnTemplate, 'preview' | 'drawnAs' | 'technique'>;

function drawingOf({ preview, drawnAs, technique }: Drawn, draw: DrawBuiltIn): () => Promise<Uint8Array> {
  return async () => preview ?? draw(drawnAs!, technique);
}

async function saveOwn(query: Database['query'], own: OwnTemplate[]): Promise<void> {
  for (const { id, title, previewVersion: version, preview, drawnAs, technique = null } of own) {
    const row = { title: JSON.stringify(title), version, preview, drawn_as: drawnAs, technique };
    await query
      .insertInto('own_templates')
      .values({ id, ...row })
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute();
  }
}

/** File in the drawings' folder that contains their art version. */
export const drawingsVersionFile = 'art-version.txt';

const here = dirname(fileURLToPath(import.meta.url));

/** Folder of the drawings in this release; null if there are none. */
const folder = findFolder();

/**
 * Loads the drawing of a built-in template (768 × 1024) that the release contains, because drawing all templates takes
 * minutes, during which the first visitors would see an empty grid. Null if it is missing or has another art version.
 * `npx tsx scripts/pics/drawings.ts` makes these drawings.
 */
export async function shippedDrawing(id: number, artVersion: string): Promise<Uint8Array | null> {
  if (folder === null) return null;
  const version = await readFile(join(folder, drawingsVersionFile), 'utf8').catch(() => '');
  if (version.trim() !== artVersion) return null;
  return readFile(join(folder, `${id}.webp`)).catch(() => null);
}

/** Also searches one folder up, because in the bundle this code may be below the entry files. */
function findFolder(): string | null {
  return [join(here, 'drawings'), join(here, '..', 'drawings')].find(existsSync) ?? null;
}
