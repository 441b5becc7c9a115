import sharp, { type Sharp } from 'sharp';
import { Busy } from '../http/api-error.ts';
import type { PictureFormat } from '../http/files/picture-format.ts';
import { bounds } from '../http/limits/bounds.ts';
import { FairQueue } from '../http/limits/limiters.ts';

/** Pixel widths of smaller versions: for a list and for a screen. */
export const smallWidths = { list: 320, screen: 768 } as const;

type SmallWidth = (typeof smallWidths)[keyof typeof smallWidths];

/** `life` is in seconds, a day by default; `width` is that of a smaller version, in pixels. */
export interface AddressOptions {
  life?: number;
  width?: SmallWidth | undefined;
}

/** Pics have 12 or 46 kB instead of 240 kB. AVIF at effort 0 takes half of WebP's CPU time for the same bytes. */
const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: picture => picture.avif({ quality: 50, effort: 0 }),
  webp: picture => picture.webp({ quality: 76, effort: 2 }),
  jpeg: picture => picture.jpeg({ quality: 78, progressive: true, mozjpeg: true }),
};

/** Most bytes cached in memory: some hundred pictures for a screen, or some thousand for a list. */
const mostBytes = 32_000_000;

/** Milliseconds after which callers stop waiting for a version. */
const patience = 20_000;

/** `name` identifies the bytes of the picture. `load` returns them, or null. Owners take turns in the queue. */
export interface SmallerPicture {
  name: string;
  owner: string;
  width: number;
  format: PictureFormat;
  load: () => Promise<Uint8Array | null>;
}

/**
 * Makes smaller versions of stored pictures on request, one at a time, owners in turn, but not if the caller has
 * disconnected. Caches only in memory, so that nothing remains of a deleted picture.
 */
export class SmallerPictures {
  /** In order of use, the last used picture last. */
  readonly #kept = new Map<string, Uint8Array>();
  readonly #queue = new FairQueue<Uint8Array | null>(bounds.smallerPictures);
  #bytes = 0;

  /**
   * Never enlarges. Null if there is no picture or the caller disconnects; throws 1005 if the queue is full or slow.
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

/** Keeps the XMP, which states how the picture was made. */
function shrink(bytes: Uint8Array, width: number, format: PictureFormat): Promise<Uint8Array> {
  const smaller = sharp(bytes).resize({ width, withoutEnlargement: true }).keepXmp();
  return encoders[format](smaller).toBuffer();
}
