import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a double sees it. */
export interface DoubleRequest {
  method: string;
  /** Path and query, as they came. */
  url: URL;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** What a double sends; an object becomes JSON, `never` lets the caller wait until it hangs up. */
export type DoubleResponse =
  | { status?: number; headers?: Record<string, string>; body?: string | Uint8Array | object }
  | 'never';

/** A listening stand-in for somebody else's service. */
export interface HttpDouble {
  origin: string;
  /** Every request so far, oldest first. */
  requests: DoubleRequest[];
  /** Responses that come before anything else, in their order: troubles that a test asks for. */
  troubles: DoubleResponse[];
  /** Refuses connections, as while it is started anew, until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Opens one on a free port of the loopback. */
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
