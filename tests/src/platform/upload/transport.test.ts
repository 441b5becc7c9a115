import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { transport } from '../../../../src/platform/upload/transport.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server on the loopback; returns its address. */
async function serve(handler: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    handler?.(request, response);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('a response that never comes ends the request after the silence', async () => {
  const address = await serve(request => request.resume());
  const sent = transport.request(address, { method: 'POST', headers: {}, content: 'a', timeout: 50 });

  await expect(sent).rejects.toMatchObject({ name: 'ConnectionTimeoutError', status: -2 });
});
