import type { RouteHandlerCallback, RouteMatchCallback } from 'workbox-core/types.js';
import { sharedCache } from '../src/platform/storage/shared-cache.ts';

const wizard = '/tyy/make-pic';

/** Pictures that another app hands over, as the manifest's share target asks for them. */
export const isShare: RouteMatchCallback = ({ url }) => url.pathname === wizard;

/** Keeps the shared pictures until the wizard takes them, and opens it. */
export const takeShare: RouteHandlerCallback = async ({ request }) => {
  const isSaved = await save(request).catch(() => false);
  return Response.redirect(isSaved ? `${wizard}?shared=1` : wizard, 303);
};

async function save(request: Request): Promise<boolean> {
  const form = await request.formData();
  const files = form.getAll('photos').filter(value => value instanceof File);
  if (files.length === 0) return false;
  // What was shared before and never opened is not wanted any more.
  await caches.delete(sharedCache);
  const cache = await caches.open(sharedCache);
  for (const [place, file] of files.entries()) {
    const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) };
    await cache.put(`/tyy/shared/${place}`, new Response(file, { headers }));
  }
  return true;
}
