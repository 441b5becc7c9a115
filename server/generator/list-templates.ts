import { inEveryLanguage, type Language, type Translations } from '../languages/languages.ts';
import { type Category, categoryOf, isNewTemplate } from './category-of.ts';
import type { Look } from './entries/entry.ts';
import type { Layout, Variant } from './scenes/scene.ts';

/** A style that a user can choose. */
export interface Template {
  /** For ever: jobs and addresses refer to it. */
  id: number;
  title: Translations;
  /** The kind of scene: templates of one layout differ in colours. */
  layout: string;
  look: Look;
  category: Category;
  isNew: boolean;
  /** #rrggbb, shown until the preview has come. */
  colour: string;
  /** What a generator with a model is asked for: who it is first, then shot, clothes, place, light, lens and medium. */
  prompt: string;
}

/** Said first to a generator with a model: what it must not change. */
export const identity =
  'Keep the exact identity of the person in picture 1: face shape, eyes, nose, lips, skin tone, age, moles, hair.';

/** The titles of all templates in one language, by id. */
export type Titles = Record<string, string>;

/** All templates of the layouts in the given order of ids; those that it does not name come last, the newest at the end. */
export function listTemplates(
  layouts: readonly Layout[],
  order: readonly number[],
  titles: Record<Language, Titles>,
): Template[] {
  const found = new Map<number, Template>();

  for (const { name, variants } of layouts) {
    for (const variant of variants) {
      if (found.has(variant.id)) throw new Error(`Two templates have the id ${variant.id}`);
      found.set(variant.id, templateOf(name, variant, titles));
    }
  }

  const place = new Map(order.map((id, index) => [id, index]));
  const placeOf = ({ id }: Template) => place.get(id) ?? order.length + id;
  return [...found.values()].sort((a, b) => placeOf(a) - placeOf(b));
}

function templateOf(layout: string, variant: Variant, titles: Record<Language, Titles>): Template {
  const { id, colour, look, costume, prompt } = variant;
  const title = inEveryLanguage(({ code }) => {
    const found = titles[code][id];
    if (!found) throw new Error(`The template ${id} has no title in ${code}`);
    return found;
  });

  const category = categoryOf(layout, look.hand, costume?.name);
  const isNew = isNewTemplate(id);
  return { id, title, layout, look, category, isNew, colour, prompt: `${identity} ${prompt}` };
}
