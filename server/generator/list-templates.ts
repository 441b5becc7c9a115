import { inEveryLanguage, type Language, type Translations } from '../languages/languages.ts';
import type { PhotographTemplate, Technique } from './catalogue/schema.ts';
import { type Category, categoryOf, isNewTemplate } from './category-of.ts';
import type { Layout, Variant } from './scenes/scene.ts';

export interface Template {
  /** Never changes, because jobs and URLs contain it. */
  id: number;
  title: Translations;
  /** Kind of scene. Templates with the same layout differ in their colours. */
  layout: string;
  /** `photo` if the picture stays a photograph. */
  technique: Technique | 'photo';
  category: Category;
  isNew: boolean;
  /** #rrggbb, shown until the preview has loaded. */
  colour: string;
  /** For remote generators: the `identity` text, then shot, clothes, place, light, lens and medium. */
  prompt: string;
}

/** Start of every prompt: it tells the model not to change the person. */
export const identity =
  'Keep the exact identity of the person in picture 1: face shape, eyes, nose, lips, skin tone, age, moles, hair.';

/** Titles in one language, by template id. */
export type Titles = Record<string, string>;

/**
 * Sorts templates by `order`; templates that are not in `order` follow, newest last. Throws if an id is duplicated or
 * a title is missing.
 */
export function listTemplates(
  layouts: readonly Layout[],
  photographs: readonly PhotographTemplate[],
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
  const { id, colour, style, costume, prompt } = variant;
  const category = categoryOf(layout, style.technique, costume?.name);
  const common = { id, title: titleOf(id, titles), isNew: isNewTemplate(id), colour };
  return { ...common, layout, technique: style.technique, category, prompt: `${identity} ${prompt}` };
}

function templateOfPhotograph(entry: PhotographTemplate, titles: Record<Language, Titles>): Template {
  const { id, colour, ground, prompt } = entry;
  const category = ground.kind === 'flat' ? 'id-photo' : 'photo';
  const common = { id, title: titleOf(id, titles), isNew: isNewTemplate(id), colour };
  return { ...common, layout: ground.kind, technique: 'photo', category, prompt: `${identity} ${prompt}` };
}

function titleOf(id: number, titles: Record<Language, Titles>): Translations {
  return inEveryLanguage(({ code }) => {
    const found = titles[code][id];
    if (!found) throw new Error(`The template ${id} has no title in ${code}`);
    return found;
  });
}
