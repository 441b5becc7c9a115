import type { Plane } from '../filters/filter-memory.ts';
import { brightnessOf, clamp, mix } from '../filters/math.ts';
import { type Colour, colourOf } from '../scenes/colour.ts';
import { inkOf, outlineOf, paintGround, type RenderTechnique } from './paint-ground.ts';
import { skinOf } from './skin.ts';

const INKS = ['#1c1e3e', '#a8343e', '#e27442', '#f5be78', '#fceed0'];

/** The four thresholds between the five tones, as quantiles of the luminance. */
const PERSON = [0.2, 0.42, 0.64, 0.86];
const SCENE = [0.12, 0.36, 0.64, 0.86];

/**
 * A scene's threshold moves to a luminance that few pixels have within ± `width`. It moves by at most the quantile
 * difference `shares`.
 */
const GAP = { shares: 0.06, width: 0.008 };

/** Thresholds that suit a person of medium luminance. They are mixed with the person's own quantiles. */
const FIXED = [0.2, 0.4, 0.58, 0.76];

/** Weight of the fixed thresholds. With quantiles alone, a dark and a light face would get the same luminance. */
const FAITH = 0.78;

/** The thresholds are raised by up to `rise`, to keep the printed face below `most` times the photo's luminance. */
const BRIGHTER = { most: 1.1, rise: 0.18 };

/**
 * Limits for the fraction of the face printed in the darkest tone: at least `share`, because a dark nose would be
 * invisible in a single tone; at most `most`, so that an eye in shadow stays visible. The threshold is not raised above
 * `highest` to reach `share`.
 */
const SHADOWS = { share: 0.08, highest: 0.28, most: 0.27 };

/** Colour that replaces blue and green inks on skin, lightened or darkened to the replaced ink's luminance. */
const WARM = colourOf('#c4815e');

/** When the first ink is printed over the third, this fraction of the third shows through. */
const SHOWING = 0.42;

/** Minimum luminance difference between neighbouring pixels for softening edges. Avoids a division by zero. */
const LEAST_SPAN = 1e-4;

/** Luminance change per pixel of the printed screen lines. */
const SCREEN_SPAN = 0.012;

/**
 * A screen print in five colours. Person and scene have separate tone thresholds, so that the print works with any
 * skin colour.
 */
export function poster(inks: readonly string[] = INKS): RenderTechnique {
  const colours = inks.map(colourOf);
  const onSkin = inksOfSkin(colours);
  // Print the whole person with the middle tone for skin. Only on skin, it would leave patches on hair and clothes.
  const onPerson = onSkin[2] === colours[2] ? colours : onSkin;

  return async (painter, stage) => {
    const { width, height, pixels, scale } = painter.canvas;
    const brush = { scene: 7, body: 6, face: 3, flow: 4 };
    const paper = await painter.noise('paper');
    const blots = await painter.noise('blot');
    const { luminance, original, flow } = await paintGround(painter, stage, brush);
    const skin = await skinOf(painter, stage);
    const edges = await painter.lines(original, flow, {
      soft: 1.2,
      deviation: 2.2,
      sharpness: 0.975,
      length: 8,
    });
    // Smooth clothes more than the face, because a printing stencil has no small islands.
    const fine = await painter.blur(luminance, 1.6);
    const coarse = await painter.blur(luminance, 5);
    const outline = await outlineOf(painter, stage, 3);
    const personSteps = stepsOf(fine, stage, onSkin);
    const sceneSteps = stepsOf(fine, stage, null);
    const bytes = new Uint8ClampedArray(pixels * 3);

    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const at = y * width + x;
        const face = stage.face.data[at]!;
        const features = stage.features.data[at]!;
        const isPerson = stage.alpha.data[at]! > 0.5;
        const smooth = mix(
          coarse.data[at]!,
          fine.data[at]!,
          isPerson ? mix(0.35, mix(0.6, 1, features), face) : 1,
        );
        const light = mix(smooth, original.data[at]!, features * 0.7);

        // Print lines of the next lighter tone on the middle tone, where the luminance is just below the threshold.
        const screenLine = Math.sin(((y + x * 0.25) * Math.PI) / (5.5 * scale)) * 0.022;
        const steps = isPerson ? personSteps : sceneSteps;
        // Soften the tone's edges over one pixel by mixing both tones there.
        const own = fine.data[at]!;
        const rise = Math.abs(fine.data[Math.min(pixels - 1, at + 1)]! - own);
        const fall = Math.abs(fine.data[Math.min(pixels - 1, at + width)]! - own);
        const span = Math.max(rise, fall, LEAST_SPAN);
        let reached = 0;
        for (let step = 0; step < steps.length; step++) {
          const above = light + (step === 2 ? screenLine : 0) - steps[step]!;
          reached += clamp(above / (step === 2 ? span + SCREEN_SPAN : span) + 0.5, 0, 1);
        }
        if (!isPerson) reached = Math.max(reached, 1);
        const tone = Math.min(colours.length - 2, Math.floor(reached));

        const threshold = mix(-0.001, -0.006, face * (1 - features));
        const drawn = inkOf(edges.data[at]!, threshold, 300) * (isPerson ? 1 : 0.35);
        const ink = Math.max(drawn, outline.data[at]!);
        const separation = skin.data[at]! > 0.5 ? onSkin : isPerson ? onPerson : colours;
        const worn = 1 - 0.035 * Math.max(0, paper.data[at]! - 0.6) - 0.012 * blots.data[at]!;
        for (let channel = 0; channel < 3; channel++) {
          const plain = mix(separation[tone]![channel]!, separation[tone + 1]![channel]!, reached - tone);
          const printed = mix(plain, separation[0]![channel]!, ink);
          bytes[at * 3 + channel] = printed * worn + paper.data[at]! * 2;
        }
      }
    }

    return bytes;
  };
}

/**
 * Blue or green would look sickly on skin. From the third ink on, replaces such inks with warm ones. If the second ink
 * is such an ink, replaces it with the first ink printed over the third.
 */
function inksOfSkin(inks: Colour[]): Colour[] {
  const [dark, second, third, ...lightest] = inks.map((ink, tone) => (tone < 2 ? ink : warmed(ink)));
  const [red, green, blue] = second!;
  const isWarm = red >= Math.max(green, blue);
  const shade = isWarm ? second! : (dark!.map((value, at) => mix(value, third![at]!, SHOWING)) as Colour);
  return [dark!, shade, third!, ...lightest];
}

function warmed(ink: Colour): Colour {
  if (ink[0] > Math.min(ink[1], ink[2])) return ink;

  const missing = brightnessOf(...ink) - brightnessOf(...WARM);
  const [end, room] = missing > 0 ? [255, 255 - brightnessOf(...WARM)] : [0, brightnessOf(...WARM)];
  return WARM.map(value => mix(value, end, Math.abs(missing) / room)) as Colour;
}

/**
 * The upper luminance threshold of each tone except the lightest. `inks` are the inks of the person, whose face has the
 * highest weight; null for the scene.
 */
function stepsOf(
  light: Plane,
  { alpha, face }: { alpha: Plane; face: Plane },
  inks: Colour[] | null,
): number[] {
  const isPerson = inks !== null;
  const [values, ofFace]: [number[], number[]] = [[], []];

  for (let at = 0; at < light.data.length; at += 23) {
    const isInside = alpha.data[at]! > 0.5;
    if (isInside !== isPerson) continue;
    if (face.data[at]! > 0.5) ofFace.push(light.data[at]!);
    if (!isPerson || face.data[at]! > 0.5 || at % 3 === 0) values.push(light.data[at]!);
  }

  for (const sorted of [values, ofFace]) sorted.sort((a, b) => a - b);
  if (!isPerson) return SCENE.map(share => gapNear(values, share));
  const own = PERSON.map(share => quantileOf(values, share));
  const [first, ...others] = own.map((step, tone) => mix(step, FIXED[tone]!, FAITH));
  const least = Math.min(quantileOf(ofFace, SHADOWS.share), SHADOWS.highest);
  const shade = clamp(first!, least, Math.max(least, quantileOf(ofFace, SHADOWS.most)));
  return risen([shade, ...others], ofFace, inks);
}

/**
 * Raises all thresholds except the first until the printed face is about as bright as the photo's. `ofFace`: the
 * face's sorted luminance values.
 */
function risen([shade, ...others]: number[], ofFace: number[], inks: Colour[]): number[] {
  const tones = inks.map(ink => brightnessOf(...ink) / 255);
  const most = ofFace.reduce((sum, value) => sum + value, 0) * BRIGHTER.most;
  const brighter = (step: number, tone: number) =>
    (tones[tone + 1]! - tones[tone]!) * (ofFace.length - countBelow(ofFace, step));
  for (let rise = 0; ; rise += BRIGHTER.rise / 36) {
    const steps = [shade!, ...others.map(step => step + rise)];
    const printed = steps.map(brighter).reduce((sum, value) => sum + value, tones[0]! * ofFace.length);
    if (printed <= most || rise >= BRIGHTER.rise) return steps;
  }
}

/**
 * The threshold near the quantile `share` with the fewest values close to it. Elsewhere, a threshold could split a
 * plain area into two inks.
 */
function gapNear(sorted: number[], share: number): number {
  const [from, wanted, to] = [-GAP.shares, 0, GAP.shares].map(further => quantileOf(sorted, share + further));
  const closeTo = (step: number) =>
    countBelow(sorted, step + GAP.width) - countBelow(sorted, step - GAP.width);
  let best = wanted!;

  for (let step = from! - 2 * GAP.width; step <= to! + 2 * GAP.width; step += GAP.width / 4) {
    const fewer = closeTo(best) - closeTo(step);
    if (fewer > 0 || (fewer === 0 && Math.abs(step - wanted!) < Math.abs(best - wanted!))) best = step;
  }
  return best;
}

function countBelow(sorted: number[], limit: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The quantile `share` of the sorted values; 0.5 for an empty list. */
function quantileOf(sorted: number[], share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0.5;
}
