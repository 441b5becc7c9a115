import type { IncomingMessage, ServerResponse } from 'node:http';
import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from 'fastify';
import { type TSchema, Type } from 'typebox';
import project from '../../package.json' with { type: 'json' };
import type { CallDefinition, Paging } from '../contract/call.ts';
import { type Body, type CallName, calls, type Data, type Headers, type Query } from '../contract/calls.ts';
import { errorCodes } from './api-error.ts';
import { signedIn, signedInOrGuest } from './caller.ts';

export type CallRequest<Name extends CallName> = FastifyRequest<{
  Querystring: Query<Name>;
  Body: Body<Name>;
  Headers: Headers<Name>;
}>;

/** Registers a call with the API's envelope. `openToGuests` allows requests without a token. */
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

function envelopeOf<Data extends TSchema>(data: Data) {
  return Type.Object({ code: Type.Literal(0), data, message: Type.Literal('') });
}

const refusalEnvelope = Type.Object({
  code: Type.Integer({ description: 'never 0' }),
  data: Type.Null(),
  message: Type.String({ description: 'a sentence for the user, in the language of the request' }),
});

function success<Data>(data: Data): { code: 0; data: Data; message: '' } {
  return { code: 0, data, message: '' };
}

export function refusal(code: number, message: string): { code: number; data: null; message: string } {
  return { code, data: null, message };
}

const codes = Object.entries(errorCodes).map(
  ([name, { code, status }]) => `- ${code} ${name} (HTTP ${status})`,
);

const description = `Every response is an envelope \`{code, data, message}\`; code 0 is success.

${codes.join('\n')}`;

/** Collects the schemas of later routes into an OpenAPI document, which `app.swagger()` returns. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', ({ schema }) => {
    if (schema?.response) schema.response = { ...schema.response, default: refusalEnvelope };
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${project.name} API`, version: project.version, description },
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
  });
}

/** Converts a page number, counted from 1, into an offset and a limit in rows. */
export function pageOf(query: Paging, usualSize = 20): { offset: number; limit: number } {
  const limit = query.page_size ?? usualSize;
  return { offset: ((query.cur_page ?? 1) - 1) * limit, limit };
}

export type ApiApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
