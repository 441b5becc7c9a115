import type { Database } from '../db/database.ts';
import { artVersion } from '../generator/art-version.ts';
import type { Category } from '../generator/category-of.ts';
import type { Hand } from '../generator/entries/entry.ts';
import type { Template } from '../generator/list-templates.ts';
import type { OwnTemplate } from '../generator/own-template.ts';
import { templates as builtIn, drawTemplate } from '../generator/templates.ts';
import { defaultLanguage, inEveryLanguage, type Translations } from '../languages/languages.ts';
import { type MadePreviews, versionOfPreview } from './made-previews.ts';
import { shippedDrawing } from './shipped-drawings.ts';

/** What the app and old jobs show of a template. */
export interface ShownTemplate {
  id: number;
  title: Translations;
  /** #rrggbb, shown until the preview has come. */
  colour: string;
  /** Part of the preview's address: changes when the preview does. */
  previewVersion: string;
  /** What it is for, and whether it came lately; of the built-in ones. */
  category?: Category;
  isNew?: boolean;
}

/** The templates of this deployment: the built-in ones, those of the owner, and what is left of removed ones. */
export interface Catalogue {
  /** Those that can be chosen, in the order in which they are shown. */
  offered: ShownTemplate[];
  /** Any template that a job may have been made with. */
  find(id: number): ShownTemplate | undefined;
  /** The preview, 768 pixels wide and 3:4; throws when there is no template of this id. */
  draw(id: number): Promise<Uint8Array>;
}

/**
 * Opens the catalogue; `own` are the owner's templates, which are saved so that jobs can show them after their removal.
 * Of the built-in ones those are offered
 * that `isOffered` says; their previews are those in `made`, or `drawBuiltIn` draws them.
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
    const { preview, drawn_as: drawnAs, hand } = row;
    drawings.set(
      row.id,
      drawingOf({ preview, drawnAs, hand: (hand as Hand | null) ?? undefined }, drawBuiltIn),
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

/** A language that came after the title was saved shows that of the default one. */
function savedTitle(json: string): Translations {
  const saved: Partial<Translations> = JSON.parse(json);
  return inEveryLanguage(({ code }) => saved[code] ?? saved[defaultLanguage] ?? '');
}

/** Draws the preview of a built-in template, by another hand than its own where one is given. */
type DrawBuiltIn = typeof drawTemplate;

type Drawn = Pick<OwnTemplate, 'preview' | 'drawnAs' | 'hand'>;

function drawingOf({ preview, drawnAs, hand }: Drawn, draw: DrawBuiltIn): () => Promise<Uint8Array> {
  return async () => preview ?? draw(drawnAs!, hand);
}

async function saveOwn(query: Database['query'], own: OwnTemplate[]): Promise<void> {
  for (const { id, title, previewVersion: version, preview, drawnAs, hand = null } of own) {
    const row = { title: JSON.stringify(title), version, preview, drawn_as: drawnAs, hand };
    await query
      .insertInto('own_templates')
      .values({ id, ...row })
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute();
  }
}
