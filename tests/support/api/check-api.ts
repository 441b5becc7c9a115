import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { inject, onTestFinished } from 'vitest';
import { goodData, type SpecCall } from '../network/broken-responses.ts';

/** Runs check-api as a process with these options; returns its output and exit code. */
export const checkApi = (...options: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, [inject('scripts')['check-api'], ...options]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

/** Opens a server that closes at the end of the test; returns its origin. */
export async function open(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => respond(request, response));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Opens a store that responds to every upload with this status. */
export const openStore = (status = 200) =>
  open(({ method, headers }, response) => {
    response.setHeader('access-control-allow-origin', headers.origin ?? '*');
    response.setHeader('access-control-allow-methods', 'PUT');
    response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '');
    response.writeHead(method === 'OPTIONS' ? 204 : status).end();
  });

export type Call = { name: string; request: IncomingMessage; response: ServerResponse };

/** Opens a valid API with one fault. `wrong` returns true if it has sent the response. */
export function openWrong(wrong: (call: Call) => boolean): Promise<string> {
  return open((request, response) => {
    const name = (request.url ?? '').replace('/v1/', '').replace(/\?.*/, '');
    response.setHeader('access-control-allow-origin', 'https://app.example');
    response.setHeader('access-control-allow-headers', 'authorization, user-language, content-type');
    if (wrong({ name, request, response })) return;
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (request.headers.authorization === 'Bearer a-token-that-nobody-was-given') {
      return response.writeHead(401).end('{"code":1002,"message":"Please sign in"}');
    }
    const isFurther = /[?&]cur_page=[^1]/.test(request.url ?? '');
    const data = isFurther ? { list: [] } : goodData[name as SpecCall];
    response.end(JSON.stringify({ code: 0, data }));
  });
}

/** A fault for `openWrong`: sends this body as response to a call. */
export const withBody = (call: string, body: string) => (given: Call) => {
  if (given.name !== call || given.request.method === 'OPTIONS') return false;
  given.response.end(body);
  return true;
};
