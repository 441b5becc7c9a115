import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type ParameterProblem, wrongParameter } from '../api-error.ts';

/** Levels of lists and objects in a body; what the calls take has four at most. */
const deepest = 16;
/** Lists and objects in a body, of which no call takes more than thirty. To parse a million of them takes 100 ms of a core. */
const mostNested = 5_000;

/** Refuses bodies of JSON with more lists and objects than any call needs, before they are parsed. */
export function refuseCrowdedBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isCrowded(String(body))) return done(wrongParameter('body', 'parameter.too-deep'));
    return parse(request, String(body), done);
  });
}

/**
 * Refuses addresses, queries and bodies with texts that the database cannot store: with a NUL, or half of a pair of UTF-16; and
 * bodies that are nested deeper than any call needs.
 */
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

/** What is wrong with a value that came from elsewhere; null for nothing. Bytes and streams are not looked at. */
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
