import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { checkApi as check, open } from '../support/api/check-api.ts';

/** A server with a certificate that it has signed itself, for 127.0.0.1 alone; returns its port. */
async function openSelfSigned(): Promise<number> {
  const pem = readFileSync('tests/testdata/self-signed.pem');
  const server = createServer({ key: pem, cert: pem }, (_, response) => response.end());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

// A port of the loopback on which nothing listens, and which no browser bars.
test.each<[what: string, address: () => string | Promise<string>, came: string]>([
  ['is not there', () => 'http://127.0.0.1:4', 'nothing listens there (ECONNREFUSED'],
  ['has no such name', () => 'https://api.invalid', 'no server of this name is known (E'],
  [
    'speaks no https',
    async () => (await open((_, response) => response.end())).replace('http:', 'https:'),
    'it does not speak https (ERR_SSL',
  ],
  [
    'nobody vouches for',
    async () => `https://127.0.0.1:${await openSelfSigned()}`,
    'nobody that browsers trust has signed its certificate (DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
])('of a server that %s the reason is told in plain words', async (_, address, came) => {
  const { code, stdout, stderr } = await check(await address(), '--token', 't0ken-of-mine');
  expect(stdout).toContain(`came: no connection: ${came}`);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
});

test('an address that serves an HTML page for everything is recognised as that, call by call', async () => {
  const page = '<!doctype html><title>Shop</title>';
  const origin = await open((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  const { code, stdout, stderr } = await check(origin, '--token', 't0ken-of-mine');
  expect(stdout).toContain('expected: {"code": 0, "data": …} as JSON');
  expect(stdout).toContain(`came: HTTP 200, text/html: ${page}`);
  expect(stdout).not.toMatch(/^works/m);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
});
