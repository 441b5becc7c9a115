import { type Static, Type } from 'typebox';

const colour = Type.String({ pattern: '^#[0-9a-f]{6}$' });
const share = Type.Number({ minimum: 0, maximum: 1 });

/** Allows undefined: a relative may lack what the person has. */
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

/** `headscarf` covers the hair. */
export type HairStyle = Static<typeof hairStyle>;

/** A drawn sample person. Colours are #rrggbb; the outer corners of the eyes are 200 length units apart. */
export const Sitter = Type.Object(
  {
    skin: colour,
    hair: colour,
    style: hairStyle,
    lips: colour,
    iris: colour,
    /** Half the width of the jaw at the mouth. */
    jaw: Type.Number({ minimum: 104, maximum: 130 }),
    /** Distance from the eyes to the chin. */
    chin: Type.Number({ minimum: 226, maximum: 252 }),
    /** Width of the nose, and fullness of the lips; 1 is average. */
    nose: Type.Number(),
    fullness: Type.Number(),
    /** Thickness of the brows. */
    brow: Type.Number({ minimum: 8, maximum: 18 }),
    /** Rise of the outer corners of the eyes. */
    eyeTilt: Type.Number({ minimum: -3, maximum: 8 }),
    /** Depth of the lid's crease. */
    crease: share,
    /** `calm` has level corners; `wry` raises one. */
    smile: Type.Enum(['closed', 'open', 'calm', 'wry']),
    beard: optional(['stubble', 'short', 'full', 'moustache']),
    glasses: optional(['round', 'square']),
    earrings: Type.Optional(Type.Boolean()),
    freckles: Type.Optional(Type.Boolean()),
    /** Lines of age. */
    age: share,
    /** 1 has wide shoulders and a strong neck. */
    build: share,
    /** Colour of a headscarf. */
    scarf: colour,
    /** Turn and tilt of the head: −1 left, 1 right. */
    turn: Type.Number({ minimum: -1, maximum: 1 }),
  },
  { additionalProperties: false },
);
export type Sitter = Static<typeof Sitter>;
