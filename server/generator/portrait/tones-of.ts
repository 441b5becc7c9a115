import type { Pixels } from '../vision/pixels.ts';
import type { Plane } from './box-blur.ts';
import type { HeadAxes } from './head-axes.ts';
import { apart, groupTones, nearest, type Tone, toneOf } from './tone-groups.ts';

/** A reduced copy of a cut-out person, used to separate head, neck and clothes. */
export interface Seen extends Pixels {
  opacity: Plane;
  /** 1 inside the face oval. */
  oval: Plane;
  axes: HeadAxes;
}

/** Squared tone distances. At `FAR` or more, a pixel does not belong to a tone. Below `ALIKE`, two tones are the same. */
export const FAR = 45 ** 2;
const ALIKE = 15 ** 2;

/**
 * Maximum squared tone distance of hair beside the head from the hair above it. Darker tones have a lower limit,
 * because hair gets lighter towards its ends, not darker.
 */
const BESIDE = { darker: 27 ** 2, other: 63 ** 2 };

/**
 * Minimum brightness of a neck in shade, as a fraction of the face's brightness. Darker pixels are hair in front of
 * the neck.
 */
const IN_SHADE = 0.6;

export interface Tones {
  hair: Tone[];
  skin: Tone[];
  cloth: Tone[];
  /** Fraction of the clothes that has the colour of hair. */
  alike: number;
  /** Fraction of the lower face that has the colour of hair. */
  beard: number;
}

/** `likenessOf` rates (0 to 1) how likely a colour is the person's skin. */
export function tonesOf(
  { rgb, width, height, opacity, oval, axes }: Seen,
  likenessOf: (red: number, green: number, blue: number) => number,
): Tones {
  const { brows, mouth, jaw, half } = axes;
  const samples = {
    hair: [] as Tone[],
    beside: [] as Tone[],
    skin: [] as Tone[],
    cloth: [] as Tone[],
    neck: [] as Tone[],
    chin: [] as Tone[],
  };
  const step = Math.max(1, Math.round(axes.unit / 40));

  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = y * width + x;
      if (opacity[at]! < 0.95) continue;
      const place = axes.along(x, y);
      const aside = Math.abs(place.x);
      const [red, green, blue] = [rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!];
      const tone = toneOf(red, green, blue);
      if (oval[at]) {
        if (place.y > mouth + 0.15) samples.chin.push(tone);
        else if (place.y > brows + 0.25) samples.skin.push(tone);
      } else if (place.y < brows - 0.5) {
        samples.hair.push(tone);
      } else if (place.y < mouth && aside > half + 0.22 && aside < half + 0.8) {
        samples.beside.push(tone);
      } else if (place.y > jaw + 0.8 && place.y < jaw + 2.4 && aside < 0.45) {
        samples.cloth.push(tone);
      } else if (place.y > jaw + 1.2 && aside > 1.5 && aside < 2.6) {
        samples.cloth.push(tone);
      } else if (place.y > jaw + 0.1 && place.y < jaw + 0.45 && aside < 0.35) {
        if (likenessOf(red, green, blue) > 0.5) samples.neck.push(tone);
      }
    }
  }

  const face = groupTones(samples.skin, 3);
  const above = groupTones(samples.hair, 4);
  // Filter these samples, because beside the head there may be a shoulder or another person.
  const darkest = Math.min(...above.map(([brightness]) => brightness));
  const beside = samples.beside.filter(tone => {
    const most = tone[0] < darkest ? BESIDE.darker : BESIDE.other;
    return above.length === 0 || nearest(tone, above, most) < most;
  });
  const hair = groupTones([...samples.hair, ...beside], 4).filter(tone => nearest(tone, face, FAR) > 10 ** 2);
  const bright = samples.skin.reduce((sum, [brightness]) => sum + brightness, 0) / samples.skin.length;
  const neck = samples.neck.filter(tone => tone[0] > IN_SHADE * bright && nearest(tone, hair, FAR) > ALIKE);
  const skin = [...face, ...groupTones(neck, 2)];
  const cloth = groupTones(samples.cloth, 5);
  const share = (tones: Tone[], isOne: (tone: Tone) => boolean) =>
    tones.filter(isOne).length / Math.max(1, tones.length);
  return {
    hair,
    skin,
    cloth,
    alike: share(samples.cloth, tone => hair.some(group => apart(group, tone) < ALIKE)),
    beard: share(samples.chin, tone => nearest(tone, hair, FAR) < nearest(tone, face, FAR)),
  };
}
