import { drawPreview } from './preview/draw-preview.ts';
import { layouts } from './scenes/layouts.ts';
import type { Title, Variant } from './scenes/scene.ts';

/** A style that a person can choose. */
export interface Template {
  /** Counts from 1; jobs remember it, so that new templates must come after the existing ones. */
  id: number;
  title: Title;
  /** The kind of scene: templates of one layout differ in colours. */
  layout: string;
  /** #rrggbb, shown until the preview has come. */
  colour: string;
}

interface Entry {
  layout: string;
  variant: Variant;
}

/**
 * One variant of each layout after the other, each round starting elsewhere: in a grid of three columns no two
 * neighbours share a layout. A new layout or palette needs a list of its own behind this one, or ids would move.
 */
const entries: Entry[] = Array.from({ length: Math.max(...layouts.map(({ variants }) => variants.length)) })
  .flatMap((_, round) =>
    layouts.map((__, place) => {
      const layout = layouts[(place + round * 5) % layouts.length]!;
      return { layout: layout.name, variant: layout.variants[round] };
    }),
  )
  .filter((entry): entry is Entry => entry.variant !== undefined);

/** All templates in the order in which they are shown. */
export const templates: Template[] = entries.map(({ layout, variant }, index) => ({
  id: index + 1,
  title: variant.title,
  layout,
  colour: variant.colour,
}));

/** How a template is drawn; throws when there is none of this id. */
export function variantOf(id: number): Variant {
  const entry = entries[id - 1];
  if (!entry) throw new RangeError(`There is no template ${id}`);

  return entry.variant;
}

/** Draws the preview of a template as a JPEG of 3:4: the scene with a drawn person in it. */
export function drawTemplate(id: number, width: 320 | 480 | 768): Promise<Uint8Array> {
  return drawPreview(variantOf(id), id, width);
}
