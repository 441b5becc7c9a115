import sharp from 'sharp';
import type { IdPhotoReason } from '../../contract/photo-reasons.ts';
import type { PhotographTemplate } from '../catalogue/schema.ts';
import type { GeneratedPic, OnPic } from '../generator.ts';
import { EYES } from '../vision/face-contours.ts';
import { MESH } from '../vision/mesh-face.ts';
import type { Pixels, Point } from '../vision/pixels.ts';
import type { DevelopedPhoto } from './develop-photo.ts';
import { type Frame, isHeadCut, mostWidthOf } from './frames.ts';
import { renderPhotograph } from './render-photograph.ts';
import type { SoftGround } from './soft-ground.ts';

/** Pixels per inch, the usual print resolution for ID photos. */
const DENSITY = 300;

interface Range {
  least: number;
  wanted: number;
  most: number;
}

/** In millimetres: size of the photo, distance from crown to chin, and from the upper border to the eyes. */
export interface IdSize {
  width: number;
  height: number;
  head: Range;
  eyes: Range;
}

/**
 * 35 × 45: ICAO 9303 and ISO/IEC 19794-5 require that the head is 70 to 80 % of the height, and that the eyes are at
 * 50 to 70 % of the height from the bottom.
 * 25 × 35: one inch, for Chinese forms; the head is about two thirds of the height.
 * 51 × 51: two inches, for the United States; the head is 25 to 35 mm high, and the eyes are 28 to 35 mm from the
 * bottom.
 * Our ranges are narrower than the rules, because the finished photos deviate by up to 0.8 mm in the head's height and
 * 0.3 mm in the eyes' position.
 */
export const idSizes: readonly IdSize[] = [
  {
    width: 35,
    height: 45,
    head: { least: 32.3, wanted: 33.5, most: 35.2 },
    eyes: { least: 14, wanted: 20.8, most: 22.1 },
  },
  {
    width: 25,
    height: 35,
    head: { least: 21.7, wanted: 23, most: 24.3 },
    eyes: { least: 13.3, wanted: 15, most: 17.6 },
  },
  {
    width: 51,
    height: 51,
    head: { least: 26, wanted: 30, most: 34 },
    eyes: { least: 16.4, wanted: 20.5, most: 22.5 },
  },
];

/** A 15 × 10 cm print with eight copies of the first photo size. */
const SHEET = { width: 150, height: 100, columns: 4, rows: 2 };

const pixels = (millimetres: number) => Math.round((millimetres / 25.4) * DENSITY);

/** Distance from eyes to chin, as a fraction of the head's height: the eyes are midway between crown and chin. */
const EYES_TO_CHIN = 0.5;

/** Free space above the hair in mm. */
const MARGIN = 1.5;

/** Each range is divided into this many steps for the search. */
const STEPS = 16;

/**
 * Costs that choose the frame: a visible cropped edge, hair outside the picture, and misplaced eyes. A wrong head
 * height costs the logarithm of the error.
 */
const COST = { cut: 100, hair: 4, eyes: 1 };

export interface IdFrame extends Frame {
  /** True if a cropped edge of the person is visible in this frame. */
  isCut: boolean;
}

/**
 * The best frame within the official ranges. If a cropped edge of the person is visible in all of them, the frame that
 * shows the least of it.
 */
export function idFrameOf(photo: DevelopedPhoto, { width, height, head, eyes }: IdSize): IdFrame {
  const { mesh, tilt } = photo;
  const chin = mesh[MESH.chin]!;
  const down = (chin.y - photo.eyes.y) * Math.cos(tilt) - (chin.x - photo.eyes.x) * Math.sin(tilt);
  let best: IdFrame | undefined;
  let least = Infinity;
  for (const tall of stepsOf(head)) {
    const scale = down / (tall * EYES_TO_CHIN);
    for (const low of stepsOf(eyes)) {
      const frame = {
        width: width * scale,
        height: height * scale,
        x: 0.5,
        y: low / height,
        angle: tilt,
      };
      const cut = 1 - mostWidthOf(photo, { ...frame, aspect: height / width }) / frame.width;
      const hair = photo.hair / scale + MARGIN - low;
      const cost =
        Math.max(0, cut) * COST.cut +
        (Math.max(0, hair) / height) * COST.hair +
        (Math.abs(low - eyes.wanted) / height) * COST.eyes +
        Math.abs(Math.log(tall / head.wanted));
      if (cost >= least) continue;
      least = cost;
      best = { ...frame, isCut: cut > 0 };
    }
  }
  return best!;
}

function stepsOf({ least, wanted, most }: Range): number[] {
  const steps = Array.from({ length: STEPS + 1 }, (_, at) => least + ((most - least) * at) / STEPS);
  return [wanted, ...steps];
}

/** Beyond these limits, an authority would reject the photo. Chosen with finished photos of about forty people. */
const REFUSED = {
  /** Turn of the head, in the unit of `turnOf`. */
  turn: 0.16,
  /** Tilt of the head in radians. Rotating the head upright tilts the shoulders instead. */
  tilt: 0.17,
  /** Minimum area between the eyelids, as a fraction of the eye's squared width. */
  lids: 0.1,
  /** Light from one side, in the unit of `lightOfFace`. */
  light: 0.5,
};

/** Reasons why an authority would reject an ID photo made from this photo. */
export function problemsOfIdPhoto(photo: DevelopedPhoto, turn: number): IdPhotoReason[] {
  const { mesh, tilt, light, standsPlain } = photo;
  const lids = EYES.map(contour => openingOf(contour.map(at => mesh[at]!)));
  const found: [IdPhotoReason, boolean][] = [
    ['busy_ground', !standsPlain],
    ['not_frontal', Math.abs(turn) > REFUSED.turn],
    ['cut_close', isHeadCut(photo) || idSizes.some(size => idFrameOf(photo, size).isCut)],
    ['tilted', Math.abs(tilt) > REFUSED.tilt],
    ['eyes_closed', Math.max(...lids) < REFUSED.lids],
    ['uneven_light', Math.abs(light.x) > REFUSED.light],
  ];
  return found.filter(([, is]) => is).map(([reason]) => reason);
}

/** Area of a polygon as a fraction of its squared width. */
function openingOf(polygon: Point[]): number {
  const area = polygon.reduce((sum, { x, y }, at) => {
    const next = polygon[(at + 1) % polygon.length]!;
    return sum + x * next.y - next.x * y;
  }, 0);
  const [from, to] = [polygon[0]!, polygon[8]!];
  return Math.abs(area) / 2 / ((from.x - to.x) ** 2 + (from.y - to.y) ** 2);
}

/**
 * Makes an ID photo in the first size, then in the other sizes that show no cropped edge, then a sheet for printing;
 * all at 300 dpi.
 */
export async function makeIdPhotos(
  photo: DevelopedPhoto,
  ground: SoftGround,
  style: PhotographTemplate,
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
    if (first && frame.isCut) continue;
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
  // Draw a cutting line, which is visible even between white backgrounds.
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
