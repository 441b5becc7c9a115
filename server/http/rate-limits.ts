import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

const slowDown = { en: 'Too many requests. Please wait a moment.', zh: '操作太频繁，请稍后再试。' };

/** How many people and addresses are counted at once. */
const mostCallers = 100_000;

/** Limits how often one person, or one address without a valid token, may call this process; refuses with 1005. */
export async function limitRates(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: '1 minute',
    cache: mostCallers,
    keyGenerator: request => request.userId ?? request.ip,
    errorResponseBuilder: () => new ApiError('tooManyRequests', slowDown),
  });
  // A hook of all routes, not of each: it must count before a route refuses a caller without a token.
  app.addHook('onRequest', app.rateLimit());
}
