import { inEveryLanguage } from '../languages/languages.ts';
import { builtIn } from './entries/built-in.ts';
import type { Hand, PhotographEntry } from './entries/entry.ts';
import { listTemplates } from './list-templates.ts';
import { drawPhotographPreview, drawPreview } from './preview/draw-preview.ts';
import { layouts } from './scenes/layouts.ts';
import type { Variant } from './scenes/scene.ts';

const variants = new Map(layouts.flatMap(layout => layout.variants.map(variant => [variant.id, variant])));

/** All templates in the order in which they are shown. */
export const templates = listTemplates(
  layouts,
  builtIn.photographs,
  builtIn.order,
  inEveryLanguage(({ titles }) => titles),
);

/** How a template is finished that stays a photograph; undefined for a drawn one. */
export const photographOf = (id: number): PhotographEntry | undefined =>
  builtIn.photographs.find(entry => entry.id === id);

/** How a template's scene is drawn, by another hand than its own where one is given; throws when there is none of this id. */
export function variantOf(id: number, hand?: Hand): Variant {
  const variant = variants.get(id);
  if (!variant) throw new RangeError(`There is no template ${id}`);

  return hand ? { ...variant, look: { ...variant.look, hand } } : variant;
}

/** Draws the preview of a template, 768 pixels wide and 3:4, as a JPEG: a finished portrait of a sample person. */
export function drawTemplate(id: number, hand?: Hand): Promise<Uint8Array> {
  const photograph = photographOf(id);
  return photograph ? drawPhotographPreview(photograph) : drawPreview(variantOf(id, hand));
}
