import { type Static, type TProperties, Type } from 'typebox';
import costumes from './costumes.json' with { type: 'json' };

const object = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const share = Type.Number({ minimum: 0, maximum: 1 });

/** A colour as #rrggbb. */
const colour = Type.String({ pattern: '^#[0-9a-f]{6}$' });
const two = Type.Tuple([colour, colour]);
const three = Type.Tuple([colour, colour, colour]);
const four = Type.Tuple([colour, colour, colour, colour]);
const five = Type.Tuple([colour, colour, colour, colour, colour]);

const costumeColours = object({ cloth: colour, under: colour, accent: colour });

/** Colours (#rrggbb) of the cloth, of the clothes below it, and of details such as buttons. */
export type CostumeColours = Static<typeof costumeColours>;

/** Schema of costumes.json: the colours of each costume in the four pictures of a job. */
export const Costumes = Type.Record(
  Type.String(),
  Type.Tuple([costumeColours, costumeColours, costumeColours, costumeColours]),
);

/** Drawn clothes, which replace the person's own clothes below the head. */
export type CostumeName = keyof typeof costumes;

const costumeChoice = object({
  name: Type.Enum(Object.keys(costumes) as CostumeName[]),
  first: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
});

/** `first` (0 to 3) selects the colours of the first picture. */
export type CostumeChoice = Static<typeof costumeChoice>;

const technique = Type.Enum(['comic', 'ink', 'oil', 'watercolour', 'pencil', 'poster']);

/** The technique in which a scene and the person in it are rendered. */
export type Technique = Static<typeof technique>;

const material = Type.Enum(['none', 'brush', 'paper', 'canvas']);

/** Texture of the drawn scene before the technique renders it: brush marks, paper fibres or a weave. */
export type Material = Static<typeof material>;

const shot = Type.Enum(['bust', 'close-up', 'half-body', 'low']);

/** Framing: head and shoulders, only the face, half the body off-centre, or low in the picture with much sky. */
export type ShotName = Static<typeof shot>;

const style = object({
  technique,
  material,
  /** Colours of the technique `poster`, the darkest first. The technique has default colours. */
  inks: Type.Optional(five),
});

export type Style = Static<typeof style>;

const identity = {
  /** Must never change, because jobs and addresses contain it. Never reuse the id of an earlier template. */
  id: Type.Integer({ minimum: 1, maximum: 999 }),
  /** Shown until the picture has loaded. */
  colour,
};

const drawnIn = <Palette extends TProperties>(palette: Palette) =>
  Type.Array(
    object({
      ...identity,
      /** Shot of the preview and of a job's first picture; `bust` by default. */
      shot: Type.Optional(shot),
      /** Drawn clothes; if undefined, the person wears the clothes of the photo. */
      costume: Type.Optional(costumeChoice),
      /** Fields that differ from the style of the layout. */
      style: Type.Optional(Type.Partial(style)),
      /** For remote generators: shot, clothes, place, light, lens and medium. The text `identity` is added later. */
      prompt: Type.String(),
      palette: object(palette),
    }),
  );

/** Numbers for red, green and blue: factors, or a colour from 0 to 255. */
const channels = Type.Tuple([Type.Number(), Type.Number(), Type.Number()]);

const tone = object({
  /** A factor for each channel. */
  gains: Type.Optional(channels),
  /** 1 keeps the colours; 0 is black and white. */
  saturation: Type.Optional(Type.Number()),
  /** 0 changes nothing; 1 is a full S-curve. */
  contrast: Type.Optional(share),
  /** Brightness (0 to 255) that black gets, as on faded film. */
  fade: Type.Optional(Type.Number()),
  /** Standard deviation of the grain, on a scale of 255. */
  grain: Type.Optional(Type.Number()),
  /** Darkening of the corners. */
  vignette: Type.Optional(share),
});

/** Changes to the colours of a whole photograph; a missing field changes nothing. */
export type Tone = Static<typeof tone>;

const placeGround = object({
  kind: Type.Literal('place'),
  gain: Type.Optional(Type.Number()),
  /** Share of the colours that is replaced by `colour`, or by grey without `colour`. */
  tinted: Type.Optional(share),
  colour: Type.Optional(channels),
  /** Colour of the light from the side that lights the face. */
  sun: Type.Optional(channels),
});

/** The photo's own background, out of focus. */
export type PlaceGround = Static<typeof placeGround>;

const studioGround = object({ kind: Type.Literal('studio'), colour: channels });

/** A backdrop of this colour, made from the photo's background. */
export type StudioGround = Static<typeof studioGround>;

const flatGround = object({ kind: Type.Literal('flat'), colour: channels });

/** A plain background of one colour, for ID photos. */
export type FlatGround = Static<typeof flatGround>;

const photograph = object({
  ...identity,
  ground: Type.Union([placeGround, studioGround, flatGround]),
  tone,
  /** For remote generators: how to change the photo. */
  prompt: Type.String(),
});

/** A template in which person and background stay a photograph. */
export type PhotographTemplate = Static<typeof photograph>;

/** Schema of templates.json: all built-in templates. */
export const Templates = object({
  /**
   * Ids in the grid's order: photographs first, then the styles that worked best for new people, costumes last. In the
   * grid's three columns, two drawn neighbours never have the same layout or technique. Moving an id has no other
   * effect.
   */
  order: Type.Array(Type.Integer()),
  photographs: Type.Array(photograph),
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
      /** Kind of trees; maples by default. */
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
      /** Colour of the gilded frame on the wall. */
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
      /** Colours of the inner disc and of the ring. */
      halo: two,
      line: colour,
      bloom: two,
      leaf: colour,
    }),
    'paper-cut': drawnIn({
      /** Colours of the glowing background and of the nearest sheet of paper. */
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
      /** Colour of the light from the other side. */
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

export type LayoutName = keyof Templates['layouts'];

export type Palette<Name extends LayoutName> = Templates['layouts'][Name][number]['palette'];
