import sharp from 'sharp';
import { createCanvas } from '../generator/filters/canvas.ts';
import { Painter } from '../generator/filters/painter.ts';
import { renderPixels } from '../generator/hands/render-pic.ts';
import type { CutOut } from '../generator/portrait/cut-out.ts';
import { drawLayers } from '../generator/portrait/draw-layers.ts';
import { shotOf } from '../generator/portrait/shots.ts';
import { createRandom } from '../generator/random.ts';
import { variantOf } from '../generator/templates.ts';
import { facesOf } from '../generator/vision/find-face-boxes.ts';
import { drawDressed } from '../generator/wardrobe/draw-dressed.ts';
import { wornIn } from '../generator/wardrobe/worn.ts';
import { drawLabel } from '../labels/draw-label.ts';
import { labelData } from '../labels/label-data.ts';
import { cutOutSmall } from './cut-out-small.ts';
import { tryOnMark } from './try-on-mark.ts';
import type { TryOnTask } from './try-on-messages.ts';

/** Px across, of a try-on as it is drawn and as it is sent. */
const canvas = createCanvas(336);
const width = 320;

/** How many people are kept cut out: as many as use the wizard at the same time. */
const mostPeople = 8;

const people = new Map<string, Promise<CutOut>>();
let opening: Promise<Painter> | undefined;

/** Draws the user of a photo in a template, small, labelled and marked as a try-on, as a WebP; rejects when no face is found. */
export async function drawUser({ photoKey, photo, templateId, hand, label }: TryOnTask): Promise<Uint8Array> {
  const { draw, look, costume, shot: first } = variantOf(templateId, hand);
  const scene = draw(createRandom(templateId));
  const shot = shotOf(first);
  opening ??= Painter.open(canvas);
  const [painter, cutOut, layers] = await Promise.all([
    opening,
    personOf(photoKey, photo),
    drawLayers(canvas, { scene, shot, hand: look.hand }),
  ]);
  const worn = wornIn(costume, 0, templateId);
  const person = await drawDressed(canvas, { cutOut, slot: scene.slot, shot }, worn);
  const pixels = await renderPixels(painter, { person, scene, layers, shot, look });

  const raw = { width: canvas.width, height: canvas.height, channels: 3 as const };
  const { data, info } = await sharp(pixels, { raw })
    .resize(width)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { height } = info;
  const faces = label.mark === 'standard' ? await facesOf({ rgb: data, width, height }, 1) : [];
  const labels = drawLabel({ width, height, faces }, label);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .composite([...labels, tryOnMark(info, labels[0])])
    .webp({ quality: 72 })
    .withXmp(labelData(label))
    .toBuffer();
}

/** Whether a photo's person is cut out already: the photo itself is then not needed. */
export function knowsPerson(photoKey: string): boolean {
  return people.has(photoKey);
}

/** Each photo's person is cut out once. */
function personOf(key: string, photo: Uint8Array | null): Promise<CutOut> {
  const known = people.get(key);
  if (known) return known;
  if (!photo) throw new Error('A person is to be cut out of no photo');

  const [oldest] = people.keys();
  if (people.size >= mostPeople && oldest !== undefined) people.delete(oldest);
  const cutting = cutOutSmall(photo);
  people.set(key, cutting);
  return cutting;
}
