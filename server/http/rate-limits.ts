import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

const slowDown = { en: 'Too many requests. Please wait a moment.', zh: '操作太频繁，请稍后再试。' };

/** Limits how often one person, or one address without a valid token, may call; refuses with 1005. */
export async function limitRates(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    keyGenerator: request => request.userId ?? request.ip,
    errorResponseBuilder: () => new ApiError('tooManyRequests', slowDown),
  });
}
