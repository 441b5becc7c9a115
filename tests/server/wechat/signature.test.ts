import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Data } from '../../../server/contract/calls.ts';
import type { Reply } from '../../support/api/api.ts';
import { openTestBackend, TestUser } from '../support/backend.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend({ CORS_ORIGINS: 'https://app.example.com' });
/** Requests a signature as WeChat's browser does: as a guest, on a page at `localhost:80`. */
function sign(url: unknown) {
  return new TestUser(backend, 'none').send('POST', 'jsapisignature', { url }) as Promise<
    Reply<Data<'jsapisignature'>>
  >;
}

/** The signature by WeChat's documented rule. */
function expected(url: string, { timestamp, nonce_str }: Data<'jsapisignature'>): string {
  const text = `jsapi_ticket=sandbox-ticket&noncestr=${nonce_str}&timestamp=${timestamp}&url=${url}`;
  return createHash('sha1').update(text).digest('hex');
}

test('the address of a page is signed by the documented rule', async () => {
  const url = 'http://localhost/tyy/pic?generate_id=7&x=%E4%BD%A0';

  const { data } = await sign(url);

  expect(data.app_id).toBe('wx-sandbox');
  expect(data.timestamp).toBeCloseTo(Date.now() / 1000, -2);
  expect(data.nonce_str).toMatch(/^[0-9a-f]{24}$/);
  expect(data.signature).toBe(expected(url, data));
});

test('the fragment is no part of what is signed', async () => {
  const { data } = await sign('http://localhost/tyy/#state=1&access_token=2');

  expect(data.signature).toBe(expected('http://localhost/tyy/', data));
});

test('an origin that may call the API may be signed for', async () => {
  const { data } = await sign('https://app.example.com/tyy/');

  expect(data.signature).toBe(expected('https://app.example.com/tyy/', data));
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
])('an address that is not ours is refused: %s', async url => {
  expect(await sign(url)).toMatchObject({ status: 400, code: 1004, data: null });
});

test('without an account and outside the sandbox there is nothing to sign with', async () => {
  const closed = await openTestBackend({ SANDBOX: '0' });
  try {
    const response = await new TestUser(closed, 'none').post('jsapisignature', {
      url: 'http://localhost/tyy/',
    });
    expect(response).toMatchObject({ status: 404, code: 1003 });
  } finally {
    await closed.close();
  }
});
