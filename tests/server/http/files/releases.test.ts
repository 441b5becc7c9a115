import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appFiles } from '../../../../server/http/files/app-files.ts';
import { damages } from '../../support/damage.ts';

let place: string;
let app: FastifyInstance;

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'tyy-releases-'));
  await release('old');
  app = await start();
});

afterEach(async () => {
  await app.close();
  await rm(place, { recursive: true });
});

const folder = () => join(place, 'app');

/** Replaces the release and removes the files of the previous release. */
async function release(name: string): Promise<void> {
  await rm(folder(), { recursive: true, force: true });
  await mkdir(join(folder(), 'assets'), { recursive: true });
  await writeFile(join(folder(), `assets/upload-${name}45678.js`), `// ${name}`);
  await writeFile(join(folder(), `assets/upload-${name}45678.js.br`), brotliCompressSync(`// ${name}`));
  await writeFile(join(folder(), 'picture.png'), name);
  for (const page of ['index.html', 'frame.html']) {
    await writeFile(join(folder(), page), `<!doctype html><script>${name} ${page}</script>`);
  }
}

async function start(): Promise<FastifyInstance> {
  const started = Fastify();
  await started.register(appFiles, { folder: folder(), releases: join(place, 'releases') });
  return started;
}

test.each([
  ['/tyy/', 'index.html'],
  ['/tyy/make-pic', 'frame.html'],
  ['/tyy/index.html', 'index.html'],
])(
  'the page %s of a new release is served with a policy that allows only its own script',
  async (url, page) => {
    const before = await app.inject(url);
    await release('new');

    const { body, headers } = await app.inject(url);

    const hashOf = (name: string) => createHash('sha256').update(`new ${name}`).digest('base64');
    expect(body).toContain(`new ${page}`);
    const policy = headers['content-security-policy'];
    expect(policy).toContain(`'sha256-${hashOf(page)}'`);
    expect(policy).not.toContain(hashOf(page === 'index.html' ? 'frame.html' : 'index.html'));
    expect(headers.etag).not.toBe(before.headers.etag);
  },
);

test.each(damages)('a release file that was %s is replaced when its release starts', async (_, damage) => {
  const kept = join(place, 'releases/assets/upload-old45678.js');
  await damage(kept);
  await (await start()).close();
  expect(await readFile(kept, 'utf8')).toBe('// old');
  expect((await readdir(join(place, 'releases/assets'))).toSorted()).toEqual([
    'upload-old45678.js',
    'upload-old45678.js.br',
  ]);
});

test('while a new release is being built, the previous release is served', async () => {
  await rm(folder(), { recursive: true });

  const { statusCode, body } = await app.inject('/tyy/make-pic');

  expect([statusCode, body]).toEqual([200, '<!doctype html><script>old frame.html</script>']);
});

test.each(['', 'br'])(
  'a page of the previous release still loads its files in the encoding “%s”',
  async encoding => {
    const headers = { 'accept-encoding': encoding };
    await release('new');
    await app.inject('/tyy/');
    const rebuilt = await app.inject({ url: '/tyy/assets/upload-old45678.js', headers });

    await app.close();
    app = await start();
    const restarted = await app.inject({ url: '/tyy/assets/upload-old45678.js', headers });
    const own = await app.inject({ url: '/tyy/assets/upload-new45678.js', headers });

    expect([rebuilt.statusCode, restarted.statusCode, own.statusCode]).toEqual([200, 200, 200]);
    expect(restarted.headers['content-type']).toContain('javascript');
    expect(restarted.headers['content-encoding']).toBe(encoding || undefined);
    if (encoding === '') expect(restarted.body).toBe('// old');
  },
);

test('a file stays for 14 days after a new release has replaced it, however long its release ran', async () => {
  const kept = join(place, 'releases/assets');
  const names = ['upload-old45678.js', 'upload-old45678.js.br'];
  const isKept = async () => (await readdir(kept)).includes('upload-old45678.js');
  const loadedBefore = async (days: number) => {
    const time = new Date(Date.now() - days * 24 * 60 * 60_000);
    for (const name of names) await utimes(join(kept, name), time, time);
  };
  await loadedBefore(20);
  await release('new');
  await app.inject('/tyy/');
  expect(await isKept()).toBe(true);

  await loadedBefore(13);
  await (await start()).close();
  expect(await isKept()).toBe(true);
  await loadedBefore(15);
  await (await start()).close();
  expect(await isKept()).toBe(false);
});

test.each([
  '/tyy/assets/../../secret-12345678.js',
  '/tyy/..%2fassets%2fx-12345678.js',
  '/tyy/assets/upload-odd45678.js',
])('the address %s is not found', async url => {
  expect((await app.inject(url)).statusCode).toBe(404);
});
