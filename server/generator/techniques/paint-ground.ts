import { driftGuide } from '../filters/drift.ts';
import type { Plane } from '../filters/filter-memory.ts';
import type { Flow, Guide } from '../filters/flow.ts';
import { mix, smoothstep } from '../filters/math.ts';
import type { Painter } from '../filters/painter.ts';
import { formGuide } from '../portrait/form-guide.ts';
import type { Stage } from '../portrait/stage.ts';

/** Renders a whole stage in one technique. Returns three bytes per pixel of the canvas. */
export type RenderTechnique = (painter: Painter, stage: Stage) => Promise<Uint8ClampedArray>;

/** Filter radii of a technique, in pixels of a finished picture's smaller copy. */
export interface Brush {
  scene: number;
  body: number;
  face: number;
  /** Standard deviation of the flow's smoothing, in pixels of a finished picture's smaller copy. */
  flow: number;
  /** Strength with which areas without edges follow a common direction (see `Drift`). */
  drift?: number;
  /** If true, strokes follow the shape of the face where the picture has no clear direction. */
  followsForm?: boolean;
}

/** A stage painted in brush strokes, with data for ink lines and further strokes. */
export interface Painted {
  /** The painted picture at full size. The face has finer strokes; eyes, brows and lips are unchanged. */
  picture: Plane;
  /** Luminance planes (0 to 1) of the painted picture and of the unpainted stage. */
  luminance: Plane;
  original: Plane;
  flow: Flow;
}

/**
 * Enlarges the face's brush radius for full size, where pixels are 1.5 times smaller. The factor is lower than 1.5, so
 * the face gets a slightly finer brush.
 */
const FACE_ENLARGEMENT = 1.35;

/**
 * The first step of most techniques: computes the flow, paints coarse strokes on the smaller copy, and paints the face
 * at full size.
 */
export async function paintGround(painter: Painter, stage: Stage, brush: Brush): Promise<Painted> {
  const { canvas } = painter;
  const picture = painter.picture();
  const original = await painter.luminance(stage.picture);
  const flow = painter.emptyFlow();
  const guide = await guideOf(painter, stage, brush);

  await painter.scope(async () => {
    const small = await painter.resizePicture(stage.picture, canvas, canvas.small);
    const smallFlow = await painter.flow(small, flow, brush.flow, guide);
    const strokes = await largeStrokes(painter, stage, { small, smallFlow, brush });
    await painter.enlarge(strokes, flow, picture);
  });
  await painter.scope(async () => {
    const fine = await fineStrokes(painter, stage, flow, brush);
    for (let at = 0; at < canvas.pixels; at++) {
      const share = stage.face.data[at]!;
      if (share === 0) continue;
      for (let channel = at * 4; channel < at * 4 + 3; channel++) {
        picture.data[channel] = mix(picture.data[channel]!, fine.data[channel]!, share);
      }
    }
  });

  return {
    picture,
    luminance: await painter.luminance(picture),
    original,
    flow,
  };
}

/** Guides strokes in areas where the picture has no clear direction. */
async function guideOf(painter: Painter, stage: Stage, { drift = 0, followsForm }: Brush): Promise<Guide> {
  const guides: Guide[] = [];
  if (drift > 0) guides.push(driftGuide({ turns: await painter.noise('cloud'), strength: drift }));
  if (followsForm) guides.push(formGuide(stage));
  return (tensor, canvas) => {
    for (const guide of guides) guide(tensor, canvas);
  };
}

async function largeStrokes(
  painter: Painter,
  stage: Stage,
  { small, smallFlow, brush }: { small: Plane; smallFlow: Flow; brush: Brush },
): Promise<Plane> {
  const { canvas } = painter;
  const alpha = await painter.resizePlane(stage.alpha, canvas, canvas.small);
  const face = await painter.resizePlane(stage.face, canvas, canvas.small);
  const radii = painter.plane(canvas.small);
  for (let at = 0; at < radii.data.length; at++) {
    const radius = mix(mix(brush.scene, brush.body, alpha.data[at]!), brush.face, face.data[at]!);
    radii.data[at] = radius * canvas.smallScale;
  }

  return painter.kuwahara(small, smallFlow, radii);
}

/** Paints the face at full size. For other areas, the smaller copy is good enough. */
async function fineStrokes(painter: Painter, stage: Stage, flow: Flow, brush: Brush): Promise<Plane> {
  const { pixels, scale } = painter.canvas;
  const radius = brush.face * FACE_ENLARGEMENT * scale;
  const radii = painter.plane();
  for (let at = 0; at < pixels; at++) {
    const isFace = stage.face.data[at]! > 0.02;
    radii.data[at] = isFace ? radius * (1 - stage.features.data[at]!) : 0;
  }

  return painter.kuwahara(stage.picture, flow, radii);
}

/** Darkness (0 to 1) of an ink line for a result `edge` of the line filter. This is the soft threshold of XDoG. */
export function inkOf(edge: number, threshold: number, steepness: number): number {
  return edge >= threshold ? 0 : Math.tanh(steepness * (threshold - edge));
}

/**
 * A mask (0 to 1) of an outline around the person, which the foreground hides. It exceeds 0.5 over a width of about
 * `width` pixels.
 */
export async function outlineOf(painter: Painter, stage: Stage, width: number): Promise<Plane> {
  const soft = await painter.blur(stage.body, width * 0.8);

  for (let at = 0; at < soft.data.length; at++) {
    const hidden = stage.front[at * 4 + 3]! / 255;
    const distance = Math.abs(soft.data[at]! - 0.5);
    soft.data[at] = smoothstep(0.33, 0.2, distance) * (1 - Math.min(1, hidden * 3));
  }

  return soft;
}
