import type { FastifyInstance } from 'fastify';
import { type ParameterProblem, wrongParameter } from './api-error.ts';

/** Levels of lists and objects in a body; what the calls take has four at most. */
const deepest = 16;

/** Refuses texts with a NUL character, which PostgreSQL cannot store, and bodies that are nested deeper than any call needs. */
export function refuseOddValues(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    for (const [name, value] of [['querystring', request.query] as const, ['body', request.body] as const]) {
      const problem = problemOf(value, 0);
      if (problem) return done(wrongParameter(name, problem));
    }
    done();
  });
}

function problemOf(value: unknown, depth: number): ParameterProblem | null {
  if (typeof value === 'string') return value.includes('\0') ? 'parameter.nul' : null;
  if (typeof value !== 'object' || value === null) return null;
  if (depth === deepest) return 'parameter.too-deep';
  for (const inner of Object.values(value)) {
    const problem = problemOf(inner, depth + 1);
    if (problem) return problem;
  }
  return null;
}
