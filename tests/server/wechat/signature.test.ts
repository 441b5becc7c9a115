import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Data } from '../../../server/contract/calls.ts';
import type { Reply } from '../../support/api/api.ts';
import { openTestBackend, TestUser } from '../support/backend.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend({ CORS_ORIGINS: 'https://app.example.com' });
/** Requests a signature like WeChat's browser: as a guest, for a page at `localhost:80`. */
function sign(url: unknown) {
  return new TestUser(backend, 'none').send('POST', 'jsapisignature', { url }) as Promise<
    Reply<Data<'jsapisignature'>>
  >;
}

test.each([
  [
    'http://localhost/tyy/pic?generate_id=7&x=%E4%BD%A0',
    'http://localhost/tyy/pic?generate_id=7&x=%E4%BD%A0',
  ],
  ['http://localhost/tyy/#state=1&access_token=2', 'http://localhost/tyy/'],
  // An origin in CORS_ORIGINS.
  ['https://app.example.com/tyy/', 'https://app.example.com/tyy/'],
])('for the page %s the signature covers the address %s', async (page, url) => {
  const { data } = await sign(page);

  const { timestamp, nonce_str } = data;
  expect(data.app_id).toBe('wx-sandbox');
  expect(timestamp).toBeCloseTo(Date.now() / 1000, -2);
  expect(nonce_str).toMatch(/^[0-9a-f]{24}$/);
  const text = `jsapi_ticket=sandbox-ticket&noncestr=${nonce_str}&timestamp=${timestamp}&url=${url}`;
  expect(data.signature).toBe(createHash('sha1').update(text).digest('hex'));
});

test.each([
  'https://elsewhere.example.com/tyy/',
  'http://localhost.example.com/',
  'javascript:alert(1)',
  'ftp://localhost/tyy/',
  '/tyy/',
  '',
  `http://localhost/${'x'.repeat(5000)}`,
  7,
  null,
])('a signature for the page %s is refused', async url => {
  expect(await sign(url)).toMatchObject({ status: 400, code: 1004, data: null });
});

test('without a WeChat account and without the sandbox, the signature call does not exist', async () => {
  const closed = await openTestBackend({ SANDBOX: '0' });
  onTestFinished(closed.close);
  const url = 'http://localhost/tyy/';
  const response = await new TestUser(closed, 'none').post('jsapisignature', { url });
  expect(response).toMatchObject({ status: 404, code: 1003 });
});
