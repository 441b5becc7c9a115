import type { ShotName } from '../catalogue/entry.ts';

/** How one picture of a job is framed, compared with the slot that its scene has for the person. */
export interface Shot {
  /** Size of the head in the scene's slot. */
  eyes: number;
  /** Where the middle between the eyes goes, as a share of the picture. */
  x: number;
  y: number;
  /** Turn of the head in radians, clockwise. */
  roll: number;
  /** The scene behind: its size (at least 1), how far it is moved aside (−1 to 1 of what is cut off), whether it is mirrored. */
  sceneZoom: number;
  sceneShift: number;
  isMirrored: boolean;
  /** The strength of the light from the side; below 0 it comes from the other one. */
  lightFromX: number;
}

/** The four pictures of a job: a portrait, a close-up, half a body set aside, and one set low under much sky. */
const SHOTS: readonly [Shot, ...Shot[]] = [
  { eyes: 1.35, x: 0.5, y: 0.4, roll: 0, sceneZoom: 1, sceneShift: 0, isMirrored: false, lightFromX: 1 },
  {
    eyes: 1.95,
    x: 0.52,
    y: 0.43,
    roll: -0.035,
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
    sceneZoom: 1.15,
    sceneShift: -0.4,
    isMirrored: true,
    lightFromX: -1.5,
  },
];

const names: readonly ShotName[] = ['bust', 'close-up', 'half-body', 'low'];

/** The shot of a job's picture, counted from 0: the first is the template's own, the others follow in turn. */
export function shotOf(first: ShotName, index = 0): Shot {
  return SHOTS[(names.indexOf(first) + index) % SHOTS.length]!;
}
