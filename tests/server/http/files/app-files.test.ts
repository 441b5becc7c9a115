import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appFiles } from '../../../../server/http/files/app-files.ts';
import { protectResponses } from '../../../../server/http/security-headers.ts';

const script = 'document.documentElement.dataset.early = "1"';
const html = `<!doctype html><script>${script}</script><script type="module" src="/tyy/assets/main-abcdef12.js"></script>`;

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tyy-app-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'service-worker.js'), '// worker');
  await writeFile(join(folder, 'assets/main-abcdef12.js'), '// code');
  await writeFile(join(folder, 'assets/main-abcdef12.js.br'), brotliCompressSync('// code'));
  await writeFile(join(folder, 'assets/main-abcdef.css'), 'p { color: red }');
  app = Fastify();
  protectResponses(app);
  await app.register(appFiles, { folder });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test.each(['/', '/tyy'])('%s leads to the app', async url => {
  const response = await app.inject(url);
  expect([response.statusCode, response.headers.location]).toEqual([302, '/tyy/']);
});

test.each([
  ['/TYY/', '/tyy/'],
  ['/Tyy/make-pic?step=front', '/tyy/make-pic?step=front'],
])('%s leads to %s', async (url, to) => {
  const response = await app.inject(url);
  expect([response.statusCode, response.headers.location]).toEqual([302, to]);
});

test.each(['/tyy/', '/tyy/make-pic', '/tyy/pic?generate_id=a.b', '/tyy/index.html'])(
  '%s is a screen',
  async url => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe(html);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-cache');
  },
);

test.each([
  ['/tyy/nowhere', 404],
  ['/tyy/make-pic/more', 404],
  ['/tyy/make-pic/', 200],
  [`/tyy/make-pic${encodeURIComponent('，快来看')}`, 200],
  ['/tyy/Make-Pic)', 200],
  ['/tyy/make-pic?step=front', 200],
])('%s has the status %i, and the app', async (url, status) => {
  const { statusCode, body } = await app.inject(url);
  expect([statusCode, body]).toEqual([status, html]);
});

test('a screen has a strict policy that allows its inline script by hash only', async () => {
  const { headers } = await app.inject('/tyy/');
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toContain("object-src 'none'");
});

test('Home and the other screens each allow their own inline scripts only', async () => {
  const built = await mkdtemp(join(tmpdir(), 'tyy-app-'));
  const inline = { index: 'home()', frame: 'frame()' };
  for (const [name, code] of Object.entries(inline))
    await writeFile(join(built, `${name}.html`), `<script>${code}</script>`);
  const other = Fastify();
  await other.register(appFiles, { folder: built });

  const allowed = async (url: string) => {
    const policy = String((await other.inject(url)).headers['content-security-policy']);
    return Object.entries(inline).flatMap(([name, code]) =>
      policy.includes(createHash('sha256').update(code).digest('base64')) ? [name] : [],
    );
  };
  for (const url of ['/tyy/', '/tyy/?lang=zh', '/tyy/index.html'])
    expect(await allowed(url)).toEqual(['index']);
  for (const url of ['/tyy/make-pic', '/tyy/frame.html', '/tyy/nowhere'])
    expect(await allowed(url)).toEqual(['frame']);
  await other.close();
  await rm(built, { recursive: true });
});

test('a screen may use the camera for itself, and lends it to no frame; nothing else of the phone', async () => {
  for (const url of ['/tyy/', '/tyy/make-pic', '/tyy/index.html']) {
    const { headers } = await app.inject(url);
    expect(headers['permissions-policy']).toBe('camera=(self), microphone=(), geolocation=()');
  }
});

test('a worker may do what a page may; a file that nobody opens may do nothing', async () => {
  const policies = await Promise.all(
    ['/tyy/make-pic', '/tyy/service-worker.js', '/tyy/assets/main-abcdef12.js'].map(
      async url => (await app.inject(url)).headers['content-security-policy'],
    ),
  );
  expect(policies[1]).toBe(policies[0]);
  expect(policies[2]).toBe("default-src 'none';frame-ancestors 'none'");
});

test('a file carries few headers, since a first visit asks for many', async () => {
  const { headers } = await app.inject('/tyy/assets/main-abcdef12.js');
  const size = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + `${name}: ${value}`.length + 2,
    0,
  );

  expect(size).toBeLessThan(400);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('hashed files are kept for ever and come compressed, the worker is asked for again', async () => {
  const code = await app.inject({
    url: '/tyy/assets/main-abcdef12.js',
    headers: { 'accept-encoding': 'br' },
  });
  expect(code.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(code.headers['content-encoding']).toBe('br');
  expect(code.headers['content-type']).toContain('javascript');
  const style = await app.inject('/tyy/assets/main-abcdef.css');
  expect(style.headers['cache-control']).toBe('public, max-age=31536000, immutable');

  const worker = await app.inject('/tyy/service-worker.js');
  expect(worker.headers['cache-control']).toBe('no-cache');
});

test.each(['/tyy/assets/gone-abcdef12.js', '/tyy/picture.png', '/elsewhere', '/tyy/..%2fpackage.json'])(
  '%s is not found',
  async url => {
    const response = await app.inject(url);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.body).not.toContain('<!doctype');
  },
);
