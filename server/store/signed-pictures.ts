import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { ApiError, notFound } from '../http/api-error.ts';
import { callerGone } from '../http/caller.ts';
import { type PictureFormat, pictureFormatOf } from '../http/files/picture-format.ts';
import { bounds } from '../http/limits/bounds.ts';
import { SentBodies } from '../http/limits/limiters.ts';
import type { DiskStore } from './disk-store.ts';
import { isObjectKey } from './object-key.ts';
import type { StoredObject } from './object-store.ts';
import { type AddressQuery, type AddressSigner, picturesPath } from './signed-address.ts';
import { SmallerPictures } from './smaller-pictures.ts';

export interface SignedPicturesOptions {
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

/**
 * Serves stored pictures at signed addresses (GET and HEAD). Responds with 403 if the address is invalid or expired,
 * and with 404 if the picture is gone. Smaller versions are AVIF or WebP if the caller accepts them.
 */
export const signedPictures: FastifyPluginAsync<SignedPicturesOptions> = async (app, { store, signer }) => {
  const smaller = new SmallerPictures();
  const sent = new SentBodies({ ...bounds.sentPictures, ...leastPace });

  app.get<PictureRoute>(`${picturesPath}*`, async (request, reply) => {
    const key = request.params['*'];
    const secondsLeft = isObjectKey(key) ? signer.secondsLeft(key, request.query) : 0;
    // Only users who may see the picture know its address, so pages of any origin may read it, e.g. to share or save
    // it.
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
    // Treat a truncated file like a missing one.
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
