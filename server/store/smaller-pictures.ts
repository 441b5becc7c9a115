import sharp, { type Sharp } from 'sharp';
import type { PictureFormat } from '../http/picture-format.ts';

/** The widths, px, in which a stored picture can be had besides its own: in a list and on a screen. */
export const smallWidths = { list: 320, screen: 768 } as const;

/** One of them. */
export type SmallWidth = (typeof smallWidths)[keyof typeof smallWidths];

/** What an address opens: `life` in seconds instead of a day, and the width of a smaller version. */
export interface AddressOptions {
  life?: number;
  width?: SmallWidth | undefined;
}

/** Measured on finished pics: 12 and 46 kB instead of 240. AVIF without effort is half of WebP's work at the same size. */
const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: picture => picture.avif({ quality: 50, effort: 0 }),
  webp: picture => picture.webp({ quality: 76, effort: 2 }),
  jpeg: picture => picture.jpeg({ quality: 78, progressive: true, mozjpeg: true }),
};

/** Bytes that are kept in memory: some hundred pictures of a screen, or some thousand of a list. */
const mostBytes = 32_000_000;

/**
 * Smaller versions of stored pictures, made when they are first wanted, one after another. They are kept in memory only, so
 * that nothing of a deleted picture stays.
 */
export class SmallerPictures {
  readonly #kept = new Map<string, Promise<Uint8Array | null>>();
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** `name` identifies the picture's bytes, which `load` returns, or null; a picture that is not wider stays as wide as it is. */
  get(
    name: string,
    { width, format, load }: { width: number; format: PictureFormat; load: () => Promise<Uint8Array | null> },
  ): Promise<Uint8Array | null> {
    const entry = `${name} ${width} ${format}`;
    const known = this.#kept.get(entry);
    if (known) this.#kept.delete(entry);
    const picture =
      known ??
      this.#make(entry, async () => {
        const bytes = await load();
        return bytes && shrink(bytes, width, format);
      });
    // The one that was wanted last stands at the end.
    this.#kept.set(entry, picture);
    return picture;
  }

  #make(entry: string, work: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
    const making = this.#last.then(work);
    this.#last = making.then(
      bytes => (bytes ? this.#count(entry, bytes.length) : this.#kept.delete(entry)),
      () => this.#kept.delete(entry),
    );
    return making;
  }

  #count(entry: string, length: number): void {
    this.#sizes.set(entry, length);
    this.#bytes += length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= mostBytes) return;
      const size = this.#sizes.get(oldest);
      // One without a size is still being made.
      if (size === undefined) continue;
      this.#kept.delete(oldest);
      this.#sizes.delete(oldest);
      this.#bytes -= size;
    }
  }
}

/** The label that says how the picture was made goes with it. */
function shrink(bytes: Uint8Array, width: number, format: PictureFormat): Promise<Uint8Array> {
  const smaller = sharp(bytes).resize({ width, withoutEnlargement: true }).keepXmp();
  return encoders[format](smaller).toBuffer();
}
