import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { appFiles, startPage } from '../../../../server/http/files/app-files.ts';
import { protectResponses } from '../../../../server/http/security-headers.ts';
import { folderForFile, forFile } from '../../support/for-file.ts';

const script = 'document.documentElement.dataset.early = "1"';
const html = `<!doctype html><script>${script}</script><script type="module" src="/tyy/assets/main-abcdef12.js"></script>`;

const folder = await folderForFile();
await mkdir(join(folder, 'assets'));
await writeFile(join(folder, 'index.html'), html);
await writeFile(join(folder, 'service-worker.js'), '// worker');
await writeFile(join(folder, 'assets/main-abcdef12.js'), '// code');
await writeFile(join(folder, 'assets/main-abcdef12.js.br'), brotliCompressSync('// code'));
await writeFile(join(folder, 'assets/main-abcdef.css'), 'p { color: red }');

const app = await forFile(Fastify());
protectResponses(app);
await app.register(appFiles, { folder });

test.each([
  ['/', '/tyy/'],
  ['/tyy', '/tyy/'],
  ['/TYY/', '/tyy/'],
  ['/Tyy/make-pic?step=front', '/tyy/make-pic?step=front'],
])('the address %s redirects to %s', async (url, to) => {
  const response = await app.inject(url);
  expect([response.statusCode, response.headers.location]).toEqual([302, to]);
});

test.each([
  ['/tyy/', 200],
  ['/tyy/index.html', 200],
  ['/tyy/pic?generate_id=a.b', 200],
  ['/tyy/make-pic', 200],
  [`/tyy/make-pic${encodeURIComponent('，快来看')}`, 200],
  ['/tyy/Make-Pic)', 200],
  ['/tyy/nowhere', 404],
  ['/tyy/make-pic/more', 404],
])('%s responds with the app’s page and status %i, not cached', async (url, status) => {
  const { statusCode, body, headers } = await app.inject(url);
  expect([statusCode, body]).toEqual([status, html]);
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
});

test('a screen’s security policy allows only its own inline script, by hash', async () => {
  const { headers } = await app.inject('/tyy/');
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toContain("object-src 'none'");
  // A screen may use the camera; a frame in it may not.
  expect(headers['permissions-policy']).toBe('camera=(self), microphone=(), geolocation=()');
});

test('the service worker has the security policy of pages, and other scripts must not load anything', async () => {
  const policies = await Promise.all(
    ['/tyy/make-pic', '/tyy/service-worker.js', '/tyy/assets/main-abcdef12.js'].map(
      async url => (await app.inject(url)).headers['content-security-policy'],
    ),
  );
  expect(policies[1]).toBe(policies[0]);
  expect(policies[2]).toBe("default-src 'none';frame-ancestors 'none'");
});

test('one build serves every owner: pages, policy and precache follow the server’s settings', async () => {
  const place = join(folder, 'owner');
  await mkdir(place);
  const page = (name: string) =>
    `<script>appSettings={"logins":["built"],"operatorName":"Built"}</script><p>${name}</p>`;
  for (const name of ['index', 'frame']) await writeFile(join(place, `${name}.html`), page(name));
  await writeFile(
    join(place, 'service-worker.js'),
    'list([{"revision":"1","url":"index.html"},{"revision":"2","url":"frame.html"},{"revision":"3","url":"apps.json"}])',
  );
  const openFor = async (settings: object) => {
    const owner = Fastify();
    onTestFinished(() => owner.close());
    await owner.register(appFiles, { folder: place, settings });
    const worker = (await owner.inject('/tyy/service-worker.js')).body;
    expect(worker).toContain('{"revision":"3","url":"apps.json"}');
    return { owner, worker };
  };
  const supportUrl = 'https://a.example/</script>';
  const first = await openFor({ logins: ['google'], supportUrl });
  for (const [url, name] of [
    ['/tyy/', 'index'],
    ['/tyy/index.html', 'index'],
    ['/tyy/make-pic', 'frame'],
    ['/tyy/frame.html', 'frame'],
  ]) {
    const { body, headers } = await first.owner.inject(url!);
    const [, code = '', rest] = /<script>(.*?)<\/script>(.*)/.exec(body) ?? [];
    expect(rest).toBe(`<p>${name}</p>`);
    expect(JSON.parse(code.replace('appSettings=', ''))).toEqual({
      logins: ['google'],
      operatorName: 'Built',
      supportUrl,
    });
    const hash = createHash('sha256').update(code).digest('base64');
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  }
  expect((await openFor({ logins: ['google'], supportUrl })).worker).toBe(first.worker);
  const changed = (await openFor({ logins: ['apple'] })).worker;
  for (const name of ['index', 'frame']) {
    const [before, after] = [first.worker, changed].map(
      text => new RegExp(`"revision":"([\\w-]+)","url":"${name}.html"`).exec(text)?.[1],
    );
    expect(before).toMatch(/^[\w-]{22}$/);
    expect(after).not.toBe(before);
  }
});

test('the settings of a build for another API stay as they are', async () => {
  const place = join(folder, 'other-api');
  await mkdir(place);
  const built = '<script>appSettings={"apiBase":"https://api.example","logins":["built"]}</script>';
  await writeFile(join(place, 'index.html'), built);
  const owner = Fastify();
  onTestFinished(() => owner.close());
  await owner.register(appFiles, { folder: place, settings: { logins: ['google'] } });
  expect((await owner.inject('/tyy/')).body).toBe(built);
});

test('hashed files are compressed and cached forever; the service worker is not cached', async () => {
  const code = await app.inject({
    url: '/tyy/assets/main-abcdef12.js',
    headers: { 'accept-encoding': 'br' },
  });
  expect(code.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(code.headers['content-encoding']).toBe('br');
  expect(code.headers['x-content-type-options']).toBe('nosniff');
  expect(code.headers['content-type']).toContain('javascript');
  const style = await app.inject('/tyy/assets/main-abcdef.css');
  expect(style.headers['cache-control']).toBe('public, max-age=31536000, immutable');

  const worker = await app.inject('/tyy/service-worker.js');
  expect(worker.headers['cache-control']).toBe('no-cache');
});

test.each(['/tyy/assets/gone-abcdef12.js', '/tyy/picture.png', '/elsewhere', '/tyy/..%2fpackage.json'])(
  'the address %s is not found',
  async url => {
    const response = await app.inject(url);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.body).not.toContain('<!doctype');
  },
);

const previewPage = `<meta property="og:url" content="/tyy/" />
<meta property="og:image" content="/tyy/og.png" />
<meta property="og:title" content="/not an address" />
<meta property="og:description" content="Portraits" />
<a href="/tyy/">`;

const pages = await forFile(Fastify());
const send = startPage(previewPage);
pages.get('/', async (request, reply) => send(request, reply));

function openPage(headers: Record<string, string> = {}, url = '/') {
  return pages.inject({ url, headers: { host: 'app.example.com', ...headers } });
}

test('a client that accepts brotli gets the same page compressed', async () => {
  const small = await openPage({ 'accept-encoding': 'gzip, deflate, br' });
  expect(small.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe((await openPage()).body);
});

test('only the addresses for link previews are made absolute', async () => {
  const { body, headers } = await openPage();

  expect(body).toBe(
    previewPage
      .replace('content="/tyy/"', 'content="http://app.example.com/tyy/"')
      .replace('content="/tyy/og.png"', 'content="http://app.example.com/tyy/og.png"'),
  );
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
});

test('if pages of many made-up hosts are requested, only the first hosts get absolute preview addresses', async () => {
  for (let index = 0; index < 20; index++) await openPage({ host: `host-${index}.example.com` });

  expect((await openPage({ host: 'one-more.example.com' })).body).toBe(previewPage);
  expect((await openPage()).body).toContain('http://app.example.com/tyy/og.png');
});

test('a browser with the current page gets 304, unless it requests the page from another host', async () => {
  const { etag = '' } = (await openPage()).headers as Record<string, string>;

  expect(await openPage({ 'if-none-match': etag })).toMatchObject({ statusCode: 304, body: '' });
  expect((await openPage({ 'if-none-match': etag, host: 'other.example.com' })).statusCode).toBe(200);
});

test.each([
  { url: '/', language: 'zh-CN,zh;q=0.9,en;q=0.8', title: 'Tyy 写真' },
  { url: '/?lang=zh', language: 'en', title: 'Tyy 写真' },
  { url: '/?lang=zh', language: undefined, title: 'Tyy 写真' },
  { url: '/?lang=en', language: 'zh', title: '/not an address' },
  { url: '/?lang=%F0', language: 'fr', title: '/not an address' },
])('a link preview at $url in $language has the title "$title"', async ({ url, language, title }) => {
  const { body, headers } = await openPage(language ? { 'accept-language': language } : {}, url);

  expect(body).toContain(`<meta property="og:title" content="${title}" />`);
  expect(body).toContain('content="http://app.example.com/tyy/og.png"');
  expect(headers.vary).toContain('accept-language');
});
