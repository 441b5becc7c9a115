import { builtIn } from '../catalogue/built-in.ts';
import type { CostumeChoice, LayoutName, Palette, ShotName, Style, Templates } from '../catalogue/schema.ts';
import type { Random } from '../random.ts';

/** Scenes are drawn in these units. */
export const PIC = { width: 768, height: 1024 } as const;

/** Place of the person: the middle between the eyes, and the distance of their outer corners. */
export interface Slot {
  x: number;
  y: number;
  eyes: number;
}

/** The scene's light on the person. Colours are #rrggbb. */
export interface Light {
  saturation: number;
  /** Colour of the light (#808080 is neutral), and the share of it that the person takes on, 0 to 1. */
  tint: string;
  tintShare: number;
  /** Colour that is added to shadows; black adds nothing. */
  shadow: string;
  /** Direction of the light: −1 (from the left, above) to 1 (from the right, below); usually within ±0.4. */
  fromX: number;
  fromY: number;
  /** Colour of the light along the person's outline; without it, only the scene behind shines around the edge. */
  rim?: string;
}

/** SVG parts behind and in front of the person, and how the person fits in. */
export interface Scene {
  /** Gradients and filters for both parts. */
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

/** A kind of scene in several palettes. */
export interface Layout {
  name: string;
  variants: Variant[];
}

/** `style` is the default; a template may differ from it. */
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
