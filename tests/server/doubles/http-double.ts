import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DoubleRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A response of a double. An object is sent as JSON; `never` sends nothing until the caller hangs up. */
export type DoubleResponse =
  | { status?: number; headers?: Record<string, string>; body?: string | Uint8Array | object }
  | 'never';

/** A local server that replaces an external service in tests. */
export interface HttpDouble {
  origin: string;
  /** All requests so far, oldest first. */
  requests: DoubleRequest[];
  /** Failures that a test queues. They are sent in order before any normal response. */
  troubles: DoubleResponse[];
  /** Refuses connections until `start`, as during a restart. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function openHttpDouble(
  respondTo: (request: DoubleRequest) => DoubleResponse | Promise<DoubleResponse>,
): Promise<HttpDouble> {
  const http = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const request = {
      method: incoming.method ?? '',
      url: new URL(incoming.url ?? '/', double.origin),
      headers: incoming.headers,
      body: Buffer.concat(parts),
    };
    double.requests.push(request);

    const planned = double.troubles.shift() ?? (await respondTo(request));
    if (planned === 'never') return;
    const { status = 200, headers = {}, body = '' } = planned;
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    response.writeHead(status, isText ? headers : { 'content-type': 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  });
  const listen = (port: number) => new Promise<void>(resolve => http.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = http.address() as AddressInfo;

  async function stop(): Promise<void> {
    http.closeAllConnections();
    await new Promise(resolve => http.close(resolve));
  }

  const double: HttpDouble = {
    origin: `http://127.0.0.1:${port}`,
    requests: [],
    troubles: [],
    stop,
    start: () => listen(port),
    close: stop,
  };
  return double;
}
