import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { appPath } from './app-files.ts';

/** Where the manifest's share target sends photos, and the screen that opens instead. */
const wizard = `${appPath}make-pic`;
/** Of a larger share the rest is not read; bytes. */
const most = 64 * 2 ** 20;

/**
 * Photos that another app shares are taken by the service worker. Those that come here, because it was not there yet
 * or was removed, are thrown away, and the user chooses them in the wizard.
 */
export async function lostShares(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  app.post(wizard, { config: { streamsBody: true } }, async ({ raw }, reply) => {
    const isWhole = await throwAway(raw);
    // A client that still sends is not read any more.
    if (!isWhole) reply.header('connection', 'close');
    return reply.header('cache-control', 'no-store').redirect(wizard, 303);
  });
}

/** Reads a body without keeping anything: most browsers look at the response only when all is sent. False: it was too long. */
function throwAway(body: Readable): Promise<boolean> {
  return new Promise(resolve => {
    let size = 0;
    body.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= most) return;
      body.pause();
      resolve(false);
    });
    body.once('end', () => resolve(true));
    body.once('close', () => resolve(false));
  });
}
