import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Closes a stream that a HEAD request does not need. Fastify would read it to its end, after the response. */
export function readNothingForHead(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload);
    payload.destroy();
    done(null, Readable.from([]));
  });
}
