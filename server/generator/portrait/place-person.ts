import sharp from 'sharp';
import { PIC, type Slot } from '../scenes/scene.ts';
import type { CutOut } from './cut-out.ts';
import { FRAME } from './frame.ts';

/** How much larger than planned a person may be drawn so that the body fills the frame. */
const MOST_ENLARGEMENT = 1.75;

/** Eye distances above the eyes that hair needs. */
const HEADROOM = 1.8;

/** Moves the slot so that the photo's own borders stay outside the pic: the body reaches the bottom and is cut at no side. */
export function fitSlot(cutOut: CutOut, slot: Slot): Slot {
  const wanted = slot.eyes / FRAME.eyeDistance;
  const needed = Math.max(
    wanted,
    (PIC.height - slot.y) / cutOut.reachDown,
    slot.x / cutOut.reachLeft,
    (PIC.width - slot.x) / cutOut.reachRight,
  );
  const scale = Math.min(needed, wanted * MOST_ENLARGEMENT);
  const eyes = scale * FRAME.eyeDistance;

  const lowest = Math.max(slot.y, eyes * HEADROOM);
  const y = Math.max(lowest, PIC.height - cutOut.reachDown * scale);

  return { x: fitSide(cutOut, slot.x, scale), y, eyes };
}

/** Where enlarging was not enough, the side at which the photo cuts the body goes to the border of the pic. */
function fitSide({ reachLeft, reachRight }: CutOut, x: number, scale: number): number {
  const missingLeft = x - reachLeft * scale;
  const missingRight = PIC.width - x - reachRight * scale;

  if (missingLeft > 0 && missingRight <= 0) return x - missingLeft;
  if (missingRight > 0 && missingLeft <= 0) return x + missingRight;
  return x;
}

/** The person at the slot of a pic: four bytes a pixel, the size of a pic. */
export async function placePerson(cutOut: CutOut, slot: Slot): Promise<Uint8Array> {
  const scale = slot.eyes / FRAME.eyeDistance;
  const width = Math.min(FRAME.width, Math.round(PIC.width / scale));
  const height = Math.min(FRAME.height, Math.round(PIC.height / scale));

  // The cut-out may end before the pic does at its smallest scale: it is then moved by the few pixels that are missing.
  const left = clamp(Math.round(FRAME.eyes.x - slot.x / scale), FRAME.width - width);
  const top = clamp(Math.round(FRAME.eyes.y - slot.y / scale), FRAME.height - height);

  return sharp(cutOut.rgba, { raw: { width: FRAME.width, height: FRAME.height, channels: 4 } })
    .extract({ left, top, width, height })
    .resize(PIC.width, PIC.height, { fit: 'fill' })
    .raw()
    .toBuffer();
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
