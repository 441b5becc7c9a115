import sharp from 'sharp';
import { bounds, FairQueue } from '../http/limits/limiters.ts';
import type { Labels } from '../labels/open-labels.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** Sizes in pixels. The card looks like a printed photo: a picture with a margin and the app's logo below it. */
const layout = { width: 1080, margin: 48, radius: 28, foot: 168, mark: 96 };

const paper = '#faf6f1';

const quality = 84;

/** The app's logo (src/ui/drawings/logo.tsx), without letters, because a server may have no fonts. */
const markShapes =
  '<rect width="160" height="160" rx="38" fill="#cf4327"/><circle cx="79" cy="83" r="57" fill="#fffaf2"/>' +
  '<path d="M60 58a10 10 0 1 1 8.5-11c4.5-2.5 9.5-3.5 15-3.5 13.5 0 21.5 8 21.5 20.5 0 3-1 4.5 0 7 1.8 3.6 5.4 7.2 5.4 9s-1.8 2.7-3.6 2.7c0 1.8.9 2.7 0 3.6.9 1.8 0 2.7-.9 3.6.9 4.5-.9 9-8 9-2.7 0-5.4-.9-7.2-1.8-.9 10 3.6 13 18 17 6 1.7 10 4.9 12 10.9v26H35v-26c3-6 10-9 17-11.5 8-3 10.8-7.2 9.9-15.3-7.2-5.4-11.7-15.3-9-31.5 1-4 3-7 7.1-8.7Z" fill="#cf4327"/>' +
  '<path d="M128 14q2.5 17.5 20 20-17.5 2.5-20 20-2.5-17.5-20-20 17.5-2.5 20-20Z" fill="#e6ae45" stroke="#cf4327" stroke-width="7" paint-order="stroke"/>';

/** Maximum number of cached cards. Each takes about 200 kB. */
const mostKept = 50;

/** Caches cards by their pic's key, only in memory, so that nothing remains of a deleted pic. */
export class CardCache {
  readonly #store: ObjectStore;
  readonly #labels: Pick<Labels, 'sign'>;
  readonly #kept = new Map<string, Uint8Array>();
  readonly #queue = new FairQueue<Uint8Array | null>(bounds.shareCards);

  constructor(store: ObjectStore, labels: Pick<Labels, 'sign'>) {
    this.#store = store;
    this.#labels = labels;
  }

  /** The card of a pic. Null if the pic does not exist or the caller disconnects. Throws 1005 if the queue is full. */
  async get(key: string, caller: string, gone: AbortSignal): Promise<Uint8Array | null> {
    const head = await this.#store.head(key);
    if (!head || gone.aborted) return null;
    const name = `${key} ${head.etag}`;
    const known = this.#kept.get(name);
    if (known) return this.#keep(name, known);
    const make = async () => {
      const pic = await this.#store.get(key);
      return pic && this.#keep(name, this.#labels.sign(await drawCard(pic.bytes)));
    };
    return this.#queue.wait({ caller, key: name, make }, gone);
  }

  #keep(name: string, card: Uint8Array): Uint8Array {
    this.#kept.delete(name);
    this.#kept.set(name, card);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept) this.#kept.delete(oldest!);
    return card;
  }
}

/** Draws a card as a JPEG. Keeps the picture's XMP, which says how the picture was made. */
export async function drawCard(picture: Uint8Array): Promise<Buffer> {
  const { width, margin, radius, foot, mark } = layout;
  const inside = width - 2 * margin;
  const { xmp } = await sharp(picture).metadata();
  const { data, info } = await sharp(picture)
    .resize({ width: inside })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const corners = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${inside}" height="${info.height}"><rect width="100%" height="100%" rx="${radius}"/></svg>`,
  );
  const print = await sharp(data, { raw: { width: inside, height: info.height, channels: 4 } })
    .composite([{ input: corners, blend: 'dest-in' }])
    .raw()
    .toBuffer();
  const logo = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${mark}" height="${mark}" viewBox="0 0 160 160">${markShapes}</svg>`,
  );
  const height = margin + info.height + foot;
  const card = sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([
      { input: print, raw: { width: inside, height: info.height, channels: 4 }, left: margin, top: margin },
      {
        input: logo,
        left: (width - mark) / 2,
        top: height - Math.round((foot + mark) / 2),
      },
    ])
    .jpeg({ quality, progressive: true });
  return (xmp ? card.withXmp(xmp.toString()) : card).toBuffer();
}
