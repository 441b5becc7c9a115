import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What one request brought. */
export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** How one request is responded to; an object as `body` is sent as JSON. */
export interface OddResponse {
  status?: number;
  statusText?: string;
  body?: unknown;
}

/** A server that responds as no good backend would; `respond` may wait, and 'never' leaves the request open. */
export interface OddServer {
  origin: string;
  seen: Seen[];
  respond: (request: Seen) => OddResponse | 'never' | Promise<OddResponse>;
  close(): Promise<void>;
}

/** Opens one on a free port; it sends success until a test says otherwise. */
export async function openOddServer(): Promise<OddServer> {
  const http = createServer(async (request, response) => {
    const seen = await read(request);
    server.seen.push(seen);
    const planned = await server.respond(seen);
    if (planned !== 'never') send(response, planned);
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));

  const server: OddServer = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    seen: [],
    respond: () => ({ body: { code: 0, data: null, message: '' } }),
    close() {
      http.closeAllConnections();
      return new Promise(resolve => http.close(() => resolve()));
    },
  };
  return server;
}

async function read(request: IncomingMessage): Promise<Seen> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: Buffer.concat(parts).toString(),
  };
}

function send(response: ServerResponse, { status = 200, statusText, body = '' }: OddResponse): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (statusText === undefined) response.writeHead(status);
  else response.writeHead(status, statusText);
  response.end(text);
}
