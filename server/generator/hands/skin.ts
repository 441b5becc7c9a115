import type { Plane } from '../filters/filter-memory.ts';
import { smoothstep } from '../filters/math.ts';
import type { Painter } from '../filters/painter.ts';
import type { Stage } from '../portrait/stage.ts';

/** How far skin reaches from the face, in eye distances: to the ears but not far into hair of the same colour; below the face, to shoulders and neckline. */
const REACH = { beside: 0.55, below: 0.9 };

/** Where the middle of what lies below is: so much lower than the face, in eye distances. */
const LOWER = 1.4;

/**
 * Where skin is (0 to 1): the face, and beside it what has the face's colour, as neck and ears do. The colour is compared by
 * the shares of red and blue, which change little between light and shade.
 */
export async function skinOf(painter: Painter, stage: Stage): Promise<Plane> {
  const { picture, face, alpha, skin } = stage;
  const unit = stage.eyeDistance / painter.canvas.scale;
  const near = await painter.blur(face, unit * REACH.beside);
  const below = await painter.blur(face, unit * REACH.below);
  const lower = Math.round(stage.eyeDistance * LOWER) * painter.canvas.width;
  const [redShare, blueShare] = sharesOf(skin[0], skin[1], skin[2]);
  const brightness = skin[0] + skin[1] + skin[2];

  for (let at = 0; at < near.data.length; at++) {
    const closest = Math.max(near.data[at]!, below.data[at - lower] ?? 0);
    const nearness = smoothstep(0.02, 0.12, closest) * alpha.data[at]!;
    let likeness = 0;

    if (nearness > 0) {
      const red = picture.data[at * 4]!;
      const green = picture.data[at * 4 + 1]!;
      const blue = picture.data[at * 4 + 2]!;
      const [ownRed, ownBlue] = sharesOf(red, green, blue);
      const distance = Math.hypot(ownRed - redShare, ownBlue - blueShare);
      const isBrightEnough = smoothstep(0.25, 0.45, (red + green + blue) / brightness);
      likeness = smoothstep(0.09, 0.045, distance) * isBrightEnough;
    }
    near.data[at] = Math.max(face.data[at]!, nearness * likeness);
  }

  return painter.blur(near, 2);
}

function sharesOf(red: number, green: number, blue: number): [number, number] {
  const sum = Math.max(1, red + green + blue);
  return [red / sum, blue / sum];
}
