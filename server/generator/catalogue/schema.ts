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

/** Colours (#rrggbb) of the main cloth, of the garment under it, and of details such as buttons. */
export type CostumeColours = Static<typeof costumeColours>;

/** Schema of costumes.json: each costume's colours for the four pictures of a job. */
export const Costumes = Type.Record(
  Type.String(),
  Type.Tuple([costumeColours, costumeColours, costumeColours, costumeColours]),
);

/** Drawn clothes that replace the person's own clothes below the head. */
export type CostumeName = keyof typeof costumes;

const costumeChoice = object({
  name: Type.Enum(Object.keys(costumes) as CostumeName[]),
  first: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
});

/** `first` (0 to 3) is the index of the colours for a job's first picture. */
export type CostumeChoice = Static<typeof costumeChoice>;

const technique = Type.Enum(['comic', 'ink', 'oil', 'watercolour', 'pencil', 'poster']);

/** The rendering technique of a scene and the person in it, e.g. oil painting. */
export type Technique = Static<typeof technique>;

const material = Type.Enum(['none', 'brush', 'paper', 'canvas']);

/** Texture added to the drawn scene before it is rendered: brush marks, paper fibres or a canvas weave. */
export type Material = Static<typeof material>;

const shot = Type.Enum(['bust', 'close-up', 'half-body', 'low']);

/**
 * Framing: head and shoulders, the face only, half the body off-centre, or a person low in the picture under much sky.
 */
export type ShotName = Static<typeof shot>;

const style = object({
  technique,
  material,
  /** Colours for the technique `poster`, darkest first. If missing, the technique's default colours are used. */
  inks: Type.Optional(five),
});

export type Style = Static<typeof style>;

const identity = {
  /** Never change or reuse an id: jobs and URLs contain it. */
  id: Type.Integer({ minimum: 1, maximum: 999 }),
  /** Placeholder colour while the picture loads. */
  colour,
};

const drawnIn = <Palette extends TProperties>(palette: Palette) =>
  Type.Array(
    object({
      ...identity,
      /** Framing of the preview and of a job's first picture; default `bust`. */
      shot: Type.Optional(shot),
      /** If missing, the person keeps the clothes from the photo. */
      costume: Type.Optional(costumeChoice),
      /** Overrides of the layout's style. */
      style: Type.Optional(Type.Partial(style)),
      /**
       * For remote generators: shot, clothes, place, light, lens and medium. The `identity` text is prepended later.
       */
      prompt: Type.String(),
      palette: object(palette),
    }),
  );

/** Three values for red, green and blue: either scale factors, or a colour from 0 to 255. */
const channels = Type.Tuple([Type.Number(), Type.Number(), Type.Number()]);

const tone = object({
  /** Scale factor for each channel. */
  gains: Type.Optional(channels),
  /** 1 keeps the colours; 0 is greyscale. */
  saturation: Type.Optional(Type.Number()),
  /** 0 leaves the contrast unchanged; 1 applies a full S-curve. */
  contrast: Type.Optional(share),
  /** Raises black to this brightness (0 to 255), as on faded film. */
  fade: Type.Optional(Type.Number()),
  /** Standard deviation of the film grain, on a scale of 0 to 255. */
  grain: Type.Optional(Type.Number()),
  /** Strength of the vignette that darkens the corners. */
  vignette: Type.Optional(share),
});

/** Colour grading of a whole photograph. A missing field leaves the photograph unchanged. */
export type Tone = Static<typeof tone>;

const placeGround = object({
  kind: Type.Literal('place'),
  gain: Type.Optional(Type.Number()),
  /** Strength of the background's tint with `colour`, or with grey if `colour` is missing. */
  tinted: Type.Optional(share),
  colour: Type.Optional(channels),
  /** Colour of sunlight in the background, on the side from which the face is lit. */
  sun: Type.Optional(channels),
});

/** The photo's own background, out of focus. */
export type PlaceGround = Static<typeof placeGround>;

const studioGround = object({ kind: Type.Literal('studio'), colour: channels });

/** A studio backdrop of this colour, with some structure from the photo's background. */
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

/** A template whose pictures stay photographs instead of drawings. */
export type PhotographTemplate = Static<typeof photograph>;

/** Schema of templates.json: all built-in templates. */
export const Templates = object({
  /**
   * Display order of the template ids: first photographs, then the styles that suited new people best, then costumes.
   * In the grid's three columns, two neighbouring drawn templates never share a layout or a technique. Reordering has
   * no other effect.
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
      /** Tree species; default: maple. */
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
      /** Light and dark tone. */
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
      /** Light and dark tone. */
      wood: two,
      spines: five,
      lamp: colour,
    }),
    'moon-gate': drawnIn({
      /** Lit and shaded tone. */
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
      /** Colours of the halo's inner disc and of its ring. */
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
      /** Colour of a second light, from the side opposite the lamp. */
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
