import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallDefinition } from '../contract/call.ts';
import { type Body, type CallName, calls, type Data, type Headers, type Query } from '../contract/calls.ts';
import { signedIn, signedInOrGuest } from './caller.ts';
import { envelopeOf, success } from './envelope.ts';

export type CallRequest<Name extends CallName> = FastifyRequest<{
  Querystring: Query<Name>;
  Body: Body<Name>;
  Headers: Headers<Name>;
}>;

/** Registers a call below /v1 and wraps its data in the envelope. `openToGuests`: works without a token too. */
export function serveCall<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  handle: (request: CallRequest<Name>, reply: FastifyReply) => Promise<Data<Name>>,
  { openToGuests = false } = {},
): void {
  const { method, summary, auth, query, body, headers, data, feature }: CallDefinition = calls[name];
  app.route({
    method,
    url: `/${name}`,
    ...(auth !== 'none' && { onRequest: openToGuests ? signedInOrGuest : signedIn }),
    schema: {
      summary,
      ...(auth === 'none' && { security: [] }),
      ...(openToGuests && { security: [{}, { token: [] }] }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(headers && { headers }),
      ...(feature && { 'x-feature': feature }),
      response: { 200: envelopeOf(data) },
    },
    handler: async (request, reply) => success(await handle(request as CallRequest<Name>, reply)),
  });
}
