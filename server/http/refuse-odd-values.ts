import type { FastifyInstance } from 'fastify';
import { type ParameterProblem, wrongParameter } from './api-error.ts';

/** Levels of lists and objects in a body; what the calls take has four at most. */
const deepest = 16;
/** Lists and objects in a body, of which no call takes more than thirty. To parse a million of them takes 100 ms of a core. */
const mostNested = 5_000;

/** Refuses texts with a NUL character, which PostgreSQL cannot store, and bodies that are nested deeper than any call needs. */
export function refuseOddValues(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isCrowded(String(body))) return done(wrongParameter('body', 'parameter.too-deep'));
    return parse(request, String(body), done);
  });
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

function isCrowded(json: string): boolean {
  for (const bracket of ['[', '{']) {
    let count = 0;
    for (let at = json.indexOf(bracket); at >= 0; at = json.indexOf(bracket, at + 1)) {
      if (++count > mostNested) return true;
    }
  }
  return false;
}
