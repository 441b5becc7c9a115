/** How the hair is worn; `headscarf` covers it. */
export type HairStyle =
  | 'straight'
  | 'wavy'
  | 'bob'
  | 'fringe'
  | 'pixie'
  | 'bun'
  | 'ponytail'
  | 'afro'
  | 'curls'
  | 'side-part'
  | 'swept'
  | 'crop'
  | 'bald'
  | 'headscarf';

/** What is worn on the upper body. */
export type ClothesKind = 'jacket' | 'jumper' | 'roll-neck' | 'shirt' | 'blouse' | 'scarf';

/** A drawn sample person. Colours are #rrggbb; lengths are in units of which 200 lie between the outer corners of the eyes. */
export interface Sitter {
  skin: string;
  hair: string;
  style: HairStyle;
  lips: string;
  iris: string;
  /** Half the width of the jaw at the height of the mouth, 104 (narrow) to 130 (wide). */
  jaw: number;
  /** Distance from the eyes to the chin, 226 to 252. */
  chin: number;
  /** Width of the nose and fullness of the lips; 1 is the middle. */
  nose: number;
  fullness: number;
  /** Thickness of the brows, 8 to 18. */
  brow: number;
  /** How much the outer corners of the eyes rise, −3 to 8, and how deep the lid's crease is, 0 to 1. */
  eyeTilt: number;
  crease: number;
  smile: 'closed' | 'open';
  beard?: undefined | 'stubble' | 'short' | 'full' | 'moustache';
  glasses?: undefined | 'round' | 'square';
  earrings?: boolean;
  freckles?: boolean;
  /** Lines of age, 0 to 1. */
  age: number;
  /** Wide shoulders and a strong neck, 0 to 1. */
  build: number;
  clothes: ClothesKind;
  cloth: string;
  /** What is worn below, or the colour of the headscarf. */
  under: string;
  /** Where the head is turned and tilted to: −1 left, 1 right. */
  turn: number;
}

/** What has to be said of each sitter; the rest has usual values. */
export type Sketch = Partial<Sitter> & Pick<Sitter, 'skin' | 'hair' | 'style' | 'clothes' | 'cloth'>;
