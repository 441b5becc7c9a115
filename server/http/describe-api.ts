import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import project from '../../package.json' with { type: 'json' };
import { errorCodes } from './api-error.ts';
import { refusalEnvelope } from './envelope.ts';

const codes = Object.entries(errorCodes).map(
  ([name, { code, status }]) => `- ${code} ${name} (HTTP ${status})`,
);

const description = `Every response is an envelope \`{code, data, message}\`; code 0 is success.

${codes.join('\n')}`;

/** Collects the schemas of all routes registered later into an OpenAPI document, which `app.swagger()` returns. */
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
