import { type Static, Type } from 'typebox';

const colour = Type.String({ pattern: '^#[0-9a-f]{6}$' });
const share = Type.Number({ minimum: 0, maximum: 1 });

/** Undefined too: a relative may lack what the person has. */
const optional = <Value extends string>(values: Value[]) =>
  Type.Optional(Type.Union([Type.Enum(values), Type.Undefined()]));

const hairStyle = Type.Enum([
  'straight',
  'wavy',
  'bob',
  'fringe',
  'pixie',
  'bun',
  'ponytail',
  'afro',
  'curls',
  'side-part',
  'swept',
  'crop',
  'bald',
  'headscarf',
]);

/** How the hair is worn; `headscarf` covers it. */
export type HairStyle = Static<typeof hairStyle>;

const clothesKind = Type.Enum(['jacket', 'jumper', 'roll-neck', 'shirt', 'blouse', 'scarf']);

/** What is worn on the upper body. */
export type ClothesKind = Static<typeof clothesKind>;

/** A drawn sample person. Colours are #rrggbb; lengths are in units of which 200 lie between the outer corners of the eyes. */
export const Sitter = Type.Object(
  {
    skin: colour,
    hair: colour,
    style: hairStyle,
    lips: colour,
    iris: colour,
    /** Half the width of the jaw at the height of the mouth. */
    jaw: Type.Number({ minimum: 104, maximum: 130 }),
    /** Distance from the eyes to the chin. */
    chin: Type.Number({ minimum: 226, maximum: 252 }),
    /** Width of the nose and fullness of the lips; 1 is the middle. */
    nose: Type.Number(),
    fullness: Type.Number(),
    /** Thickness of the brows. */
    brow: Type.Number({ minimum: 8, maximum: 18 }),
    /** How much the outer corners of the eyes rise. */
    eyeTilt: Type.Number({ minimum: -3, maximum: 8 }),
    /** How deep the lid's crease is. */
    crease: share,
    smile: Type.Enum(['closed', 'open']),
    beard: optional(['stubble', 'short', 'full', 'moustache']),
    glasses: optional(['round', 'square']),
    earrings: Type.Optional(Type.Boolean()),
    freckles: Type.Optional(Type.Boolean()),
    /** Lines of age. */
    age: share,
    /** Wide shoulders and a strong neck. */
    build: share,
    clothes: clothesKind,
    cloth: colour,
    /** What is worn below, or the colour of the headscarf. */
    under: colour,
    /** Where the head is turned and tilted to: −1 left, 1 right. */
    turn: Type.Number({ minimum: -1, maximum: 1 }),
  },
  { additionalProperties: false },
);
export type Sitter = Static<typeof Sitter>;
