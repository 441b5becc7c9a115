import { builtIn } from '../catalogue/built-in.ts';
import type { CostumeChoice, LayoutName, Palette, ShotName, Style, Templates } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';

/** Size of a scene in its own units. */
export const PIC = { width: 768, height: 1024 } as const;

/** Position of the person: the midpoint between the eyes, and the distance between their outer corners. */
export interface Slot {
  x: number;
  y: number;
  eyes: number;
}

/** The scene's light on the person. Colours are #rrggbb. */
export interface Light {
  saturation: number;
  /** Colour of the light (#808080 is neutral), and how strongly it tints the person, 0 to 1. */
  tint: string;
  tintShare: number;
  /** Colour added to shadows; black adds nothing. */
  shadow: string;
  /** Direction of the light: −1 (from the left, from above) to 1 (from the right, from below); usually within ±0.4. */
  fromX: number;
  fromY: number;
  /** Colour of the rim light along the person's outline. If missing, only the scene behind lights the edge. */
  rim?: string;
}

/** SVG parts behind and in front of the person, and the person's position and light. */
export interface Scene {
  /** Gradients and filters used by both parts. */
  defs: string;
  back: string;
  front: string;
  slot: Slot;
  light: Light;
}

export interface Variant {
  id: number;
  /** #rrggbb, shown until the picture has loaded. */
  colour: string;
  style: Style;
  prompt: string;
  shot: ShotName;
  costume: CostumeChoice | undefined;
  draw(random: Random): Scene;
}

/** A kind of scene, which templates draw in different palettes. */
export interface Layout {
  name: string;
  variants: Variant[];
}

/** Makes a layout. A template may override single fields of `style`. */
export function layoutOf<Name extends LayoutName>(
  name: Name,
  style: Style,
  draw: (palette: Palette<Name>, random: Random) => Scene,
): Layout {
  const entries: Templates['layouts'][Name] = builtIn.layouts[name];
  return {
    name,
    variants: entries.map(entry => ({
      id: entry.id,
      colour: entry.colour,
      style: { ...style, ...entry.style },
      prompt: entry.prompt,
      shot: entry.shot ?? 'bust',
      costume: entry.costume,
      draw: random => draw(entry.palette, random),
    })),
  };
}
