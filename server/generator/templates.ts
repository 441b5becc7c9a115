import { inEveryLanguage } from '../languages/languages.ts';
import { builtIn } from './catalogue/built-in.ts';
import type { PhotographTemplate, Technique } from './catalogue/schema.ts';
import { listTemplates } from './list-templates.ts';
import { drawPhotographPreview, drawPreview } from './preview/draw-preview.ts';
import { layouts } from './scenes/layouts.ts';
import type { Variant } from './scenes/scene.ts';

const variants = new Map(layouts.flatMap(layout => layout.variants.map(variant => [variant.id, variant])));

/** The drawn templates, in display order. */
export const templates = listTemplates(
  layouts,
  builtIn.photographs,
  builtIn.order,
  inEveryLanguage(({ titles }) => titles),
);

/** The photograph template with this id; undefined if the template is drawn. */
export const photographOf = (id: number): PhotographTemplate | undefined =>
  builtIn.photographs.find(entry => entry.id === id);

export const hasCostume = (id: number): boolean => variants.get(id)?.costume !== undefined;

/** `technique` overrides the template's technique. Throws a RangeError if there is no drawn template with this id. */
export function variantOf(id: number, technique?: Technique): Variant {
  const variant = variants.get(id);
  if (!variant) throw new RangeError(`There is no template ${id}`);

  return technique ? { ...variant, style: { ...variant.style, technique } } : variant;
}

/** Makes a preview with a sample person: a 3:4 JPEG, 768 pixels wide. */
export function drawTemplate(id: number, technique?: Technique): Promise<Uint8Array> {
  const photograph = photographOf(id);
  return photograph ? drawPhotographPreview(photograph) : drawPreview(variantOf(id, technique));
}
