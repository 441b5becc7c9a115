import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Database } from '../db/database.ts';
import { artVersion } from '../generator/art-version.ts';
import type { Technique } from '../generator/catalogue/schema.ts';
import type { Category } from '../generator/category-of.ts';
import type { Template } from '../generator/list-templates.ts';
import type { OwnTemplate } from '../generator/own-template.ts';
import { templates as builtIn, drawTemplate } from '../generator/templates.ts';
import { defaultLanguage, inEveryLanguage, type Translations } from '../languages/languages.ts';

export interface ShownTemplate {
  id: number;
  title: Translations;
  /** Colour (#rrggbb) to show until the preview has loaded. */
  colour: string;
  /** Changes whenever the preview changes; part of the preview's address. */
  previewVersion: string;
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

/** Saves the operator's templates (`own`), so that old jobs can show them after their removal. */
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

export const drawingsVersionFile = 'art-version.txt';

const here = dirname(fileURLToPath(import.meta.url));

/** Folder of the drawings in this release; null if there are none. */
const folder = findFolder();

/** A drawing made before the release, because drawing all takes minutes. Null if the art version differs. */
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

/** A remote generator's previews by template id: encoded pictures of 768 × 1024. */
export type MadePreviews = ReadonlyMap<number, Uint8Array>;

/** Loads previews saved by `npm run previews`; empty if it never ran. */
export async function loadMadePreviews(dataDir: string): Promise<MadePreviews> {
  const folder = folderIn(dataDir);
  const names = await readdir(folder).catch(() => []);
  const ids = names.flatMap(name => /^(\d+)\.jpg$/.exec(name)?.[1] ?? []);
  const made = new Map<number, Uint8Array>();
  for (const id of ids) {
    const bytes = await readFile(join(folder, `${id}.jpg`)).catch(() => null);
    // Skip truncated or unreadable previews; the app shows the drawing instead.
    if (bytes && (await isWhole(bytes))) made.set(Number(id), bytes);
  }
  return made;
}

async function isWhole(bytes: Uint8Array): Promise<boolean> {
  try {
    await sharp(bytes, { failOn: 'truncated' }).resize(16, 16).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Saves a preview with a rename, so that readers never see half a file. Returns the file's path. */
export async function saveMadePreview(dataDir: string, id: number, bytes: Uint8Array): Promise<string> {
  const folder = folderIn(dataDir);
  const file = join(folder, `${id}.jpg`);
  const part = `${file}.${randomUUID()}.part`;
  await mkdir(folder, { recursive: true });
  await writeFile(part, bytes);
  await rename(part, file);
  return file;
}

/** Resizes a picture to a JPEG of 768 × 1024. Rejects if it cannot be decoded. */
export function fitPreview(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes).rotate().resize(768, 1024, { fit: 'cover' }).flatten().jpeg({ quality: 84 }).toBuffer();
}

/** The preview's version for its address: the first 12 hexadecimal digits of its hash. */
export function versionOfPreview(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 12);
}

const folderIn = (dataDir: string) => join(dataDir, 'template-pics');

/** Cache the operator's choices for this long (ms). Short, because other processes may change them. */
const trustedFor = 3_000;

const mostPopular = 6;

interface Offer {
  list: ShownTemplate[];
  popular: ReadonlySet<number>;
}

/** Templates in the operator's order, without those that the operator switched off. */
export class OfferedTemplates {
  readonly all: ShownTemplate[];
  readonly #db: Database;
  readonly #clock: () => number;
  #kept: { until: number; offer: Promise<Offer> } | null = null;

  constructor(all: ShownTemplate[], db: Database, clock: () => number) {
    this.all = all;
    this.#db = db;
    this.#clock = clock;
  }

  async list(): Promise<ShownTemplate[]> {
    return (await this.offer()).list;
  }

  offer(): Promise<Offer> {
    const now = this.#clock();
    if (!this.#kept || this.#kept.until <= now) {
      const offer = this.#read();
      this.#kept = { until: now + trustedFor, offer };
      // Do not cache a failure: the next call reads again.
      offer.catch(() => {
        this.#kept = null;
      });
    }
    return this.#kept.offer;
  }

  forget(): void {
    this.#kept = null;
  }

  async #read(): Promise<Offer> {
    const { query } = this.#db;
    const choices = await query.selectFrom('template_choices').selectAll().execute();
    const counted = await query
      .selectFrom('popular_templates')
      .select('template_ids')
      .orderBy('day', 'desc')
      .executeTakeFirst();
    const choiceOf = new Map(choices.map(choice => [choice.template_id, choice]));
    const placeOf = ({ id }: ShownTemplate) => choiceOf.get(id)?.place ?? 0;
    // The sort is stable: templates without a place keep the catalogue's order.
    const list = this.all
      .filter(({ id }) => choiceOf.get(id)?.is_on ?? true)
      .toSorted((a, b) => placeOf(a) - placeOf(b));
    const offered = new Set(list.map(({ id }) => id));
    const popular = (counted?.template_ids ?? []).filter(id => offered.has(id)).slice(0, mostPopular);
    return { list, popular: new Set(popular) };
  }
}
