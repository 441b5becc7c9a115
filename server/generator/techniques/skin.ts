import type { Plane } from '../filters/filter-memory.ts';
import { clamp, mix, smoothstep } from '../filters/math.ts';
import type { Painter } from '../filters/painter.ts';
import { likenessTo } from '../portrait/skin-colour.ts';
import type { Stage } from '../portrait/stage.ts';

/**
 * Skin is searched for up to these distances (in eye distances) from the face: beside it, which includes the ears but
 * little hair, and below it, which includes the neck.
 */
const REACH = { beside: 0.55, below: 0.9 };

/** Distance from the face down to the centre of the neck area, in eye distances. */
const LOWER = 1.4;

/** Computes a mask of the skin (0 to 1): the face, and nearby areas in the same colour, e.g. neck and ears. */
export function skinOf(painter: Painter, stage: Stage): Promise<Plane> {
  return painter.resultOf(() => findSkin(painter, stage));
}

async function findSkin(painter: Painter, stage: Stage): Promise<Plane> {
  const { picture, face, alpha, skin } = stage;
  const unit = stage.eyeDistance / painter.canvas.scale;
  const near = await painter.blur(face, unit * REACH.beside);
  const below = await painter.blur(face, unit * REACH.below);
  const lower = Math.round(stage.eyeDistance * LOWER) * painter.canvas.width;
  const likenessOf = likenessTo(skin);

  for (let at = 0; at < near.data.length; at++) {
    const closest = Math.max(near.data[at]!, below.data[at - lower] ?? 0);
    const nearness = smoothstep(0.02, 0.12, closest) * alpha.data[at]!;
    let likeness = 0;

    if (nearness > 0) {
      const from = at * 4;
      likeness = likenessOf(picture.data[from]!, picture.data[from + 1]!, picture.data[from + 2]!);
    }
    near.data[at] = Math.max(face.data[at]!, nearness * likeness);
  }

  return painter.blur(near, 2);
}

/**
 * Settings for reducing skin to a few tones around the face's median luminance, so that light and dark skin keep their
 * luminance.
 */
export interface SkinTones {
  /**
   * `apart`: luminance difference between two tones, as a fraction of the median. `edge`: half the width of the
   * transition between two tones, as a fraction of this difference.
   */
  apart: number;
  edge: number;
}

/** Skin is at most this many tones darker or lighter than the median. Other tones would hide the face. */
const FARTHEST = { below: -2.2, above: 1.4 };

/** Factor for the median: on bright paper, skin looks darker than in a photo. */
const LIFT = 1.07;

/** The lightest tone is at most this far from the median to white. More would make light skin look oily. */
const SHINE = 0.55;

export function tonesOfSkin({ face, features }: Stage, luminance: Plane, { apart, edge }: SkinTones) {
  const values: number[] = [];
  for (let at = 0; at < face.data.length; at += 5)
    if (face.data[at]! > 0.5 && features.data[at]! < 0.5) values.push(luminance.data[at]!);
  const median = values.sort((a, b) => a - b)[values.length >> 1] ?? 0.5;
  const step = Math.max(0.02, median * apart);

  return (light: number): number => {
    const place = clamp((light - median) / step, FARTHEST.below, FARTHEST.above);
    const tone = Math.floor(place);
    const toned = median * LIFT + step * (tone + smoothstep(0.5 - edge, 0.5 + edge, place - tone));
    return Math.min(toned, mix(median, 1, SHINE));
  };
}
