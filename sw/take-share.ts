import type { RouteHandlerCallback, RouteMatchCallback } from 'workbox-core/types.js';
import { inTime } from '../src/platform/in-time.ts';
import { lostShare, sharedCache } from '../src/platform/storage/shared-cache.ts';

const wizard = '/tyy/make-pic';

/** Pictures that another app hands over, as the manifest's share target asks for them. */
export const isShare: RouteMatchCallback = ({ url }) => url.pathname === wizard;

/** Keeps the shared pictures until the wizard takes them, and opens it, which says so where they are lost. */
export const takeShare: RouteHandlerCallback = async ({ request }) => {
  const shared = await save(request).catch(() => lostShare);
  return Response.redirect(shared ? `${wizard}?shared=${shared}` : wizard, 303);
};

async function save(request: Request): Promise<string | null> {
  const form = await request.formData();
  const files = form.getAll('photos').filter(value => value instanceof File);
  if (files.length === 0) return null;
  // What was shared before and never opened is not wanted any more.
  await inTime(caches.delete(sharedCache));
  const cache = await inTime(caches.open(sharedCache));
  for (const [place, file] of files.entries()) {
    const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) };
    await inTime(cache.put(`/tyy/shared/${place}`, new Response(file, { headers })));
  }
  return '1';
}
