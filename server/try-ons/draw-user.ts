import sharp, { type OverlayOptions } from 'sharp';
import type { IdPhotoReason, PhotoReason, TryOnReason } from '../contract/photo-reasons.ts';
import type { PhotographTemplate } from '../generator/catalogue/schema.ts';
import { createCanvas } from '../generator/filters/canvas.ts';
import { Painter } from '../generator/filters/painter.ts';
import { type DevelopedPhoto, developPhoto } from '../generator/photographs/develop-photo.ts';
import { frameOf, framingOf } from '../generator/photographs/frames.ts';
import { idFrameOf, idSizes, problemsOfIdPhoto } from '../generator/photographs/id-photos.ts';
import { renderPhotograph } from '../generator/photographs/render-photograph.ts';
import { type SoftGround, softGround } from '../generator/photographs/soft-ground.ts';
import { type CutOut, cutOut } from '../generator/portrait/cut-out.ts';
import { drawLayers } from '../generator/portrait/draw-layers.ts';
import { shotOf } from '../generator/portrait/shots.ts';
import { createRandom } from '../generator/random.ts';
import { renderPixels } from '../generator/techniques/render-pic.ts';
import { photographOf, variantOf } from '../generator/templates.ts';
import { facesOf } from '../generator/vision/find-face-boxes.ts';
import { findSubjects } from '../generator/vision/find-subjects.ts';
import { problemsOfFace, turnOf } from '../generator/vision/inspect-photo.ts';
import { MESH } from '../generator/vision/mesh-face.ts';
import { type Pixels, readPixels, sharpFrom } from '../generator/vision/pixels.ts';
import { canDress, drawDressed } from '../generator/wardrobe/draw-dressed.ts';
import { wornIn } from '../generator/wardrobe/worn.ts';
import { drawLabel, labelData } from '../labels/label-pic.ts';
import type { DrawnTryOn, TryOnTask } from './try-on-drawer.ts';

const size = { width: 72, height: 34 };

/** Distance of the preview mark from the border, in pixels. */
const margin = 10;

/** Photos are scaled down to this distance between the eyes (pixels), enough for the closest shot. */
const mostEyeDistance = 105;

/** A photo at the size of try-ons, and the person cut out of it. */
interface SmallPerson {
  photo: Pixels;
  cutOut: CutOut;
  /** `turn` is the result of `turnOf`; `problems` are the photo's problems as a front photo. */
  turn: number;
  problems: PhotoReason[];
}

/** Widths in pixels: `canvas` is the drawing's, `width` the sent picture's. */
const canvas = createCanvas(336);
const width = 320;

/** Maximum number of cached people. About as many users are in the wizard at the same time. */
const mostPeople = 6;

/** Maximum number of people cached for photographic styles, which takes 8 MB more for each. */
const mostDeveloped = 3;

const people = new Map<string, Promise<SmallPerson>>();
const developed = new Map<SmallPerson, Promise<{ photo: DevelopedPhoto; ground: SoftGround }>>();
let opening: Promise<Painter> | undefined;

/** Draws a small try-on with the AI label and a preview mark, as WebP. Rejects if the photo has no face. */
export async function drawUser({
  photoKey,
  photo,
  templateId,
  technique,
  label,
}: TryOnTask): Promise<DrawnTryOn> {
  const photograph = photographOf(templateId);
  const person = await personOf(photoKey, photo);
  const { drawn, problems } = await (photograph
    ? photographUser(person, photograph)
    : drawInScene(person, templateId, technique));

  const raw = { width: drawn.width, height: drawn.height, channels: 3 as const };
  const { data, info } = await sharp(drawn.rgb, { raw })
    .resize(width)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { height } = info;
  const faces = label.mark === 'standard' ? await facesOf({ rgb: data, width, height }, 1) : [];
  const labels = drawLabel({ width, height, faces }, label);
  const picture = await sharp(data, { raw: { width, height, channels: 3 } })
    .composite([...labels, tryOnMark(info, labels[0])])
    .webp({ quality: 72 })
    .withXmp(labelData(label))
    .toBuffer();
  return { picture, problems };
}

async function drawInScene(
  { cutOut }: SmallPerson,
  templateId: number,
  technique: TryOnTask['technique'],
): Promise<{ drawn: Pixels; problems: TryOnReason[] }> {
  const { draw, style, costume, shot: first } = variantOf(templateId, technique);
  const scene = draw(createRandom(templateId));
  const shot = shotOf(first);
  opening ??= Painter.open(canvas);
  const [painter, layers] = await Promise.all([
    opening,
    drawLayers(canvas, { scene, shot, technique: style.technique }),
  ]);
  const worn = wornIn(costume, 0, templateId);
  const person = await drawDressed(canvas, { cutOut, slot: scene.slot, shot }, worn);
  const pixels = await renderPixels(painter, { person, scene, layers, shot, style });
  const drawn = { rgb: new Uint8Array(pixels.buffer), width: canvas.width, height: canvas.height };
  return { drawn, problems: worn && !canDress(cutOut) ? ['own_clothes'] : [] };
}

async function photographUser(
  person: SmallPerson,
  style: PhotographTemplate,
): Promise<{ drawn: Pixels; problems: IdPhotoReason[] }> {
  const { photo, ground } = await cached(developed, person, mostDeveloped, () => develop(person));
  const isId = style.ground.kind === 'flat';
  const frame = isId ? idFrameOf(photo, idSizes[0]!) : frameOf(photo, framingOf(0));
  const { width } = canvas;
  const drawn = await renderPhotograph({
    photo,
    ground,
    frame,
    style,
    mostWidth: width,
    width,
    seed: style.id,
  });
  const problems = isId ? [...new Set([...person.problems, ...problemsOfIdPhoto(photo, person.turn)])] : [];
  return { drawn, problems };
}

async function develop({ photo: small, cutOut }: SmallPerson) {
  const photo = await developPhoto(small, cutOut, small.width);
  return { photo, ground: await softGround(photo) };
}

/** True if the person is cached, so that the photo is not needed. */
export function knowsPerson(photoKey: string): boolean {
  return people.has(photoKey);
}

function personOf(key: string, photo: Uint8Array | null): Promise<SmallPerson> {
  return cached(people, key, mostPeople, () => {
    if (!photo) throw new Error('A person is to be cut out of no photo');
    return cutOutSmall(photo);
  });
}

/** Makes a missing value. If `cache` is full, removes the oldest one. */
function cached<Key, Value>(cache: Map<Key, Value>, key: Key, most: number, make: () => Value): Value {
  const known = cache.get(key);
  if (known) return known;
  const made = make();
  const [oldest] = cache.keys();
  if (cache.size >= most && oldest !== undefined) cache.delete(oldest);
  cache.set(key, made);
  return made;
}

/** Decodes a photo at the size of try-ons and cuts the person out. Rejects if it shows no face. */
async function cutOutSmall(bytes: Uint8Array): Promise<SmallPerson> {
  const photo = await readPixels(bytes);
  const [subject] = await findSubjects(photo);
  if (!subject) throw new Error('The photo shows no face');

  const { face, mesh } = subject;
  const left = mesh.points[MESH.leftEye]!;
  const right = mesh.points[MESH.rightEye]!;
  const scale = Math.min(1, mostEyeDistance / Math.hypot(right.x - left.x, right.y - left.y));
  const width = Math.round(photo.width * scale);
  const height = Math.round(photo.height * scale);
  const rgb = await sharpFrom(photo).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  const points = mesh.points.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
  const depths = mesh.depths.map(depth => depth * scale);
  const small = { rgb, width, height };
  const person = { face, mesh: { ...mesh, points, depths } };
  return {
    photo: small,
    cutOut: await cutOut(small, person),
    turn: turnOf(subject),
    problems: await problemsOfFace(photo, subject),
  };
}

/** An eye icon, which means "preview" in every language. Placed at the bottom, on the side without the label. */
export function tryOnMark(
  picture: { width: number; height: number },
  label: OverlayOptions | undefined,
): OverlayOptions {
  const input = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" fill="none">` +
      '<rect x="1" y="1" width="70" height="32" rx="16" fill="#000" fill-opacity=".5"/>' +
      '<g stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">' +
      '<path d="M19 17Q36 1 53 17Q36 33 19 17Z"/><circle cx="36" cy="17" r="4.6"/></g></svg>',
  );
  const isLabelLeft = label !== undefined && label.left! < picture.width / 10;
  const left = isLabelLeft ? picture.width - size.width - margin : margin;
  return { input, left, top: picture.height - size.height - margin };
}
