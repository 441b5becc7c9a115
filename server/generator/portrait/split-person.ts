import sharp from 'sharp';
import { mix, smoothstep } from '../filters/math.ts';
import { type Colour, hexOf } from '../scenes/colour.ts';
import { FACE_OVAL } from '../vision/face-contours.ts';
import { forEachInside } from '../vision/inside-polygon.ts';
import type { Pixels, Point } from '../vision/pixels.ts';
import { boxBlur, type Plane } from './box-blur.ts';
import { connected } from './connected.ts';
import { findHair } from './find-hair.ts';
import { headAxes } from './head-axes.ts';
import { likenessTo, skinColour } from './skin-colour.ts';
import type { Seen } from './tones-of.ts';

/** Head (with hair) and neck of a person: the parts that are kept if clothes are drawn. */
export interface Split {
  /** Two bytes per pixel: the fractions of the person's opacity that belong to the head and to the neck. */
  parts: Uint8Array;
  width: number;
  height: number;
  /** Pixels of the split per pixel of the cut-out. */
  scale: number;
  /** Mean colours of the face (cheeks, nose and upper lip) and of the neck. */
  skin: Colour;
  neckSkin: Colour;
  /** The most frequent colour of the clothes, #rrggbb; a dark grey if the photo hardly shows clothes. */
  cloth: string;
  /** Certainty of the split, 0 to 1. */
  quality: number;
}

/** A cut-out person. Mesh and eyes are in its pixels. */
export interface Whole {
  rgba: Uint8Array;
  width: number;
  height: number;
  mesh: Point[];
  eyes: Point;
  eyeDistance: number;
}

/** The person is reduced to this eye distance (pixels) for the split, in previews and in finished pictures. */
const EYE_DISTANCE = 64;

/** Channel factors that derive a hidden neck's colour from the face's colour. The neck is darker and redder. */
const IN_SHADE: Colour = [0.8, 0.74, 0.72];

/** Minimum visible area of clothes for detecting their colour, in squared head units. */
const LEAST_CLOTH = 0.12;
const NO_CLOTH = '#474b57';

export async function splitPerson(whole: Whole): Promise<Split> {
  const scale = Math.min(1, EYE_DISTANCE / whole.eyeDistance);
  const seen = await reduce(whole, scale);
  const { rgb, opacity, oval, width, height, axes } = seen;
  const eyes = { x: whole.eyes.x * scale, y: whole.eyes.y * scale };
  const skin = skinColour(seen, eyes, whole.eyeDistance * scale);
  const likenessOf = likenessTo(skin);
  const { hair, quality } = findHair(seen, likenessOf);
  const { half, mouth, jaw } = axes;
  const head = new Float32Array(opacity.length);
  const neck = new Float32Array(opacity.length);
  const sum = [0, 0, 0, 0];
  const cloth: Colour[] = [];

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (opacity[at]! < 0.02) continue;

      const place = axes.along(x, y);
      const aside = Math.abs(place.x);
      const [red, green, blue] = [rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!];
      const isSkin = likenessOf(red, green, blue);
      // Only hair and earlobes belong to the head below the ears, and also a little higher far from the face.
      const far = smoothstep(half + 0.4, half + 0.6, aside);
      const low = Math.max(smoothstep(-0.15, 0.25, place.y), far * smoothstep(-0.75, -0.45, place.y));
      const lobe =
        isSkin * smoothstep(half + 0.26, half + 0.16, aside) * smoothstep(mouth, mouth - 0.2, place.y);
      const wide = smoothstep(half + 1.75, half + 1.45, aside);
      head[at] = Math.max(oval[at]!, mix(wide, Math.max(hair[at]!, lobe), low));

      const reach = half * 0.74 + Math.max(0, place.y - jaw - 0.3) * 0.55;
      const inReach = smoothstep(reach + 0.12, reach, aside) * smoothstep(jaw + 0.6, jaw + 0.35, place.y);
      neck[at] = place.y > mouth - 0.1 ? isSkin * inReach * (1 - hair[at]!) : 0;
      if (place.y > jaw + 0.4 && opacity[at]! > 0.95 && Math.max(isSkin, hair[at]!) < 0.2)
        cloth.push([red, green, blue]);
      if (neck[at]! < 0.6 || place.y < jaw + 0.08 || aside > half * 0.7) continue;
      for (const [channel, value] of [red, green, blue, 1].entries()) sum[channel]! += value;
    }
  }

  const own = connected(oval, head, 0.1, seen);
  const soft = boxBlur(neck, seen, 1);
  const parts = new Uint8Array(opacity.length * 2);
  for (let at = 0; at < opacity.length; at++) {
    parts[at * 2] = own[at] ? head[at]! * 255 : 0;
    parts[at * 2 + 1] = soft[at]! * 255;
  }
  const [red, green, blue, count] = sum as [number, number, number, number];
  const neckSkin: Colour =
    count > 30
      ? [red / count, green / count, blue / count]
      : [skin[0] * IN_SHADE[0], skin[1] * IN_SHADE[1], skin[2] * IN_SHADE[2]];
  const leastCloth = LEAST_CLOTH * axes.unit ** 2;
  return {
    parts,
    width,
    height,
    scale,
    skin,
    neckSkin,
    cloth: cloth.length > leastCloth ? mostFrequent(cloth) : NO_CLOTH,
    quality,
  };
}

/** The mean colour of the largest of 64 colour bins. A mean over shirt and jacket together would be grey. */
function mostFrequent(colours: Colour[]): string {
  const boxes = new Map<number, Colour[]>();
  for (const colour of colours) {
    const box = colour.reduce((number, value) => number * 4 + (value >> 6), 0);
    const held = boxes.get(box);
    if (held) held.push(colour);
    else boxes.set(box, [colour]);
  }
  const fullest = [...boxes.values()].reduce((most, box) => (box.length > most.length ? box : most));
  const mean = (channel: number) =>
    fullest.reduce((sum, colour) => sum + colour[channel]!, 0) / fullest.length;
  return hexOf([mean(0), mean(1), mean(2)]);
}

async function reduce(whole: Whole, scale: number): Promise<Seen> {
  const width = Math.max(8, Math.round(whole.width * scale));
  const height = Math.max(8, Math.round(whole.height * scale));
  const raw = { width: whole.width, height: whole.height, channels: 4 as const };
  const rgba = await sharp(whole.rgba, { raw }).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  const count = width * height;
  const pixels: Pixels = { rgb: new Uint8Array(count * 3), width, height };
  const opacity: Plane = new Float32Array(count);
  for (let at = 0; at < count; at++) {
    pixels.rgb.set(rgba.subarray(at * 4, at * 4 + 3), at * 3);
    opacity[at] = rgba[at * 4 + 3]! / 255;
  }
  const mesh = whole.mesh.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
  const oval: Plane = new Float32Array(count);
  forEachInside(
    FACE_OVAL.map(at => mesh[at]!),
    pixels,
    at => {
      oval[at] = 1;
    },
  );
  return { ...pixels, opacity, oval, axes: headAxes(mesh) };
}
