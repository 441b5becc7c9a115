import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Closes the stream of a HEAD response, which Fastify would read to its end. */
export function readNothingForHead(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload);
    payload.destroy();
    done(null, Readable.from([]));
  });
}
