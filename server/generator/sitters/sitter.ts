import { type Static, Type } from 'typebox';

const colour = Type.String({ pattern: '^#[0-9a-f]{6}$' });
const share = Type.Number({ minimum: 0, maximum: 1 });

/** Allows undefined, because a relative may lack e.g. the person's beard. */
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

/** A drawn person. Colours are #rrggbb. The outer corners of the eyes are 200 length units apart. */
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
    /** Width of the nose, and fullness of the lips; 1 is average. */
    nose: Type.Number(),
    fullness: Type.Number(),
    /** Thickness of the eyebrows. */
    brow: Type.Number({ minimum: 8, maximum: 18 }),
    /** Height of the outer corners of the eyes above the inner corners. */
    eyeTilt: Type.Number({ minimum: -3, maximum: 8 }),
    /** Depth of the eyelid crease. */
    crease: share,
    /** `calm` has level corners of the mouth; `wry` raises one corner. */
    smile: Type.Enum(['closed', 'open', 'calm', 'wry']),
    beard: optional(['stubble', 'short', 'full', 'moustache']),
    glasses: optional(['round', 'square']),
    earrings: Type.Optional(Type.Boolean()),
    freckles: Type.Optional(Type.Boolean()),
    /** Strength of the wrinkles; also greys brows and beard. */
    age: share,
    /** 1 means wide shoulders and a strong neck. */
    build: share,
    /** Colour of the headscarf. */
    scarf: colour,
    /** Turn and tilt of the head: −1 to the left, 1 to the right. */
    turn: Type.Number({ minimum: -1, maximum: 1 }),
  },
  { additionalProperties: false },
);
export type Sitter = Static<typeof Sitter>;
