import { type Static, type TProperties, Type } from 'typebox';
import costumes from './costumes.json' with { type: 'json' };

const object = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const share = Type.Number({ minimum: 0, maximum: 1 });

/** #rrggbb. */
const colour = Type.String({ pattern: '^#[0-9a-f]{6}$' });
const two = Type.Tuple([colour, colour]);
const three = Type.Tuple([colour, colour, colour]);
const four = Type.Tuple([colour, colour, colour, colour]);
const five = Type.Tuple([colour, colour, colour, colour, colour]);

const costumeColours = object({ cloth: colour, under: colour, accent: colour });

/** The colours of a costume, #rrggbb: its cloth, what is worn below, and what is set on. */
export type CostumeColours = Static<typeof costumeColours>;

/** The content of costumes.json: the colours of each costume in the four pictures of a job. */
export const Costumes = Type.Record(
  Type.String(),
  Type.Tuple([costumeColours, costumeColours, costumeColours, costumeColours]),
);

/** Clothes that are drawn under the person's own head. */
export type CostumeName = keyof typeof costumes;

const costumeChoice = object({
  name: Type.Enum(Object.keys(costumes) as CostumeName[]),
  first: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
});

/** A costume, and which of its four sets of colours (from 0) comes first. */
export type CostumeChoice = Static<typeof costumeChoice>;

const hand = Type.Enum(['comic', 'ink', 'oil', 'watercolour', 'pencil', 'poster']);

/** The manner in which a drawn scene and the person in it are rendered together. */
export type Hand = Static<typeof hand>;

const material = Type.Enum(['none', 'brush', 'paper', 'canvas']);

/** What gives the drawn scene a surface before the hand renders it: brush marks, paper fibres, a weave. */
export type Material = Static<typeof material>;

const shot = Type.Enum(['bust', 'close-up', 'half-body', 'low']);

/** How a picture is framed: head and shoulders, the face alone, half the body set aside, or low under much sky. */
export type ShotName = Static<typeof shot>;

const look = object({
  hand,
  material,
  /** The five colours of the hand `poster`, from the darkest to the lightest; without them it has its own. */
  inks: Type.Optional(five),
});

/** How a template's pictures look, whatever the scene is. */
export type Look = Static<typeof look>;

const identity = {
  /** For ever: jobs and addresses refer to it. A new template takes a number that no other ever had. */
  id: Type.Integer({ minimum: 1, maximum: 999 }),
  /** Shown until the picture has come. */
  colour,
};

/** The templates of a layout, whose scene is drawn in these colours. */
const drawnIn = <Palette extends TProperties>(palette: Palette) =>
  Type.Array(
    object({
      ...identity,
      /** What its preview and the first picture of a job show; `bust` without it. */
      shot: Type.Optional(shot),
      /** What is worn; the photo's own clothes without it. */
      costume: Type.Optional(costumeChoice),
      /** Where it differs from the look of its layout. */
      look: Type.Optional(Type.Partial(look)),
      /** For a generator with a model: shot, clothes, place, light, lens and medium, without the sentence about identity. */
      prompt: Type.String(),
      palette: object(palette),
    }),
  );

/** Red, green and blue; of a light 0 to 255. */
const channels = Type.Tuple([Type.Number(), Type.Number(), Type.Number()]);

const tone = object({
  /** Gains of the channels. */
  gains: Type.Optional(channels),
  /** 1 keeps the colours, 0 is black and white. */
  saturation: Type.Optional(Type.Number()),
  /** How far towards an S-shaped curve. */
  contrast: Type.Optional(share),
  /** The brightness (0 to 255) of black on faded film. */
  fade: Type.Optional(Type.Number()),
  /** The deviation of the grain, of 255. */
  grain: Type.Optional(Type.Number()),
  /** How much darker the corners are. */
  vignette: Type.Optional(share),
});

/** How a whole photograph is finished; nothing is changed where a field is left out. */
export type Tone = Static<typeof tone>;

const placeGround = object({
  kind: Type.Literal('place'),
  gain: Type.Optional(Type.Number()),
  /** How much of its colours is replaced by `colour`; grey without one. */
  tinted: Type.Optional(share),
  colour: Type.Optional(channels),
  /** Light of this colour from the side from which the face is lit. */
  sun: Type.Optional(channels),
});

/** The photo's own place, out of focus. */
export type PlaceGround = Static<typeof placeGround>;

const studioGround = object({ kind: Type.Literal('studio'), colour: channels });

/** A backdrop of this colour, made out of the photo's own place. */
export type StudioGround = Static<typeof studioGround>;

const flatGround = object({ kind: Type.Literal('flat'), colour: channels });

/** The flat ground of an ID photo. */
export type FlatGround = Static<typeof flatGround>;

const photograph = object({
  ...identity,
  ground: Type.Union([placeGround, studioGround, flatGround]),
  tone,
  /** For a generator with a model: what changes. */
  prompt: Type.String(),
});

/** A template in which person and ground stay a photograph. */
export type PhotographEntry = Static<typeof photograph>;

/** The content of templates.json: all templates that come with the product. */
export const Templates = object({
  /**
   * The ids in the order of the grid: photographs, then what unseen people's pictures were best in, costumes last. In its three
   * columns no two drawn neighbours share a layout or a hand; moving an id here changes nothing but its place.
   */
  order: Type.Array(Type.Integer()),
  photographs: Type.Array(photograph),
  /** The others, by the scene that is drawn. */
  layouts: object({
    aurora: drawnIn({
      sky: three,
      lights: three,
      snow: two,
      trees: two,
      rim: colour,
    }),
    autumn: drawnIn({
      haze: three,
      trunks: colour,
      leaves: four,
      sun: colour,
      /** What grows here; maples without it. */
      trees: Type.Optional(Type.Enum(['ginkgo', 'beech', 'pine'])),
    }),
    blossom: drawnIn({
      sky: three,
      petals: three,
      leaves: two,
      core: colour,
      bark: colour,
      glow: colour,
    }),
    desert: drawnIn({
      sky: three,
      sun: colour,
      sand: two,
      shade: colour,
      stars: Type.Number(),
    }),
    gallery: drawnIn({
      /** Light and dark. */
      wall: two,
      drapery: colour,
      /** Gilding of the frame at the border of the wall. */
      gold: colour,
      lamp: colour,
    }),
    greenhouse: drawnIn({
      sky: two,
      leaves: three,
      iron: colour,
      bloom: colour,
      sun: colour,
    }),
    ink: drawnIn({
      paper: colour,
      ink: colour,
      sun: colour,
      blooms: two,
      core: colour,
    }),
    lanterns: drawnIn({
      sky: three,
      paper: two,
      glow: colour,
      hills: colour,
    }),
    library: drawnIn({
      /** Light and dark. */
      wood: two,
      spines: five,
      lamp: colour,
    }),
    'moon-gate': drawnIn({
      /** Light and shade. */
      wall: two,
      tiles: colour,
      sky: two,
      hills: colour,
      bamboo: two,
      bloom: two,
    }),
    neon: drawnIn({
      sky: three,
      neon: two,
      far: colour,
      near: three,
    }),
    nouveau: drawnIn({
      paper: colour,
      /** The inner disc and the ring. */
      halo: two,
      line: colour,
      bloom: two,
      leaf: colour,
    }),
    'paper-cut': drawnIn({
      /** The glowing ground and the sheet that lies nearest. */
      far: colour,
      near: colour,
      moon: colour,
      leaf: colour,
    }),
    pop: drawnIn({
      ground: colour,
      rays: colour,
      disc: colour,
      accent: colour,
      dots: colour,
    }),
    'rain-window': drawnIn({
      night: three,
      lights: three,
      frame: colour,
    }),
    sea: drawnIn({
      sky: three,
      sun: colour,
      cloud: colour,
      sea: two,
      island: colour,
    }),
    studio: drawnIn({
      wall: two,
      lamp: colour,
      /** Coloured light from the other side. */
      gel: colour,
    }),
    watercolour: drawnIn({
      paper: colour,
      washes: three,
      flowers: three,
      leaves: two,
      heart: colour,
    }),
  }),
});
export type Templates = Static<typeof Templates>;

/** A kind of scene. */
export type LayoutName = keyof Templates['layouts'];

/** The colours in which a scene of this kind is drawn. */
export type Palette<Name extends LayoutName> = Templates['layouts'][Name][number]['palette'];
