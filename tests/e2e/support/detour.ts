import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response in place of the product's response. 'never' leaves the request pending. */
export type DetourResponse = { status?: number; type: string; body: string | Buffer } | 'never';

/** A proxy in front of the product that can hold or replace responses. */
export interface Detour {
  origin: string;
  port: number;
  /** Chooses the response for a path; null forwards the request to the product. */
  respond: (path: string) => DetourResponse | null;
  close(): void;
}

/** Opens a detour on a free port. Removes the Content-Security-Policy, so that pages may use other origins. */
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
