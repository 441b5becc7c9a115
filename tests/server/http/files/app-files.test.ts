import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { appFiles } from '../../../../server/http/files/app-files.ts';
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
  ['/tyy/make-pic/', 200],
  ['/tyy/make-pic?step=front', 200],
  [`/tyy/make-pic${encodeURIComponent('，快来看')}`, 200],
  ['/tyy/Make-Pic)', 200],
  ['/tyy/nowhere', 404],
  ['/tyy/make-pic/more', 404],
])('%s responds with the app’s page and status %i, not cached', async (url, status) => {
  const { statusCode, body, headers } = await app.inject(url);
  expect([statusCode, body]).toEqual([status, html]);
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
});

test('the security policy of a screen allows only its own inline script, by hash', async () => {
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

test('the service worker has a page’s security policy, and other scripts have a policy that allows nothing', async () => {
  const policies = await Promise.all(
    ['/tyy/make-pic', '/tyy/service-worker.js', '/tyy/assets/main-abcdef12.js'].map(
      async url => (await app.inject(url)).headers['content-security-policy'],
    ),
  );
  expect(policies[1]).toBe(policies[0]);
  expect(policies[2]).toBe("default-src 'none';frame-ancestors 'none'");
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
