import type { FastifyPluginAsync } from 'fastify';
import { isObjectKey } from './object-key.ts';
import type { ObjectStore } from './object-store.ts';
import { type AddressSigner, picturesPath } from './signed-address.ts';

/** Where the pictures lie and who checks their addresses. */
export interface SignedPicturesOptions {
  store: ObjectStore;
  signer: AddressSigner;
}

interface PictureRoute {
  Params: { '*': string };
  Querystring: { expires?: string | string[]; sign?: string | string[] };
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

/** Serves stored pictures at their signed addresses (GET and HEAD): 403 for a wrong or old one, 404 when deleted. */
export const signedPictures: FastifyPluginAsync<SignedPicturesOptions> = async (app, { store, signer }) => {
  app.get<PictureRoute>(`${picturesPath}*`, async (request, reply) => {
    const key = request.params['*'];
    const { expires, sign } = request.query;
    const secondsLeft = isObjectKey(key) ? signer.secondsLeft(key, String(expires), String(sign)) : 0;
    // The address itself is the secret, so any page that knows it may read the picture: sharing and saving need it.
    reply.headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    if (secondsLeft === 0) return reply.code(403).header('cache-control', 'no-store').send();

    const picture = await store.get(key);
    if (!picture) return reply.code(404).header('cache-control', 'no-store').send();

    reply.headers({ etag: picture.etag, 'cache-control': `private, max-age=${secondsLeft}, immutable` });
    if (names(request.headers['if-none-match'], picture.etag)) return reply.code(304).send();

    // Uploaders choose the type: what is not a picture must never be shown as a page of this origin.
    if (shownTypes.has(picture.type)) reply.type(picture.type);
    else reply.type('application/octet-stream').header('content-disposition', 'attachment');
    return reply.send(picture.bytes);
  });
};

function names(ifNoneMatch: string | undefined, etag: string): boolean {
  const candidates = ifNoneMatch?.split(',').map(tag => tag.trim().replace(/^W\//, '')) ?? [];
  return candidates.includes(etag) || candidates.includes('*');
}
