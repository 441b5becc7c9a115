import sharp from 'sharp';
import type { Canvas } from '../filters/canvas.ts';
import type { Slot } from '../scenes/scene.ts';
import type { Point } from '../vision/pixels.ts';
import type { CutOut } from './cut-out.ts';
import type { Shot } from './shots.ts';

/** Where a person stands in a picture. */
export interface Place {
  /** The middle between the eyes, and the distance of their outer corners, in pixels. */
  eyes: Point;
  eyeDistance: number;
  /** Pixels of the picture to a pixel of the cut-out. */
  scale: number;
  /** By how much the cut-out is turned, in radians. */
  angle: number;
  /** From the cut-out to the picture. */
  toPicture(point: Point): Point;
}

/** A slight tilt of the head is part of the pose, so that only this share of it is taken away. */
const STRAIGHTEN = 0.7;

/** How much larger than planned a person may become so that the photo's borders stay outside the picture. */
const MOST_ENLARGEMENT = 1.35;

/** Eye distances above the eyes that hair needs. */
const HEADROOM = 1.75;

/** Of a head that the photo cuts: how high the eyes may be set, and how large their distance may get, as shares of the picture. */
const CUT_HEAD = { eyes: 0.3, distance: 0.4 };

/** How far to the sides a cut head is wide at the cut, in eye distances: there a turned photo comes down. */
const HALF_HEAD = 1.1;

/** At least so much is left above the eyes, in eye distances, wherever the photo ends. */
const FOREHEAD = 0.5;

/** How much of the slot's own place beside the middle a shot keeps. */
const SLOT_SHARE = 0.6;

/** Who is placed, and how. */
export interface Placed {
  cutOut: CutOut;
  slot: Slot;
  shot: Shot;
}

/**
 * Places the person as the shot wants it, but so that the body reaches the bottom and is cut at no side. A head that the photo
 * cuts goes up, and gets larger, until the border of the picture cuts it: in the middle of a scene it would look sawn off.
 */
export function placeOf(canvas: Canvas, { cutOut, slot, shot }: Placed): Place {
  const planned = (slot.eyes * canvas.unit * shot.eyes) / cutOut.eyeDistance;
  const wanted = {
    x: (shot.x + (slot.x / 768 - 0.5) * SLOT_SHARE) * canvas.width,
    y: shot.y * canvas.height,
  };
  const angle = -cutOut.tilt * STRAIGHTEN + shot.roll;
  const slant = Math.abs(Math.sin(angle)) * HALF_HEAD * cutOut.eyeDistance + 3;
  const reachUp = Math.max(cutOut.reachUp - slant, cutOut.eyeDistance * FOREHEAD);
  const needed = Math.max(
    planned,
    (canvas.height - wanted.y) / cutOut.reachDown,
    wanted.x / cutOut.reachLeft,
    (canvas.width - wanted.x) / cutOut.reachRight,
  );
  const neededByHead = Math.max(
    (canvas.height * CUT_HEAD.eyes) / reachUp,
    canvas.height / (reachUp + cutOut.reachDown),
  );
  const scale = Math.max(
    Math.min(needed, planned * MOST_ENLARGEMENT),
    Math.min(neededByHead, (canvas.width * CUT_HEAD.distance) / cutOut.eyeDistance),
  );
  const eyeDistance = scale * cutOut.eyeDistance;
  const withHair = Math.max(wanted.y, eyeDistance * HEADROOM);
  const eyes = {
    x: fitSide(cutOut, wanted.x, scale, canvas.width),
    y: Math.max(Math.min(withHair, reachUp * scale), canvas.height - cutOut.reachDown * scale + 4),
  };

  const cos = Math.cos(angle) * scale;
  const sin = Math.sin(angle) * scale;
  const toPicture = (point: Point): Point => {
    const right = point.x - cutOut.eyes.x;
    const down = point.y - cutOut.eyes.y;
    return { x: eyes.x + right * cos - down * sin, y: eyes.y + right * sin + down * cos };
  };

  return { eyes, eyeDistance, scale, angle, toPicture };
}

/** Where enlarging was not enough, the side at which the photo cuts the body goes to the border of the picture. */
function fitSide({ reachLeft, reachRight }: CutOut, x: number, scale: number, width: number): number {
  const missingLeft = x - reachLeft * scale;
  const missingRight = width - x - reachRight * scale;

  if (missingLeft > 0 && missingRight <= 0) return x - missingLeft;
  if (missingRight > 0 && missingLeft <= 0) return x + missingRight;
  return x;
}

/** The person in the picture: four bytes a pixel of the canvas. */
export async function placePerson(canvas: Canvas, cutOut: CutOut, place: Place): Promise<Uint8Array> {
  const { eyes, scale, angle } = place;
  const width = Math.round(cutOut.width * scale);
  const height = Math.round(cutOut.height * scale);
  const sized = await sharp(cutOut.rgba, {
    raw: { width: cutOut.width, height: cutOut.height, channels: 4 },
  })
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();

  const person = new Uint8Array(canvas.pixels * 4);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const eyeX = cutOut.eyes.x * scale;
  const eyeY = cutOut.eyes.y * scale;

  for (let y = 0; y < canvas.height; y++) {
    const down = y - eyes.y;

    for (let x = 0; x < canvas.width; x++) {
      const right = x - eyes.x;
      const fromX = eyeX + right * cos + down * sin;
      // A turned photo leaves a wedge below: its last row goes on there.
      const fromY = Math.min(height - 3, eyeY - right * sin + down * cos);
      const column = Math.floor(fromX);
      const row = Math.floor(fromY);
      if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) continue;

      const partX = fromX - column;
      const partY = fromY - row;
      const above = (row * width + column) * 4;
      const below = above + width * 4;
      const to = (y * canvas.width + x) * 4;
      for (let channel = 0; channel < 4; channel++) {
        const upper = sized[above + channel]! * (1 - partX) + sized[above + 4 + channel]! * partX;
        const lower = sized[below + channel]! * (1 - partX) + sized[below + 4 + channel]! * partX;
        person[to + channel] = upper + (lower - upper) * partY;
      }
    }
  }

  return person;
}
