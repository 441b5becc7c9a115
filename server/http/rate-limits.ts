import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

const minute = 60_000;

/** How many users and addresses are counted at once; beyond that all are counted anew. */
const mostCallers = 200_000;

/** Limits how often one user, or one address without a valid token, may call this process a minute; refuses with 1005. */
export function limitRates(app: FastifyInstance, perMinute: number): void {
  let counts = new Map<string, number>();
  let began = performance.now();

  // A hook of all routes, before any of them refuses a caller without a token.
  app.addHook('onRequest', (request, reply, done) => {
    const now = performance.now();
    if (now - began >= minute || counts.size >= mostCallers) {
      counts = new Map();
      began = now;
    }
    const caller = request.userId ?? request.ip;
    const count = (counts.get(caller) ?? 0) + 1;
    counts.set(caller, count);
    if (count <= perMinute) return done();

    reply.header('retry-after', String(Math.ceil((began + minute - now) / 1000)));
    done(new ApiError('tooManyRequests', 'error.too-many-requests'));
  });
}
