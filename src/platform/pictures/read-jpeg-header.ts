/** `width` and `height` are those of the stored pixels, before rotation. `orientation` is EXIF's, 1 to 8. */
export interface JpegHeader {
  width: number;
  height: number;
  orientation: number;
  hasMetadata: boolean;
}

const startOfImage = 0xffd8;
const app1 = 0xe1;
const app13 = 0xed;
const startOfScan = 0xda;
const orientationTag = 0x0112;

/** Parses the beginning of a JPEG. Null for other types, or if there are too few bytes. */
export function readJpegHeader(beginning: ArrayBuffer): JpegHeader | null {
  const view = new DataView(beginning);
  if (view.byteLength < 4 || view.getUint16(0) !== startOfImage) return null;

  let orientation = 1;
  let hasMetadata = false;
  let at = 2;

  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    if (marker === startOfScan) return null;
    if (isFrame(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), orientation, hasMetadata };
    }
    if (marker === app1 || marker === app13) hasMetadata = true;
    if (marker === app1)
      orientation = readOrientation(beginning.slice(at + 4, at + 2 + length)) ?? orientation;
    at += 2 + length;
  }

  return null;
}

/** True for the frame markers SOF0 to SOF15. Three markers in that range mean something else. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Undefined if the APP1 segment is damaged or contains no EXIF data. */
function readOrientation(segment: ArrayBuffer): number | undefined {
  const exif = new DataView(segment);
  const tiff = 6;
  if (exif.byteLength < tiff + 8 || exif.getUint32(0) !== 0x45786966) return undefined;

  const littleEndian = exif.getUint16(tiff) === 0x4949;
  const directory = tiff + exif.getUint32(tiff + 4, littleEndian);
  if (directory + 2 > exif.byteLength) return undefined;
  const entries = exif.getUint16(directory, littleEndian);

  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > exif.byteLength) return undefined;
    if (exif.getUint16(entry, littleEndian) === orientationTag) {
      const value = exif.getUint16(entry + 8, littleEndian);
      return value >= 1 && value <= 8 ? value : undefined;
    }
  }
  return undefined;
}

/** A size in px. */
export interface Size {
  width: number;
  height: number;
}

/** Scales a size down to a long side of at most `longSide`. Never enlarges. */
export function fitInto(size: Size, longSide: number): Size {
  const scale = Math.min(1, longSide / Math.max(size.width, size.height));
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

/** The size after rotation. EXIF orientations 5 to 8 swap width and height. */
export function uprightSize({ width, height, orientation }: JpegHeader): Size {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
