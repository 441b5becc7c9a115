import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type ParameterProblem, wrongParameter } from '../api-error.ts';

/** Maximum nesting of a body. Our calls need at most four levels. */
const deepest = 16;
/** Maximum lists and objects in a body. Our calls need at most thirty; parsing a million blocks a core for 100 ms. */
const mostNested = 5_000;

/** Refuses JSON bodies with too many lists and objects before parsing them. */
export function refuseCrowdedBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isCrowded(String(body))) return done(wrongParameter('body', 'parameter.too-deep'));
    return parse(request, String(body), done);
  });
}

/** Refuses texts that the database cannot store (with NUL or a lone surrogate), and bodies with too many levels. */
export function refuseOddValues(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { params, query, body } = request;
    for (const [name, value] of Object.entries({ params, querystring: query, body })) {
      const problem = problemOf(value);
      if (problem) return done(wrongParameter(name, problem));
    }
    done();
  });
}

/** Null if the value is valid. Skips bytes and streams. */
export function problemOf(value: unknown, depth = 0): ParameterProblem | null {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'parameter.nul';
    return /\p{Cs}/u.test(value) ? 'parameter.half-letter' : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (ArrayBuffer.isView(value) || value instanceof Readable) return null;
  if (depth === deepest) return 'parameter.too-deep';
  for (const [key, inner] of Object.entries(value)) {
    const problem = problemOf(key) ?? problemOf(inner, depth + 1);
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
