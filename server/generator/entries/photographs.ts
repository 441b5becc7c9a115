/** Red, green and blue. */
type Three = readonly [number, number, number];

/** How the whole picture is finished; nothing is changed where a field is left out. */
export interface Tone {
  /** Gains of the channels. */
  gains?: Three;
  /** 1 keeps the colours, 0 is black and white. */
  saturation?: number;
  /** 0 to 1: how far towards an S-shaped curve. */
  contrast?: number;
  /** The brightness (0 to 255) of black on faded film. */
  fade?: number;
  /** The deviation of the grain, of 255. */
  grain?: number;
  /** How much darker the corners are, 0 to 1. */
  vignette?: number;
}

/** The photo's own place, out of focus. */
export interface PlaceGround {
  kind: 'place';
  gain?: number;
  /** How much of its colours is replaced by `colour` (0 to 1); grey without one. */
  tinted?: number;
  colour?: Three;
  /** Light of this colour from the side from which the face is lit. */
  sun?: Three;
}

/** A backdrop of this colour, made out of the photo's own place. */
export interface StudioGround {
  kind: 'studio';
  colour: Three;
}

/** The flat ground of an ID photo. */
export interface FlatGround {
  kind: 'flat';
  colour: Three;
}

/** A template in which person and ground stay a photograph. */
export interface PhotographEntry {
  /** For ever: jobs and addresses refer to it. A new template takes a number that no other ever had. */
  id: number;
  /** #rrggbb, shown until the picture has come. */
  colour: string;
  ground: PlaceGround | StudioGround | FlatGround;
  tone: Tone;
  /** For a generator with a model: what changes. */
  prompt: string;
}

const kept = 'Keep the clothes, the pose and the place of picture 1.';
const head =
  'A passport photo: head and shoulders, straight view, neutral face, even light. Keep the clothes.';

export const photographEntries: PhotographEntry[] = [
  {
    id: 85,
    colour: '#c9c4ba',
    ground: { kind: 'place' },
    tone: { contrast: 0.12 },
    prompt: `${kept} Soft daylight from a large window, background far out of focus. 85 mm, f/1.4. Natural photograph, true skin.`,
  },
  {
    id: 86,
    colour: '#8f8f8f',
    ground: { kind: 'place', gain: 0.9 },
    tone: { saturation: 0, contrast: 0.45 },
    prompt: `${kept} Black and white photograph, background far out of focus. 85 mm, f/1.4. Deep blacks, fine grain.`,
  },
  {
    id: 87,
    colour: '#d9b380',
    ground: { kind: 'place', sun: [255, 186, 104] },
    tone: { gains: [1.04, 1, 0.92], saturation: 1.04, contrast: 0.15 },
    prompt: `${kept} Golden hour, low warm sun from the side, background far out of focus. 85 mm, f/1.4. Natural photograph.`,
  },
  {
    id: 88,
    colour: '#b5a899',
    ground: { kind: 'place' },
    tone: { gains: [1.03, 1, 0.96], saturation: 0.82, contrast: 0.08, fade: 18, grain: 4 },
    prompt: `${kept} Faded colour film, soft grain, background far out of focus. 85 mm, f/1.4.`,
  },
  {
    id: 89,
    colour: '#4d5f80',
    ground: { kind: 'place', gain: 0.72, tinted: 0.78, colour: [118, 156, 232] },
    tone: { contrast: 0.15 },
    prompt: `${kept} Blue hour: cool blue background far out of focus, true skin. 85 mm, f/1.4. Photograph.`,
  },
  {
    id: 90,
    colour: '#eeebe6',
    ground: { kind: 'place', gain: 1.55, tinted: 0.6 },
    tone: { saturation: 0.95, contrast: 0.04 },
    prompt: `${kept} High key: bright, nearly white background far out of focus, soft light. 85 mm. Photograph.`,
  },
  {
    id: 91,
    colour: '#2c2926',
    ground: { kind: 'place', gain: 0.36 },
    tone: { contrast: 0.2, vignette: 0.5 },
    prompt: `${kept} Low key: the background nearly black and out of focus, light on the face alone. 85 mm. Photograph.`,
  },
  {
    id: 92,
    colour: '#9c9a97',
    ground: { kind: 'place', gain: 0.88, tinted: 1 },
    tone: { contrast: 0.16 },
    prompt: `${kept} The person in colour before a black and white background far out of focus. 85 mm. Photograph.`,
  },
  {
    id: 93,
    colour: '#969ba2',
    ground: { kind: 'studio', colour: [150, 155, 162] },
    tone: { contrast: 0.12 },
    prompt:
      'Business headshot before a plain grey backdrop with a soft fall-off. Keep the clothes. Large soft key. 85 mm.',
  },
  {
    id: 94,
    colour: '#cdbeaa',
    ground: { kind: 'studio', colour: [205, 190, 170] },
    tone: { contrast: 0.1 },
    prompt: 'Headshot before a warm linen backdrop. Keep the clothes. Large soft key. 85 mm. Photograph.',
  },
  {
    id: 95,
    colour: '#3a3c40',
    ground: { kind: 'studio', colour: [58, 60, 64] },
    tone: { contrast: 0.16 },
    prompt:
      'Headshot before a charcoal backdrop. Keep the clothes. Soft key from the side. 85 mm. Photograph.',
  },
  {
    id: 96,
    colour: '#344466',
    ground: { kind: 'studio', colour: [52, 68, 102] },
    tone: { contrast: 0.15 },
    prompt: 'Headshot before a navy backdrop. Keep the clothes. Soft key from the side. 85 mm. Photograph.',
  },
  {
    id: 97,
    colour: '#8c9882',
    ground: { kind: 'studio', colour: [140, 152, 130] },
    tone: { contrast: 0.12 },
    prompt: 'Headshot before a sage green backdrop. Keep the clothes. Large soft key. 85 mm. Photograph.',
  },
  {
    id: 98,
    colour: '#b88066',
    ground: { kind: 'studio', colour: [184, 128, 102] },
    tone: { contrast: 0.12 },
    prompt: 'Headshot before a terracotta backdrop. Keep the clothes. Large soft key. 85 mm. Photograph.',
  },
  {
    id: 99,
    colour: '#ffffff',
    ground: { kind: 'flat', colour: [255, 255, 255] },
    tone: {},
    prompt: `${head} A plain white background.`,
  },
  {
    id: 100,
    colour: '#438edb',
    ground: { kind: 'flat', colour: [67, 142, 219] },
    tone: {},
    prompt: `${head} A plain blue background.`,
  },
  {
    id: 101,
    colour: '#d9001b',
    ground: { kind: 'flat', colour: [217, 0, 27] },
    tone: {},
    prompt: `${head} A plain red background.`,
  },
];
