import type { FastifyInstance } from 'fastify';
import { wrongParameter } from './api-error.ts';

/** Refuses texts with a NUL character: no text of a person holds one, and PostgreSQL cannot keep it. */
export function refuseNulls(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (holdsNull(request.query)) return done(wrongParameter('querystring', 'must not hold a NUL character'));
    if (holdsNull(request.body)) return done(wrongParameter('body', 'must not hold a NUL character'));
    done();
  });
}

function holdsNull(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsNull);
}
