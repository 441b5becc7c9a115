import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import sharp, { type Sharp } from 'sharp';
import { ApiError, Busy, notFound } from '../http/api-error.ts';
import { callerGone, type PictureFormat, pictureFormatOf } from '../http/caller.ts';
import { bounds, FairQueue, SentBodies } from '../http/limits/limiters.ts';
import type { DiskStore } from './disk-store.ts';
import { isObjectKey, type StoredObject } from './object-store.ts';
import { type AddressQuery, type AddressSigner, picturesPath } from './signed-address.ts';

interface SignedPicturesOptions {
  store: DiskStore;
  signer: AddressSigner;
}

interface PictureRoute {
  Params: { '*': string };
  Querystring: AddressQuery;
}

const shownTypes = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
]);

/** Ends slower responses. At 50 kbit/s, each of a page's six concurrent pictures gets some 1,000 bytes a second. */
const leastPace = { slowest: 300, grace: 30_000 };

/** 403 for an invalid or expired address, 404 if the picture is gone. Smaller versions are AVIF or WebP if accepted. */
export const signedPictures: FastifyPluginAsync<SignedPicturesOptions> = async (app, { store, signer }) => {
  const smaller = new SmallerPictures();
  const sent = new SentBodies({ ...bounds.sentPictures, ...leastPace });

  app.get<PictureRoute>(`${picturesPath}*`, async (request, reply) => {
    const key = request.params['*'];
    const secondsLeft = isObjectKey(key) ? signer.secondsLeft(key, request.query) : 0;
    // Only users who may see the picture know its address, so pages of any origin may read it.
    reply.headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    reply.header('cache-control', 'no-store');
    if (secondsLeft === 0) throw new ApiError('wrongAddress', 'error.not-found');

    const width = Number(request.query.w ?? 0);
    const format = pictureFormatOf(request.headers.accept);
    const picture = await (width === 0
      ? store.read(key)
      : findSmaller(key, { width, format, gone: callerGone(reply) }));
    if (!picture) throw notFound();

    reply.headers({ etag: picture.etag, 'cache-control': `private, max-age=${secondsLeft}, immutable` });
    if (width !== 0) reply.header('vary', 'accept');
    const stream = picture.bytes instanceof Readable ? picture.bytes : null;
    if (names(request.headers['if-none-match'], picture.etag)) {
      stream?.destroy();
      return reply.code(304).send();
    }

    // Uploaders choose the type. A browser must not render other types, e.g. HTML, as a page of this origin.
    if (shownTypes.has(picture.type)) reply.type(picture.type);
    else reply.type('application/octet-stream').header('content-disposition', 'attachment');
    if (stream && 'size' in picture) {
      reply.header('content-length', picture.size);
      sent.add(stream, reply);
    }
    return reply.send(picture.bytes);
  });

  async function findSmaller(
    key: string,
    { width, format, gone }: { width: number; format: PictureFormat; gone: AbortSignal },
  ): Promise<StoredObject | null> {
    const head = await store.head(key);
    if (!head) return null;
    const load = async () => (await store.get(key))?.bytes ?? null;
    // Keys are `<kind>/<owner>/…`.
    const owner = key.split('/', 2)[1] ?? '';
    const made = smaller.get({ name: `${key} ${head.etag}`, owner, width, format, load }, gone);
    // Treat a picture that cannot be decoded like a missing one.
    const bytes = await made.catch((error: unknown) => {
      if (error instanceof ApiError) throw error;
      app.log.warn(error);
      return null;
    });
    return bytes && { bytes, type: `image/${format}`, etag: `${head.etag.slice(0, -1)}-${width}-${format}"` };
  }
};

function names(ifNoneMatch: string | undefined, etag: string): boolean {
  const candidates = ifNoneMatch?.split(',').map(tag => tag.trim().replace(/^W\//, '')) ?? [];
  return candidates.includes(etag) || candidates.includes('*');
}

/** Pics of 240 kB shrink to 12 kB (list) or 46 kB (screen). AVIF at effort 0 takes half of WebP's CPU time. */
const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: picture => picture.avif({ quality: 50, effort: 0 }),
  webp: picture => picture.webp({ quality: 76, effort: 2 }),
  jpeg: picture => picture.jpeg({ quality: 78, progressive: true, mozjpeg: true }),
};

/** Maximum bytes cached in memory: several hundred full-screen pictures, or several thousand for lists. */
const mostBytes = 32_000_000;

/** Callers stop waiting for a version after this long (ms). */
const patience = 20_000;

/** `name` identifies the picture's bytes, which `load` returns; null if there are none. Owners take turns. */
interface SmallerPicture {
  name: string;
  owner: string;
  width: number;
  format: PictureFormat;
  load: () => Promise<Uint8Array | null>;
}

/** Makes one version at a time, owners in turn. Caches only in memory, so that no disk keeps deleted pictures. */
class SmallerPictures {
  readonly #kept = new Map<string, Uint8Array>();
  readonly #queue = new FairQueue<Uint8Array | null>(bounds.smallerPictures);
  #bytes = 0;

  /** Never enlarges. Null if the picture is missing or the caller gone. Throws 1005 if the queue is full or slow. */
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
