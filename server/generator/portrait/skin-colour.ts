import { smoothstep } from '../filters/math.ts';
import type { Colour } from '../scenes/colour.ts';
import type { Pixels, Point } from '../vision/pixels.ts';

/** Area of cheeks, nose and upper lip, in eye distances from the midpoint between the eyes. */
const CHEEKS = { aside: 0.45, from: 0.35, to: 0.8 };

/** The mean colour of cheeks, nose and upper lip. */
export function skinColour({ rgb, width, height }: Pixels, eyes: Point, eyeDistance: number): Colour {
  const sum: Colour = [0, 0, 0];
  let count = 0;
  const last = Math.min(height, eyes.y + CHEEKS.to * eyeDistance);
  for (let y = Math.max(0, Math.round(eyes.y + CHEEKS.from * eyeDistance)); y < last; y++) {
    const right = Math.min(width, eyes.x + CHEEKS.aside * eyeDistance);
    for (let x = Math.max(0, Math.round(eyes.x - CHEEKS.aside * eyeDistance)); x < right; x++) {
      for (let channel = 0; channel < 3; channel++) sum[channel]! += rgb[(y * width + x) * 3 + channel]!;
      count++;
    }
  }
  return sum.map(value => value / Math.max(1, count)) as Colour;
}

/**
 * Returns a function that rates (0 to 1) how likely a colour is this skin. It mainly compares the proportions of red
 * and blue, which shade hardly changes.
 */
export function likenessTo([red, green, blue]: Colour): (red: number, green: number, blue: number) => number {
  const [redShare, blueShare] = sharesOf(red, green, blue);
  const brightness = red + green + blue;

  return (red, green, blue) => {
    const [ownRed, ownBlue] = sharesOf(red, green, blue);
    const distance = Math.hypot(ownRed - redShare, ownBlue - blueShare);
    return smoothstep(0.09, 0.045, distance) * smoothstep(0.25, 0.45, (red + green + blue) / brightness);
  };
}

function sharesOf(red: number, green: number, blue: number): [number, number] {
  const sum = Math.max(1, red + green + blue);
  return [red / sum, blue / sum];
}
