import { builtIn } from '../entries/built-in.ts';
import type { CostumeChoice, LayoutName, Look, Palette, ShotName, Templates } from '../entries/entry.ts';
import type { Random } from '../random.ts';

/** Pixels of a finished pic; scenes are drawn in these units. */
export const PIC = { width: 768, height: 1024 } as const;

/** Where the person stands: the middle between the eyes, and the distance of their outer corners. */
export interface Slot {
  x: number;
  y: number;
  eyes: number;
}

/** How the light of the scene falls on the person. Colours are #rrggbb. */
export interface Light {
  saturation: number;
  /** Colour of the light and how much of it the person takes on, 0 to 1; #808080 is neutral. */
  tint: string;
  tintShare: number;
  /** Colour that fills the shadows; black leaves them. */
  shadow: string;
  /** Which way it comes from: −1 (left, above) to 1 (right, below), both usually below 0.4. */
  fromX: number;
  fromY: number;
  /** Colour of the light along the person's outline; without it the scene behind shines around the edge. */
  rim?: string;
}

/** A drawn scene: SVG parts behind and in front of the person, and how the person is fitted in. */
export interface Scene {
  /** Gradients and filters used by both parts. */
  defs: string;
  back: string;
  front: string;
  slot: Slot;
  light: Light;
}

/** How one template is drawn. */
export interface Variant {
  id: number;
  /** #rrggbb, shown until the picture has come. */
  colour: string;
  look: Look;
  prompt: string;
  shot: ShotName;
  costume: CostumeChoice | undefined;
  draw(random: Random): Scene;
}

/** A kind of scene, in several palettes. */
export interface Layout {
  name: string;
  variants: Variant[];
}

/** Makes a layout from its name, its look and the function that draws one of its templates. */
export function layoutOf<Name extends LayoutName>(
  name: Name,
  look: Look,
  draw: (palette: Palette<Name>, random: Random) => Scene,
): Layout {
  const entries: Templates['layouts'][Name] = builtIn.layouts[name];
  return {
    name,
    variants: entries.map(entry => ({
      id: entry.id,
      colour: entry.colour,
      look: { ...look, ...entry.look },
      prompt: entry.prompt,
      shot: entry.shot ?? 'bust',
      costume: entry.costume,
      draw: random => draw(entry.palette, random),
    })),
  };
}
