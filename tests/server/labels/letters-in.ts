import sharp, { type Region } from 'sharp';

/** The grey pixels of a part of a picture, and its place. */
async function greyOf(picture: Uint8Array, region: Region) {
  const { data, info } = await sharp(picture)
    .extract(region)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { at: (x: number, y: number) => data[y * info.width + x]!, width: info.width, height: info.height };
}

/** The letters of a label in a part of a picture that is black but for them. */
export interface Letters {
  /** Where they begin in the picture, and how high the first one is, an A: px. */
  x: number;
  y: number;
  height: number;
  region: Region;
  isLetter: (x: number, y: number) => boolean;
}

/** Finds them; `region` by default the whole picture. */
export async function lettersOnBlack(picture: Uint8Array, region?: Region): Promise<Letters> {
  const { width, height } = await sharp(picture).metadata();
  const part = region ?? { left: 0, top: 0, width, height };
  const grey = await greyOf(picture, part);
  const isLetter = (x: number, y: number) => grey.at(x, y) > 128;
  const rows = Array.from({ length: grey.height }, (_, y) => y);
  const columns = Array.from({ length: grey.width }, (_, x) => rows.filter(y => isLetter(x, y)));
  const from = columns.findIndex(column => column.length > 0);
  const to = columns.findIndex((column, x) => x > from && column.length === 0);
  const first = columns.slice(from, to).flat();
  const [top, bottom] = [Math.min(...first), Math.max(...first)];
  return { x: part.left + from, y: part.top + top, height: bottom - top + 1, region: part, isLetter };
}

/** The contrast of the same letters in the same picture on another ground to what is close around the first one (WCAG 2). */
export async function contrastOf({ x, y, height, region, isLetter }: Letters, picture: Uint8Array) {
  const grey = await greyOf(picture, region);
  const letters: number[] = [];
  const plate: number[] = [];
  for (let row = y - region.top; row < y - region.top + height; row++) {
    for (let column = x - region.left; column < x - region.left + height * 2; column++) {
      const near = [-2, 0, 2].flatMap(right => [-2, 0, 2].map(down => isLetter(column + right, row + down)));
      if (near.every(Boolean)) letters.push(grey.at(column, row));
      if (!near.some(Boolean)) plate.push(grey.at(column, row));
    }
  }
  const [light, dark] = [luminance(mean(letters)), luminance(mean(plate))];
  return (light + 0.05) / (dark + 0.05);
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of a grey from 0 to 255. */
function luminance(grey: number): number {
  const share = grey / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
