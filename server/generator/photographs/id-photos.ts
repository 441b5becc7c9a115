import sharp from 'sharp';
import type { IdPhotoReason } from '../../contract/photo-reasons.ts';
import type { PhotographEntry } from '../entries/entry.ts';
import type { GeneratedPic, OnPic } from '../generator.ts';
import { EYES } from '../vision/face-contours.ts';
import { MESH } from '../vision/mesh-face.ts';
import type { Pixels, Point } from '../vision/pixels.ts';
import type { DevelopedPhoto } from './develop-photo.ts';
import { type Frame, mostWidthOf } from './frames.ts';
import { renderPhotograph } from './render-photograph.ts';
import type { SoftGround } from './soft-ground.ts';

/** Pixels to an inch, as printers of ID photos want it. */
const DENSITY = 300;

/** Lengths in millimetres: the photo, from the crown to the chin, and from its upper border to the eyes. */
export interface IdSize {
  width: number;
  height: number;
  head: { least: number; wanted: number; most: number };
  eyes: number;
}

/**
 * 35 × 45: ICAO 9303 and ISO/IEC 19794-5 ask for a head of 70 to 80 % of the height, eyes at 50 to 70 % from below.
 * 25 × 35: one inch, as Chinese forms ask for it, with a head of about two thirds.
 * 51 × 51: the United States' two inches, with a head of 25 to 35 mm and eyes 28 to 35 mm from below.
 */
export const idSizes: readonly IdSize[] = [
  { width: 35, height: 45, head: { least: 32, wanted: 33.5, most: 36 }, eyes: 20.8 },
  { width: 25, height: 35, head: { least: 21, wanted: 23, most: 25 }, eyes: 15 },
  { width: 51, height: 51, head: { least: 26, wanted: 30, most: 34 }, eyes: 20.5 },
];

/** A photographic print of 15 × 10 cm with eight photos of the first size. */
const SHEET = { width: 150, height: 100, columns: 4, rows: 2 };

const pixels = (millimetres: number) => Math.round((millimetres / 25.4) * DENSITY);

/** The eyes lie in the middle between the crown and the chin. */
const EYES_TO_CHIN = 0.5;

/** How far the eyes may be lower than wanted, and what stays free above the hair, in millimetres. */
const LOWER = 2;
const MARGIN = 1.5;

/** The frame that gives a head the height that an office wants; larger where the photo cuts the person nearer. */
export function idFrameOf(photo: DevelopedPhoto, { width, height, head, eyes }: IdSize): Frame {
  const { mesh, tilt } = photo;
  const chin = mesh[MESH.chin]!;
  const down = (chin.y - photo.eyes.y) * Math.cos(tilt) - (chin.x - photo.eyes.x) * Math.sin(tilt);
  const perMillimetre = down / (head.wanted * EYES_TO_CHIN);
  const shape = { x: 0.5, y: eyes / height, aspect: height / width, angle: tilt };
  const most = mostWidthOf(photo, shape) / width;
  const scale = Math.min(perMillimetre, most);
  // All of the hair is in the picture where that leaves the eyes where offices want them.
  const low = Math.min(eyes + LOWER, photo.hair / scale + MARGIN);
  return {
    width: width * scale,
    height: height * scale,
    x: 0.5,
    y: Math.max(eyes, low) / height,
    angle: tilt,
  };
}

/** What an office would refuse: bounds at which the finished photos of some forty people begin to show it. */
const REFUSED = {
  /** As `turnOf` measures it. */
  turn: 0.16,
  /** Radians: the head is set upright, and the shoulders slope then. */
  tilt: 0.17,
  /** The area of the opening between the lids, as a share of its width squared. */
  lids: 0.1,
  /** How far light comes from one side, as `lightOfFace` measures it. */
  light: 0.5,
};

/** What an office would refuse in the ID photos of this photo. */
export function problemsOfIdPhoto(photo: DevelopedPhoto, turn: number): IdPhotoReason[] {
  const { mesh, tilt, light, standsPlain } = photo;
  const lids = EYES.map(contour => openingOf(contour.map(at => mesh[at]!)));
  const found: [IdPhotoReason, boolean][] = [
    ['busy_ground', !standsPlain],
    ['not_frontal', Math.abs(turn) > REFUSED.turn],
    ['tilted', Math.abs(tilt) > REFUSED.tilt],
    ['eyes_closed', Math.max(...lids) < REFUSED.lids],
    ['uneven_light', Math.abs(light.x) > REFUSED.light],
  ];
  return found.filter(([, is]) => is).map(([reason]) => reason);
}

/** The area of a polygon as a share of its width squared. */
function openingOf(polygon: Point[]): number {
  const area = polygon.reduce((sum, { x, y }, at) => {
    const next = polygon[(at + 1) % polygon.length]!;
    return sum + x * next.y - next.x * y;
  }, 0);
  const [from, to] = [polygon[0]!, polygon[8]!];
  return Math.abs(area) / 2 / ((from.x - to.x) ** 2 + (from.y - to.y) ** 2);
}

/** The three sizes, then a sheet to print; all say 300 dpi. */
export async function makeIdPhotos(
  photo: DevelopedPhoto,
  ground: SoftGround,
  style: PhotographEntry,
  { count, onPic }: { count: number; onPic: OnPic },
): Promise<GeneratedPic[]> {
  const pics: GeneratedPic[] = [];
  const add = (pic: GeneratedPic) => {
    pics.push(pic);
    onPic(pic);
  };
  let first: Pixels | undefined;
  for (const size of idSizes.slice(0, count)) {
    const width = pixels(size.width);
    const frame = idFrameOf(photo, size);
    const picture = await renderPhotograph({ photo, ground, frame, style, mostWidth: width, width, seed: 1 });
    first ??= picture;
    add(await encode(picture, 'data'));
  }
  if (first && count > idSizes.length) add(await encode(await sheetOf(first), 'margin'));
  return pics;
}

async function sheetOf(photo: Pixels): Promise<Pixels> {
  const { columns, rows } = SHEET;
  const size = { width: pixels(SHEET.width), height: pixels(SHEET.height) };
  const left = Math.round((size.width - columns * photo.width) / 2);
  const top = Math.round((size.height - rows * photo.height) / 2);
  const raw = { width: photo.width, height: photo.height, channels: 3 as const };
  // A line to cut along, also between photos on white.
  const edged = await sharp(photo.rgb, { raw })
    .extract({ left: 1, top: 1, width: photo.width - 2, height: photo.height - 2 })
    .extend({ top: 1, bottom: 1, left: 1, right: 1, background: '#c8c8c8' })
    .raw()
    .toBuffer();
  const rgb = await sharp({ create: { ...size, channels: 3, background: '#ffffff' } })
    .composite(
      Array.from({ length: columns * rows }, (_, at) => ({
        input: edged,
        raw,
        left: left + (at % columns) * photo.width,
        top: top + Math.floor(at / columns) * photo.height,
      })),
    )
    .removeAlpha()
    .raw()
    .toBuffer();
  return { rgb: new Uint8Array(rgb), ...size };
}

async function encode(
  { rgb, width, height }: Pixels,
  visibleLabel: 'data' | 'margin',
): Promise<GeneratedPic> {
  const bytes = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .withDensity(DENSITY)
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { bytes, type: 'image/jpeg', width, height, density: DENSITY, labelled: visibleLabel };
}
