import { inEveryLanguage } from '../languages/languages.ts';
import { builtIn } from './entries/built-in.ts';
import type { Hand, PhotographEntry } from './entries/entry.ts';
import { listTemplates } from './list-templates.ts';
import { drawPhotographPreview, drawPreview } from './preview/draw-preview.ts';
import { layouts } from './scenes/layouts.ts';
import type { Variant } from './scenes/scene.ts';

const variants = new Map(layouts.flatMap(layout => layout.variants.map(variant => [variant.id, variant])));

/** In display order. */
export const templates = listTemplates(
  layouts,
  builtIn.photographs,
  builtIn.order,
  inEveryLanguage(({ titles }) => titles),
);

/** Undefined if the template is drawn. */
export const photographOf = (id: number): PhotographEntry | undefined =>
  builtIn.photographs.find(entry => entry.id === id);

/** `hand` replaces the template's technique. Throws a RangeError if no drawn template has this id. */
export function variantOf(id: number, hand?: Hand): Variant {
  const variant = variants.get(id);
  if (!variant) throw new RangeError(`There is no template ${id}`);

  return hand ? { ...variant, look: { ...variant.look, hand } } : variant;
}

/** Draws the preview as a JPEG of 3:4, 768 pixels wide: a finished portrait of a sample person. */
export function drawTemplate(id: number, hand?: Hand): Promise<Uint8Array> {
  const photograph = photographOf(id);
  return photograph ? drawPhotographPreview(photograph) : drawPreview(variantOf(id, hand));
}
