import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const safeId = /^[\w-]{8,64}$/;

/** Request id for the log and the response: a trusted proxy's header, else a new id. */
export function requestIds(trustProxy: boolean): (request: IncomingMessage) => string {
  return ({ headers }) => {
    const given = String(headers['x-request-id'] ?? '');
    return trustProxy && safeId.test(given) ? given : randomUUID();
  };
}

/** Logs the route instead of the address, which may contain a signature. */
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
