import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen, type TestUser } from './backend.ts';

/** Sends a call over a connection that the test can close; resolves once the backend has received the call. */
export async function callOf({ backend, token }: TestUser, name: string, body: object) {
  const { server } = backend.app;
  if (!server.listening) await listen(backend);
  const { port } = server.address() as AddressInfo;
  const received = once(server, 'request');
  const abort = new AbortController();
  const gone = fetch(`http://127.0.0.1:${port}/v1/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: abort.signal,
  }).catch(() => null);
  const [, response] = (await received) as [IncomingMessage, ServerResponse];
  return {
    async hangUp() {
      const closed = once(response, 'close');
      abort.abort();
      await Promise.all([gone, closed]);
    },
  };
}
