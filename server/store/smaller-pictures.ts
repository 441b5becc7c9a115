import sharp, { type Sharp } from 'sharp';
import { Busy } from '../http/api-error.ts';
import type { PictureFormat } from '../http/files/picture-format.ts';
import { bounds } from '../http/limits/bounds.ts';
import { FairQueue } from '../http/limits/limiters.ts';

/** Pixel widths of smaller versions, for lists and for a full screen. */
export const smallWidths = { list: 320, screen: 768 } as const;

type SmallWidth = (typeof smallWidths)[keyof typeof smallWidths];

/** `life`: seconds, a day by default. `width`: pixels of a smaller version. */
export interface AddressOptions {
  life?: number;
  width?: SmallWidth | undefined;
}

/** Shrinks pics of 240 kB to 12 (list) or 46 kB (screen). AVIF at effort 0 takes half of WebP's CPU time for that. */
const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: picture => picture.avif({ quality: 50, effort: 0 }),
  webp: picture => picture.webp({ quality: 76, effort: 2 }),
  jpeg: picture => picture.jpeg({ quality: 78, progressive: true, mozjpeg: true }),
};

/** Maximum bytes cached in memory: some hundred full-screen pictures, or some thousand for lists. */
const mostBytes = 32_000_000;

/** Callers stop waiting for a version after this long (ms). */
const patience = 20_000;

/** `name` identifies the picture's bytes. `load` returns these, or null. Owners take turns in the queue. */
export interface SmallerPicture {
  name: string;
  owner: string;
  width: number;
  format: PictureFormat;
  load: () => Promise<Uint8Array | null>;
}

/**
 * Makes smaller versions of stored pictures on request. Makes one at a time, takes owners in turn, and skips requests
 * whose caller has disconnected. Caches only in memory, so that nothing remains of a deleted picture.
 */
export class SmallerPictures {
  /** In order of use, most recently used last. */
  readonly #kept = new Map<string, Uint8Array>();
  readonly #queue = new FairQueue<Uint8Array | null>(bounds.smallerPictures);
  #bytes = 0;

  /**
   * Never enlarges. Null if the picture is missing or the caller disconnects. Throws 1005 if the queue is full or slow.
   */
  async get(picture: SmallerPicture, gone: AbortSignal): Promise<Uint8Array | null> {
    const { name, owner, width, format, load } = picture;
    const key = `${name} ${width} ${format}`;
    const known = this.#kept.get(key);
    if (known) return this.#keep(key, known);

    const make = async () => {
      const bytes = await load();
      return bytes && this.#keep(key, await shrink(bytes, width, format));
    };
    const late = AbortSignal.timeout(patience);
    const made = await this.#queue.wait({ caller: owner, key, make }, AbortSignal.any([gone, late]));
    if (!made && late.aborted)
      throw new Busy('overloaded', 'error.overloaded', bounds.smallerPictures.tryAgainIn);
    return made;
  }

  #keep(key: string, bytes: Uint8Array): Uint8Array {
    if (this.#kept.delete(key)) this.#bytes -= bytes.length;
    this.#kept.set(key, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= mostBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
    return bytes;
  }
}

/** Keeps the XMP metadata, which state how the picture was made. */
function shrink(bytes: Uint8Array, width: number, format: PictureFormat): Promise<Uint8Array> {
  const smaller = sharp(bytes).resize({ width, withoutEnlargement: true }).keepXmp();
  return encoders[format](smaller).toBuffer();
}
