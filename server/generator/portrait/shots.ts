import type { ShotName } from '../catalogue/schema.ts';

/** Position and size of a head. */
export interface Framing {
  /** Eye distance, as a multiple of the eye distance in the scene's slot. */
  eyes: number;
  /** The midpoint between the eyes, as fractions of the picture. */
  x: number;
  y: number;
  /** Tilt in radians, clockwise. */
  roll: number;
}

/** Framing of one picture of a job. */
export interface Shot extends Framing {
  /**
   * Framing with drawn clothes, which the photo's borders do not crop. `turn` rotates the body to the right, in
   * radians.
   */
  dressed: Framing & { turn: number };
  /** The scene's zoom (at least 1), and its sideways shift: −1 shows the scene's left edge, 1 its right edge. */
  sceneZoom: number;
  sceneShift: number;
  isMirrored: boolean;
  /** Factor for the sideways light. A negative factor moves the light to the other side. */
  lightFromX: number;
}

/**
 * The four pictures of a job: a portrait, a close-up, half a body off-centre, and a person low in the picture under
 * much sky.
 */
const SHOTS: readonly [Shot, ...Shot[]] = [
  {
    eyes: 1.35,
    x: 0.5,
    y: 0.4,
    roll: 0,
    dressed: { eyes: 1.52, x: 0.5, y: 0.42, roll: 0, turn: 0.14 },
    sceneZoom: 1,
    sceneShift: 0,
    isMirrored: false,
    lightFromX: 1,
  },
  {
    eyes: 1.95,
    x: 0.52,
    y: 0.43,
    roll: -0.035,
    dressed: { eyes: 1.95, x: 0.53, y: 0.46, roll: -0.045, turn: -0.22 },
    sceneZoom: 1.3,
    sceneShift: 0.35,
    isMirrored: true,
    lightFromX: -1,
  },
  {
    eyes: 0.98,
    x: 0.37,
    y: 0.36,
    roll: 0.02,
    dressed: { eyes: 1.28, x: 0.37, y: 0.41, roll: 0.025, turn: 0.24 },
    sceneZoom: 1,
    sceneShift: 0,
    isMirrored: false,
    lightFromX: 1.5,
  },
  {
    eyes: 1.2,
    x: 0.6,
    y: 0.54,
    roll: 0.045,
    dressed: { eyes: 1.14, x: 0.6, y: 0.51, roll: 0.03, turn: -0.16 },
    sceneZoom: 1.15,
    sceneShift: -0.4,
    isMirrored: true,
    lightFromX: -1.5,
  },
];

const names: readonly ShotName[] = ['bust', 'close-up', 'half-body', 'low'];

/** Scale factors for the head in the first job, the first redo and the second redo. Further redos repeat them. */
const REDO_ZOOM = [1, 0.86, 1.16];

/**
 * The shot of a job's picture (`index` from 0): first the template's own shot, then the other shots in turn. Redos
 * vary the head's size, and odd redos mirror the shot.
 */
export function shotOf(first: ShotName, index = 0, redo = 0): Shot {
  const shot = SHOTS[(names.indexOf(first) + index) % SHOTS.length]!;
  if (redo === 0) return shot;
  const zoom = REDO_ZOOM[redo % REDO_ZOOM.length]!;
  const isOther = redo % 2 === 1;
  const side = isOther ? -1 : 1;
  const framed = <Part extends Framing>(framing: Part): Part => ({
    ...framing,
    eyes: framing.eyes * zoom,
    x: isOther ? 1 - framing.x : framing.x,
    roll: framing.roll * side,
  });
  const dressed = { ...framed(shot.dressed), turn: shot.dressed.turn * side };
  return {
    ...framed(shot),
    dressed,
    sceneShift: shot.sceneShift * side,
    isMirrored: shot.isMirrored !== isOther,
    lightFromX: shot.lightFromX * side,
  };
}
