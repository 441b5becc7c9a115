import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { startPage } from '../../../../server/http/files/start-page.ts';
import { forFile } from '../../support/for-file.ts';

const html = `<meta property="og:url" content="/tyy/" />
<meta property="og:image" content="/tyy/og.png" />
<meta property="og:title" content="/not an address" />
<meta property="og:description" content="Portraits" />
<a href="/tyy/">`;

const app = await forFile(Fastify());
const send = startPage(html);
app.get('/', async (request, reply) => send(request, reply));

function open(headers: Record<string, string> = {}, url = '/') {
  return app.inject({ url, headers: { host: 'app.example.com', ...headers } });
}

test('a caller that accepts brotli gets the same page compressed', async () => {
  const small = await open({ 'accept-encoding': 'gzip, deflate, br' });
  expect(small.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe((await open()).body);
});

test('only the addresses for link previews become absolute', async () => {
  const { body, headers } = await open();

  expect(body).toBe(
    html
      .replace('content="/tyy/"', 'content="http://app.example.com/tyy/"')
      .replace('content="/tyy/og.png"', 'content="http://app.example.com/tyy/og.png"'),
  );
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
});

test('a request whose host contains HTML is refused', async () => {
  const { statusCode, body } = await open({ host: '"><script>alert(1)</script>' });

  expect(statusCode).toBe(400);
  expect(body).not.toContain('<script>');
});

test('after a few made-up hosts the page is sent with relative addresses, but the first hosts still get absolute ones', async () => {
  for (let index = 0; index < 20; index++) await open({ host: `host-${index}.example.com` });

  expect((await open({ host: 'one-more.example.com' })).body).toBe(html);
  expect((await open()).body).toContain('http://app.example.com/tyy/og.png');
});

test('a browser that has the page gets 304, unless it asks another host', async () => {
  const { etag = '' } = (await open()).headers as Record<string, string>;

  expect(await open({ 'if-none-match': etag })).toMatchObject({ statusCode: 304, body: '' });
  expect((await open({ 'if-none-match': etag, host: 'other.example.com' })).statusCode).toBe(200);
});

test.each([
  { url: '/', language: 'zh-CN,zh;q=0.9,en;q=0.8', title: 'Tyy 写真' },
  { url: '/?lang=zh', language: 'en', title: 'Tyy 写真' },
  { url: '/?lang=zh', language: undefined, title: 'Tyy 写真' },
  { url: '/?lang=en', language: 'zh', title: '/not an address' },
  { url: '/?lang=%F0', language: 'fr', title: '/not an address' },
])('a link preview at $url in $language has the title "$title"', async ({ url, language, title }) => {
  const { body, headers } = await open(language ? { 'accept-language': language } : {}, url);

  expect(body).toContain(`<meta property="og:title" content="${title}" />`);
  expect(body).toContain('content="http://app.example.com/tyy/og.png"');
  expect(headers.vary).toContain('accept-language');
});

const head =
  '<html lang="en"><title>Tyy portraits</title><meta name="description" content="Portraits" />' +
  '<link rel="manifest" href="/tyy/manifest.webmanifest" />';

test.each([
  ['/?lang=zh', 'zh-CN', 'Tyy 写真', '几张照片', 'manifest.zh.webmanifest'],
  ['/?lang=en', 'en', 'Tyy portraits', 'Portraits', '/tyy/manifest.webmanifest'],
  // A Chinese phone starts in English.
  ['/', 'en', 'Tyy portraits', 'Portraits', '/tyy/manifest.webmanifest'],
])('the page at %s is in the language %s from its first byte', async (url, lang, title, text, manifest) => {
  const own = await forFile(Fastify());
  const sendHead = startPage(head);
  own.get('/', async (request, reply) => sendHead(request, reply));
  const { body } = await own.inject({
    url,
    headers: { host: 'app.example.com', 'accept-language': 'zh-CN' },
  });
  expect(body).toContain(`<html lang="${lang}">`);
  expect(body).toContain(`<title>${title}</title>`);
  expect(body).toContain(`<meta name="description" content="${text}`);
  expect(body).toContain(manifest);
});
