import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a detour sends in the product's place; 'never' leaves the request open. */
export type DetourResponse = { status?: number; type: string; body: string | Buffer } | 'never';

/** A way to the product on an origin of its own, on which single responses can be held back or exchanged. */
export interface Detour {
  origin: string;
  port: number;
  /** Decides about each address; null lets the product respond. */
  respond: (path: string) => DetourResponse | null;
  close(): void;
}

/** Opens one on a free port. It lifts the Content-Security-Policy, so that pages may ask other origins too. */
export async function openDetour(product: string): Promise<Detour> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const exchanged = detour.respond(path);
    if (exchanged === 'never') return;
    if (exchanged) {
      response.writeHead(exchanged.status ?? 200, { 'content-type': exchanged.type });
      response.end(exchanged.body);
      return;
    }
    const { method, headers } = request;
    const onward = ask(product + path, { method, headers }, original => {
      const { 'content-security-policy': _, ...kept } = original.headers;
      response.writeHead(original.statusCode ?? 502, kept);
      original.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));

  const { port } = server.address() as AddressInfo;
  const detour: Detour = {
    origin: `http://127.0.0.1:${port}`,
    port,
    respond: () => null,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return detour;
}
