import { inEveryLanguage, type Language, type Translations } from '../languages/languages.ts';
import { type Category, categoryOf, isNewTemplate } from './category-of.ts';
import type { Hand, PhotographEntry } from './entries/entry.ts';
import type { Layout, Variant } from './scenes/scene.ts';

/** A style that a user can choose. */
export interface Template {
  /** For ever: jobs and addresses refer to it. */
  id: number;
  title: Translations;
  /** The kind of scene: templates of one layout differ in colours. */
  layout: string;
  /** How it is rendered; `photo`: person and ground stay a photograph. */
  hand: Hand | 'photo';
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

/** All templates in the given order of ids; those that it does not name come last, the newest at the end. */
export function listTemplates(
  layouts: readonly Layout[],
  photographs: readonly PhotographEntry[],
  order: readonly number[],
  titles: Record<Language, Titles>,
): Template[] {
  const found = new Map<number, Template>();

  const add = (template: Template) => {
    if (found.has(template.id)) throw new Error(`Two templates have the id ${template.id}`);
    found.set(template.id, template);
  };
  for (const { name, variants } of layouts)
    for (const variant of variants) add(templateOf(name, variant, titles));
  for (const photograph of photographs) add(templateOfPhotograph(photograph, titles));

  const place = new Map(order.map((id, index) => [id, index]));
  const placeOf = ({ id }: Template) => place.get(id) ?? order.length + id;
  return [...found.values()].sort((a, b) => placeOf(a) - placeOf(b));
}

function templateOf(layout: string, variant: Variant, titles: Record<Language, Titles>): Template {
  const { id, colour, look, costume, prompt } = variant;
  const category = categoryOf(layout, look.hand, costume?.name);
  const common = { id, title: titleOf(id, titles), isNew: isNewTemplate(id), colour };
  return { ...common, layout, hand: look.hand, category, prompt: `${identity} ${prompt}` };
}

function templateOfPhotograph(entry: PhotographEntry, titles: Record<Language, Titles>): Template {
  const { id, colour, ground, prompt } = entry;
  const category = ground.kind === 'flat' ? 'id-photo' : 'photo';
  const common = { id, title: titleOf(id, titles), isNew: isNewTemplate(id), colour };
  return { ...common, layout: ground.kind, hand: 'photo', category, prompt: `${identity} ${prompt}` };
}

function titleOf(id: number, titles: Record<Language, Titles>): Translations {
  return inEveryLanguage(({ code }) => {
    const found = titles[code][id];
    if (!found) throw new Error(`The template ${id} has no title in ${code}`);
    return found;
  });
}
