import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { isDatabaseTrouble } from '../db/explain-trouble.ts';
import { defaultLanguage, languageOf, sentenceIn } from '../languages/languages.ts';
import { ApiError, Busy, errorCodes, notFound } from './api-error.ts';
import { securityHeaders } from './security-headers.ts';
import { refusal } from './serve-call.ts';

/** Sends an error in the API's envelope. Logs unexpected errors, and does not send their details. */
export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers['user-language']);

  if (error instanceof ApiError) {
    if (error instanceof Busy) reply.header('retry-after', String(error.seconds));
    if (error.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '3');
    if (error.parameter) request.log.info({ parameter: error.parameter }, error.message);
    return send(reply, error.statusCode, error.code, error.text[language]);
  }
  if (isRequestError(error)) {
    const problem = error.validation
      ? sayWhatIsWrong(error.validation[0]!, error.validationContext)
      : error.message;
    return send(
      reply,
      error.statusCode ?? 400,
      errorCodes.wrongParameter.code,
      sentenceIn(language, 'parameter', { problem }),
    );
  }
  request.log.error(error);
  if (isDatabaseTrouble(error)) {
    reply.header('retry-after', '5');
    return send(reply, 503, errorCodes.internal.code, sentenceIn(language, 'error.unavailable'));
  }
  return send(reply, 500, errorCodes.internal.code, sentenceIn(language, 'error.internal'));
}

export async function sendNoSuchCall(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const language = languageOf(request.headers['user-language']);
  return send(reply, 404, errorCodes.notFound.code, sentenceIn(language, 'error.no-such-call'));
}

/** Responds with 404 to paths outside the API. */
export async function sendNotFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // Set all security headers: the file server may have removed those that only pages need.
  reply.headers({ ...securityHeaders, 'cache-control': 'no-store', 'x-request-id': request.id });
  return sendRefusal(notFound(), request, reply);
}

/** Responds to requests refused before routing, e.g. for a malformed address. Sets headers, because no hook has run. */
export function sendMalformed(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  sendRefusal(error, request, reply.headers(securityHeaders).header('x-request-id', request.id));
}

/** Responds to bytes that are not HTTP, to headers that are too long and to slow requests. Closes the connection. */
export function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[error.code ?? ''] ?? 400;
  const problem = STATUS_CODES[status]!;
  const message = sentenceIn(defaultLanguage, 'parameter', { problem });
  const body = JSON.stringify(refusal(errorCodes.wrongParameter.code, message));
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${problem}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}

function send(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  return (
    reply
      .code(status)
      .type('application/json; charset=utf-8')
      // Bypass the response schema: some refusals have HTTP status 200, whose schema serializes a success.
      .serializer(JSON.stringify)
      .send(refusal(code, message))
  );
}

function isRequestError(error: unknown): error is FastifyError {
  if (!(error instanceof Error)) return false;
  const { validation, statusCode = 500 } = error as FastifyError;
  return validation !== undefined || (statusCode >= 400 && statusCode < 500);
}

/** Describes an invalid value, e.g. "template_id must be integer". */
function sayWhatIsWrong(problem: FastifySchemaValidationError, context = 'request'): string {
  const { requiredProperties } = problem.params as { requiredProperties?: string[] };
  const path = problem.instancePath.slice(1).replaceAll('/', '.');
  const missing = requiredProperties?.[0];

  if (missing) return `${path ? `${path}.` : ''}${missing} is missing`;
  return `${path || context} ${problem.message ?? 'is wrong'}`;
}
