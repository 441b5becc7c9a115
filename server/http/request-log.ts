import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const safeId = /^[\w-]{8,64}$/;

/** The name of a request in the log and in its response: what a trusted proxy called it, else a new one. */
export function requestIds(trustProxy: boolean): (request: IncomingMessage) => string {
  return ({ headers }) => {
    const given = String(headers['x-request-id'] ?? '');
    return trustProxy && safeId.test(given) ? given : randomUUID();
  };
}

/**
 * Writes a line for each request that ends: the route instead of the address, which may carry a signature, and the
 * user's id. Successes are written at level debug (the proxy in front has its own log), refusals at info.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode < 400 ? 'debug' : reply.statusCode < 500 ? 'info' : 'error';
    request.log[level](lineOf(request, reply), 'responded');
    done();
  });
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    user: request.userId ?? undefined,
  };
}
